"""The hands that phones have counted for the round to come, before anybody saves it."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.scoring import facts


@dataclass(frozen=True)
class Count:
    """What a phone says that a seat still holds; is_right: what the left neighbour says of it (SP28), None as
    long as nobody has looked, and `checked_by` whose phone said so.

    overruled: what other phones had sent for the seat before, the first first: {"by", "cards", "points"}.
    """

    seat: uuid.UUID
    cards: Mapping[str, int] | None
    points: int | None
    by: str
    is_right: bool | None = None
    checked_by: str = ""
    overruled: tuple[Mapping[str, Any], ...] = ()

    @property
    def hand(self) -> facts.HandFacts:
        return facts.HandFacts(self.seat, self.cards, self.points)

    @property
    def mark(self) -> str:
        """A short text that is equal for equal hands."""
        cards = None if self.cards is None else sorted((key, n) for key, n in self.cards.items() if n)
        return hashlib.sha256(repr((cards, self.points)).encode()).hexdigest()[:12]

    @property
    def mark_of_seat(self) -> str:
        """The same, of this seat."""
        return f"{self.seat}:{self.mark}"

    def sent_after(self, other: Count) -> Count:
        """This one in the place of another: what a phone says itself it may say otherwise."""
        if other.by == self.by:
            return replace(self, overruled=other.overruled)
        said = {"by": other.by, "cards": other.cards, "points": other.points}
        return replace(self, overruled=(*other.overruled, said))


@dataclass(frozen=True)
class Counting:
    """How far the round of this number is counted.

    is_said: whether somebody has said who is out; `out` is None where nobody went out. by: the phone that
    said so.
    """

    number: int
    is_said: bool = False
    out: uuid.UUID | None = None
    chain: facts.LastCards | None = None
    by: str = ""
    counts: Mapping[uuid.UUID, Count] = field(default_factory=dict)

    @property
    def has_begun(self) -> bool:
        return self.is_said or bool(self.counts)

    def with_count(self, count: Count) -> Counting:
        return replace(self, counts={**self.counts, count.seat: count})

    def points(self) -> dict[facts.SeatId, int]:
        """What hands are known to cost, as far as they are, once somebody has said who is out."""
        counted: dict[facts.SeatId, int] = {
            seat: count.points for seat, count in self.counts.items() if count.points is not None
        }
        if self.out:
            counted[self.out] = 0
        return counted if self.is_said else {}

    @classmethod
    def from_dict(cls, known: Mapping[str, Any]) -> Counting:
        chain = known["chain"]
        return cls(
            number=known["number"],
            is_said=known["is_said"],
            out=uuid.UUID(known["out"]) if known["out"] else None,
            chain=facts.LastCards(chain["cards"], uuid.UUID(chain["drawer"])) if chain else None,
            by=known["by"],
            counts={
                uuid.UUID(seat): Count(uuid.UUID(seat), **{**said, "overruled": tuple(said["overruled"])})
                for seat, said in known["counts"].items()
            },
        )

    def to_dict(self) -> dict[str, Any]:
        """As it is stored, in JSON."""
        return {
            "number": self.number,
            "is_said": self.is_said,
            "out": str(self.out) if self.out else None,
            "chain": {"cards": self.chain.cards, "drawer": str(self.chain.drawer)} if self.chain else None,
            "by": self.by,
            "counts": {
                str(seat): {
                    "cards": None if count.cards is None else dict(count.cards),
                    "points": count.points,
                    "by": count.by,
                    "is_right": count.is_right,
                    "checked_by": count.checked_by,
                    "overruled": list(count.overruled),
                }
                for seat, count in self.counts.items()
            },
        }
