"""Record, correct, remove and insert rounds."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from typing import Any, cast

from msgspec.structs import replace

from game.scoring import facts
from models.change import ChangeStamp, recorded_as_change
from models.database import db
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.table.counting import discarded_count_values, move_counting
from models.table.dealing import set_cut_winner


class RoundTaken(ValueError):
    """Another phone has saved this round with different content, as `saved`."""

    def __init__(self, saved: Round) -> None:
        super().__init__(f"round {saved.number} is already there")
        self.saved = saved


def record(session: Session, played: facts.RoundFacts, stamp: ChangeStamp, *, misdeals: int = 0) -> Round:
    """Add the next round, as a change of kind "record".

    A round with this number may be saved already, by another phone. If it has the same hands, return it
    and change nothing, whoever dealt; otherwise raise RoundTaken.
    """
    saved = session.round_number(played.number)
    if saved is not None:
        if has_same_hands(saved.facts(), played):
            return saved
        raise RoundTaken(saved)
    with recorded_as_change(
        session,
        "record",
        stamp,
        round_values(played) | discarded_count_values(session, played),
    ):
        fresh = Round(number=played.number, recorded_at=stamp.at, misdeals=misdeals)
        fresh.update_from(played)
        if session.upcoming_deal().needs_cut:  # a phone without a network asks for the cut in its pad
            set_cut_winner(session, str(played.dealer))
        session.rounds.append(fresh)
        session.next_deal = None
    return fresh


def insert(
    session: Session, played: facts.RoundFacts, stamp: ChangeStamp, *, moves_deals: bool = False
) -> Round:
    """Insert a forgotten round before the one with its number; later ones move up by one.

    moves_deals: each later round gets dealer and hand size of the round after it.
    """
    about = round_values(played) | ({"moves_deals": True} if moves_deals else {})
    with recorded_as_change(session, "insert", stamp, about):
        if moves_deals:
            _move_deals(session, first=played.number, by=1)
        fresh = Round(number=played.number, recorded_at=stamp.at)
        fresh.update_from(played)
        session.rounds.insert(played.number - 1, fresh)
        _move_what_follows(session, past=played.number, by=1)
    return fresh


def correct(
    session: Session, wrong: Round, played: facts.RoundFacts, stamp: ChangeStamp, *, shown: str
) -> None:
    """Replace the content of a round; nothing changes if it is the same.

    shown: the fingerprint of the round that the phone showed. Raise RoundTaken if another phone has changed
    the round since.
    """
    played = replace(played, number=wrong.number)
    now = fingerprint(wrong.facts())
    if now == fingerprint(played):
        return
    if now != shown:
        raise RoundTaken(wrong)
    with recorded_as_change(session, "correct", stamp, round_values(played)):
        wrong.update_from(played)


def remove(session: Session, unwanted: Round, stamp: ChangeStamp, *, moves_deals: bool = False) -> None:
    """Delete a round; later ones move down by one.

    moves_deals: each later round gets dealer and hand size of the round before it.
    """
    about = round_values(unwanted.facts()) | ({"moves_deals": True} if moves_deals else {})
    with recorded_as_change(session, "remove", stamp, about):
        if moves_deals:
            _move_deals(session, first=unwanted.number + 1, by=-1)
        session.rounds.remove(unwanted)
        _move_what_follows(session, past=unwanted.number, by=-1)


def _move_deals(session: Session, *, first: int, by: int) -> None:
    for later, deal in zip(session.rounds[first - 1 :], session.moved_deals(first=first, by=by), strict=True):
        later.dealer_id = cast(uuid.UUID, deal.dealer)
        later.hand_size = deal.hand_size


def _move_what_follows(session: Session, *, past: int, by: int) -> None:
    """Renumber the rounds, and what is stored by number, after round `past` was inserted or removed."""
    move_seats(session.seats, past=past, by=by)
    move_counting(session, past=past, by=by)
    if session.next_deal and session.next_deal["round"] == len(session.rounds) + 1 - by:
        session.next_deal = {**session.next_deal, "round": session.next_deal["round"] + by}
    renumber(session)


def move_seats(seats: Iterable[Seat], *, past: int, by: int) -> None:
    """Renumber joining and leaving when round `past` is inserted or removed.

    Joining or leaving exactly at that round keeps its number.
    """

    def moved(number: int | None) -> int | None:
        return number + by if number is not None and number > past else number

    for seat in seats:
        if seat.adjustments:
            moved_ones = [
                {**a, "after": a["after"] + (by if a["after"] >= past else 0)} for a in seat.adjustments
            ]
            seat.set_adjustments(moved_ones)
        seat.joined_round = moved(seat.joined_round) or 1
        seat.away = [{**a, "since": moved(a["since"]), "until": moved(a["until"])} for a in seat.away]


def renumber(session: Session) -> None:
    """Number the rounds in their order, 1 to n."""
    if all(played.number == place for place, played in enumerate(session.rounds, 1)):
        return
    for place, played in enumerate(session.rounds, 1):
        played.number = -place  # out of each other's way: a number may stand only once
    db.session.flush()
    for place, played in enumerate(session.rounds, 1):
        played.number = place
    db.session.flush()


def has_same_hands(one: facts.RoundFacts, other: facts.RoundFacts) -> bool:
    """Whether two rounds have the same hands, whoever dealt and however the points were typed."""
    return _content(one) == _content(other)


def fingerprint(played: facts.RoundFacts) -> str:
    """A short text, equal for equal rounds, dealer and hand size included."""
    typed = sorted((str(hand.seat), hand.typed) for hand in played.hands if hand.typed)
    content = repr((_content(played), str(played.dealer), played.hand_size, *([typed] if typed else [])))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _content(played: facts.RoundFacts) -> tuple[Any, ...]:
    hands = sorted(
        (
            str(hand.seat),
            None if hand.cards is None else sorted((k, n) for k, n in hand.cards.items() if n),
            hand.points,
        )
        for hand in played.hands
    )
    chain = (played.chain.cards, str(played.chain.drawer)) if played.chain else None
    multiplied = {str(hand.seat): sorted(hand.multipliers) for hand in played.hands if hand.multipliers}
    extra = [multiplied] if multiplied else []
    return str(played.out), chain, hands, *extra, *sorted(played.multipliers)


def round_values(played: facts.RoundFacts) -> dict[str, Any]:
    """Return `Change.about` of a change to one round: values of its sentence in the history.

    multipliers: keys of those of a hand by seat, and those of the round as "round"; only if there are any.
    """
    multipliers = {_text(hand.seat): list(hand.multipliers) for hand in played.hands if hand.multipliers}
    if played.multipliers:
        multipliers["round"] = list(played.multipliers)
    return {
        "number": played.number,
        "out": _text(played.out),
        "points": {_text(hand.seat): hand.points for hand in played.hands},
        **({"multipliers": multipliers} if multipliers else {}),
    }


def _text(seat_id: object) -> str | None:
    return str(seat_id) if isinstance(seat_id, uuid.UUID) else None
