"""Record, correct, remove and insert rounds."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Collection
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from game.scoring import operations
from game.scoring.facts import Round
from game.scoring.round_warnings import round_warnings
from game.scoring.shown import BothChanged, Shown, merged
from models.change import ChangeStamp, recorded_as_change
from models.database import new_id
from models.session import Session
from models.table.counting import discarded_count_values, move_counting


class RoundTaken(ValueError):
    """Another phone has saved this round with different content, as `saved`."""

    def __init__(self, saved: Round) -> None:
        super().__init__(f"round {saved.number} is already there")
        self.saved = saved


def record(session: Session, played: Round, stamp: ChangeStamp, *, misdeals: int = 0) -> Round:
    """Add the next round, as a change of kind "record", and return it as it is stored.

    A round with this number may be saved already, by another phone. If it has the same hands, return it
    and change nothing, whoever dealt; otherwise raise RoundTaken.
    """
    saved = session.round_number(played.number)
    if saved is not None:
        if has_same_hands(saved, played):
            return saved
        raise RoundTaken(saved)
    fresh = replace(_stamped(played, stamp), misdeals=misdeals)
    about = round_values(played) | discarded_count_values(session, played)
    with recorded_as_change(session, "record", stamp, about):
        session.sheet = operations.record(session.rules, session.sheet, fresh)
    return fresh


def insert(session: Session, played: Round, stamp: ChangeStamp, *, moves_deals: bool = False) -> Round:
    """Insert a forgotten round before the one with its number; later ones move up by one.

    moves_deals: each later round gets dealer and hand size of the round after it.
    """
    about = round_values(played) | ({"moves_deals": True} if moves_deals else {})
    fresh = _stamped(played, stamp)
    with recorded_as_change(session, "insert", stamp, about):
        session.sheet = operations.insert(session.rules, session.sheet, fresh, moves_deals=moves_deals)
        move_counting(session, past=played.number, by=1)
    return fresh


def correct(session: Session, wrong: Round, played: Round, stamp: ChangeStamp, *, shown: Shown) -> None:
    """Change what differs from what the phone showed of a round; nothing changes if that is nothing.

    shown: of the round, see game/scoring/shown.py. What others have changed since stays as it is. Raise
    RoundTaken if another phone has changed the same field, or both changes do not fit together.
    """
    played = replace(played, number=wrong.number, id=wrong.id)
    try:
        right = merged(shown, played, wrong)
    except BothChanged:
        raise RoundTaken(wrong) from None
    if fingerprint(right) == fingerprint(wrong):
        return
    rules = session.rules
    known = (*round_warnings(played, rules), *round_warnings(wrong, rules))
    if any(warning not in known for warning in round_warnings(right, rules)):
        raise RoundTaken(wrong)  # each is possible alone, but not both: too many eights, the same place twice
    with recorded_as_change(session, "correct", stamp, round_values(right)):
        session.sheet = operations.correct(session.sheet, right)


def remove(session: Session, unwanted: Round, stamp: ChangeStamp, *, moves_deals: bool = False) -> None:
    """Delete a round; later ones move down by one.

    moves_deals: each later round gets dealer and hand size of the round before it.
    """
    about = round_values(unwanted) | ({"moves_deals": True} if moves_deals else {})
    with recorded_as_change(session, "remove", stamp, about):
        session.sheet = operations.remove(
            session.rules, session.sheet, unwanted.number, moves_deals=moves_deals
        )
        move_counting(session, past=unwanted.number, by=-1)


def _stamped(played: Round, stamp: ChangeStamp) -> Round:
    return replace(played, id=new_id(), recorded_at=stamp.at)


def has_same_hands(one: Round, other: Round) -> bool:
    """Whether two rounds have the same hands, whoever dealt and however the points were typed."""
    return _content(one) == _content(other)


def fingerprint(played: Round) -> str:
    """A short text, equal for equal rounds, dealer and hand size included."""
    typed = sorted((str(hand.seat), hand.typed) for hand in played.hands if hand.typed)
    content = repr((_content(played), str(played.dealer), played.hand_size, typed))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _content(played: Round) -> list[Any]:
    """Everything that was played: of the round, then of each hand."""
    hands = sorted(played.hands, key=lambda hand: str(hand.seat))
    of_deal = ("id", "number", "dealer", "hand_size", "misdeals", "recorded_at", "hands")
    return [_played(played, of_deal), *(_played(hand, ("typed",)) for hand in hands)]


def _played(value: Struct, without: Collection[str]) -> list[tuple[str, Any]]:
    """The fields of a round or a hand."""
    return [(name, _sorted(content)) for name, content in asdict(value).items() if name not in without]


def _sorted(content: Any) -> Any:
    """Sort cards and tuples; a card class without cards is as if it were not counted."""
    if isinstance(content, dict):
        return sorted((key, cards) for key, cards in content.items() if cards)
    return sorted(content) if isinstance(content, tuple) else content


def round_values(played: Round) -> dict[str, Any]:
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
