"""What the table does with rounds: record, correct, remove, insert."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from game.scoring import facts
from models.change import Author, changing
from models.database import db
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.table.counting import move_counting, overruled
from models.table.dealing import cut_is_won


class RoundTaken(ValueError):
    """Another phone has saved this round with other content; `saved` is what it saved."""

    def __init__(self, saved: Round) -> None:
        super().__init__(f"round {saved.number} is already there")
        self.saved = saved


def record(session: Session, played: facts.RoundFacts, author: Author, *, misdeals: int = 0) -> Round:
    """Add the next round.

    The same round with the same content again is the same round; with other content RoundTaken is
    raised, so that the table chooses.
    """
    saved = session.round_number(played.number)
    if saved is not None:
        if same(saved.facts(), played):
            return saved
        raise RoundTaken(saved)
    with changing(session, "record", author, about_round(played) | overruled(session, played)):
        fresh = Round(number=played.number, recorded_at=author.at, misdeals=misdeals)
        fresh.take(played)
        if session.deal_to_come().needs_cut:  # a phone without a network asks for the cut in its pad
            cut_is_won(session, str(played.dealer))
        session.rounds.append(fresh)
        session.next_deal = None
    return fresh


def insert(session: Session, played: facts.RoundFacts, author: Author) -> Round:
    """Put a forgotten round before the one that has its number now; later ones move up by one."""
    with changing(session, "insert", author, about_round(played)):
        fresh = Round(number=played.number, recorded_at=author.at)
        fresh.take(played)
        session.rounds.insert(played.number - 1, fresh)
        move_seats(session.seats, past=played.number, by=1)
        move_counting(session, past=played.number, by=1)
        renumber(session)
    return fresh


def correct(session: Session, wrong: Round, played: facts.RoundFacts, author: Author, *, seen: str) -> None:
    """Replace what a round says. `seen` is the fingerprint of what the phone was shown.

    Raises RoundTaken where somebody else has changed the round since to something else again.
    """
    played = replace(played, number=wrong.number)
    now = fingerprint(wrong.facts())
    if now == fingerprint(played):
        return
    if now != seen:
        raise RoundTaken(wrong)
    with changing(session, "correct", author, about_round(played)):
        wrong.take(played)


def remove(session: Session, unwanted: Round, author: Author) -> None:
    """Take a round out; later ones move down by one."""
    with changing(session, "remove", author, about_round(unwanted.facts())):
        session.rounds.remove(unwanted)
        move_seats(session.seats, past=unwanted.number, by=-1)
        move_counting(session, past=unwanted.number, by=-1)
        renumber(session)


def move_seats(seats: Iterable[Seat], *, past: int, by: int) -> None:
    """Keep everybody's comings and goings with their rounds when round `past` comes or goes.

    Who sat down or got up exactly at that round keeps its number.
    """

    def moved(number: int | None) -> int | None:
        return number + by if number is not None and number > past else number

    for seat in seats:
        seat.joined_round = moved(seat.joined_round) or 1
        seat.away = [{**a, "since": moved(a["since"]), "until": moved(a["until"])} for a in seat.away]


def renumber(session: Session) -> None:
    """Number the rounds as they stand in the list, 1 to n."""
    if all(played.number == place for place, played in enumerate(session.rounds, 1)):
        return
    for place, played in enumerate(session.rounds, 1):
        played.number = -place  # out of each other's way: a number may stand only once
    db.session.flush()
    for place, played in enumerate(session.rounds, 1):
        played.number = place
    db.session.flush()


def same(one: facts.RoundFacts, other: facts.RoundFacts) -> bool:
    """Whether two accounts of a round say the same of its hands, whoever dealt."""
    return _content(one) == _content(other)


def fingerprint(played: facts.RoundFacts) -> str:
    """A short text that is equal for equal rounds, dealer and hand size included."""
    said = repr((_content(played), str(played.dealer), played.hand_size))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


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
    return str(played.out), chain, hands


def about_round(played: facts.RoundFacts) -> dict[str, Any]:
    return {
        "number": played.number,
        "out": _text(played.out),
        "points": {_text(hand.seat): hand.points for hand in played.hands},
    }


def _text(seat_id: object) -> str | None:
    return str(seat_id) if isinstance(seat_id, uuid.UUID) else None
