"""The hands that phones have counted for the next round, before it is saved."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.scoring import facts


@dataclass(frozen=True)
class Count:
    """The cards left of a seat, as counted on the phone `by`.

    is_right: the check of the left neighbour (SP28) on the phone `checked_by`, None before it. overruled:
    earlier counts of other phones for the seat, oldest first: {"by", "cards", "points"}. points: without the
    multipliers of the round, which are chosen when it is saved. typed, multipliers: see Hand.
    """

    seat: uuid.UUID
    cards: dict[str, int] | None
    points: int | None
    by: str
    is_right: bool | None = None
    checked_by: str = ""
    overruled: tuple[Mapping[str, Any], ...] = ()
    typed: str | None = None
    multipliers: tuple[str, ...] = ()

    @property
    def hand(self) -> facts.Hand:
        return facts.Hand(self.seat, self.cards, self.points, self.typed, self.multipliers)

    @property
    def token(self) -> str:
        """A short text, equal for equal hands."""
        cards = None if self.cards is None else sorted((key, n) for key, n in self.cards.items() if n)
        content = (cards, self.points, *filter(None, (self.typed, self.multipliers)))
        return hashlib.sha256(repr(content).encode()).hexdigest()[:12]

    @property
    def seat_token(self) -> str:
        """The token of the hand, with the seat."""
        return f"{self.seat}:{self.token}"

    def sent_after(self, other: Count) -> Count:
        """This count, replacing another; a count of another phone is added to `overruled`."""
        if other.by == self.by:
            return replace(self, overruled=other.overruled)
        replaced = {"by": other.by, "cards": other.cards, "points": other.points}
        return replace(self, overruled=(*other.overruled, replaced))


@dataclass(frozen=True)
class RoundCounts:
    """Counts of the round `number`.

    out_is_declared: whether a phone, `by`, has declared who is out. out: None if nobody went out.
    """

    number: int
    out_is_declared: bool = False
    out: uuid.UUID | None = None
    chain: facts.LastCards | None = None
    by: str = ""
    counts: Mapping[uuid.UUID, Count] = field(default_factory=dict)

    @property
    def has_begun(self) -> bool:
        return self.out_is_declared or bool(self.counts)

    def with_count(self, count: Count) -> RoundCounts:
        return replace(self, counts={**self.counts, count.seat: count})

    def points(self) -> dict[facts.SeatId, int]:
        """The points of the hands that are known, once it is declared who is out."""
        counted: dict[facts.SeatId, int] = {
            seat: count.points for seat, count in self.counts.items() if count.points is not None
        }
        if self.out:
            counted[self.out] = 0
        return counted if self.out_is_declared else {}

    @classmethod
    def from_dict(cls, known: Mapping[str, Any]) -> RoundCounts:
        chain = known["chain"]
        return cls(
            number=known["number"],
            out_is_declared=known["is_said"],
            out=uuid.UUID(known["out"]) if known["out"] else None,
            chain=facts.LastCards(chain["cards"], uuid.UUID(chain["drawer"])) if chain else None,
            by=known["by"],
            counts={
                uuid.UUID(seat): _count_from_dict(uuid.UUID(seat), count)
                for seat, count in known["counts"].items()
            },
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON that is stored."""
        return {
            "number": self.number,
            "is_said": self.out_is_declared,
            "out": str(self.out) if self.out else None,
            "chain": {"cards": self.chain.cards, "drawer": str(self.chain.drawer)} if self.chain else None,
            "by": self.by,
            "counts": {str(seat): _count_to_dict(count) for seat, count in self.counts.items()},
        }


def _count_to_dict(count: Count) -> dict[str, Any]:
    stored: dict[str, Any] = {
        "cards": None if count.cards is None else dict(count.cards),
        "points": count.points,
        "by": count.by,
        "is_right": count.is_right,
        "checked_by": count.checked_by,
        "overruled": list(count.overruled),
    }
    extra = {"typed": count.typed, "multipliers": list(count.multipliers)}
    return stored | {name: value for name, value in extra.items() if value}


def _count_from_dict(seat: uuid.UUID, stored: Mapping[str, Any]) -> Count:
    lists = {"overruled": tuple(stored["overruled"]), "multipliers": tuple(stored.get("multipliers", ()))}
    return Count(seat, **{**stored, **lists})
