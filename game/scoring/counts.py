"""The hands that phones have counted for the next round, before it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from msgspec import field
from msgspec.structs import replace

from game.scoring.facts import Hand, LastCards, SeatId, Value
from game.scoring.shown import mark_of_hand


class Count(Value, frozen=True):
    """The hand of a seat, as counted on the phone `by`; its points without what multiplies the whole round.

    is_right: the check of the left neighbour (SP28) on the phone `checked_by`, None before it. overruled:
    earlier counts of other phones for the seat, oldest first: {"by", "cards", "points"}.
    """

    hand: Hand
    by: str
    is_right: bool | None = None
    checked_by: str = ""
    overruled: tuple[dict[str, Any], ...] = ()

    @property
    def token(self) -> str:
        """A short text, equal for equal hands."""
        return mark_of_hand(self.hand)

    def in_history(self) -> dict[str, Any]:
        """What the history says of a count that did not count."""
        return {"by": self.by, "cards": self.hand.cards, "points": self.hand.points}

    def sent_after(self, other: Count) -> Count:
        """This count, replacing another; a count of another phone is added to `overruled`."""
        others = () if other.by == self.by else (other.in_history(),)
        return replace(self, overruled=(*other.overruled, *others))


class RoundCounts(Value, frozen=True):
    """Counts of the round `number`, by seat.

    out_is_declared: whether a phone, `by`, has declared who is out. out: None if nobody went out.
    """

    number: int
    out_is_declared: bool = False
    out: UUID | None = None
    chain: LastCards | None = None
    by: str = ""
    counts: dict[UUID, Count] = field(default_factory=dict)

    @property
    def has_begun(self) -> bool:
        return self.out_is_declared or bool(self.counts)

    def with_count(self, count: Count) -> RoundCounts:
        return replace(self, counts={**self.counts, count.hand.seat: count})

    def points(self) -> Mapping[SeatId, int]:
        """The points of the hands that are known, once it is declared who is out."""
        if not self.out_is_declared:
            return {}
        points: dict[SeatId, int] = {
            seat: count.hand.points for seat, count in self.counts.items() if count.hand.points is not None
        }
        return points if self.out is None else points | {self.out: 0}
