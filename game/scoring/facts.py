"""What happened at the table: the values that every other module here reads and none changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

SeatId = Hashable


@dataclass(frozen=True, slots=True)
class Away:
    """A stretch that a seat missed: the first round missed, the first round back (None: still away).

    `points` is what the table added on the way back; 0 where the total simply stood still.
    """

    since: int
    until: int | None = None
    points: int = 0

    def covers(self, number: int) -> bool:
        return self.since <= number and (self.until is None or number < self.until)


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A player's place, clockwise by `position`; `start_points` is what a late joiner began with.

    origin: the first seat of those that took over from each other; None for a seat nobody took over from
    another. They share one total, which belongs to whoever of them is there.
    """

    id: SeatId
    position: int
    joined_round: int = 1
    away: tuple[Away, ...] = ()
    start_points: int = 0
    team: str | None = None
    origin: SeatId | None = None

    def plays(self, number: int) -> bool:
        return number >= self.joined_round and not any(a.covers(number) for a in self.away)

    @property
    def has_left(self) -> bool:
        return any(a.until is None for a in self.away)

    @property
    def left_round(self) -> int:
        """The first round missed since it left; 0 where it is there."""
        return next((a.since for a in self.away if a.until is None), 0)


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What one seat had left: cards by class, or None with the points typed (or not counted at all)."""

    seat: SeatId
    cards: Mapping[str, int] | None
    points: int | None


@dataclass(frozen=True, slots=True)
class LastCards:
    """A round ended on a chain: how many such cards, and the seat that drew for them."""

    cards: int
    drawer: SeatId


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One deal that was played; `out` is None where nobody went out."""

    number: int
    dealer: SeatId
    hand_size: int
    out: SeatId | None
    hands: tuple[HandFacts, ...]
    chain: LastCards | None = None

    def points_of(self, seat: SeatId) -> int | None:
        return next((hand.points for hand in self.hands if hand.seat == seat), None)


def in_order(seats: Iterable[SeatFacts]) -> list[SeatFacts]:
    """Seats clockwise."""
    return sorted(seats, key=lambda seat: seat.position)


def shared_seats(seats: Iterable[SeatFacts]) -> dict[SeatId, tuple[SeatFacts, ...]]:
    """By the seat that holds their common total, the seats that took over from each other, itself among them.

    It is held by the seat that is there, or, where all have left, by the one that left last. A seat that
    nobody took over holds its own.
    """
    shared: dict[SeatId, list[SeatFacts]] = {}
    for seat in in_order(seats):
        shared.setdefault(seat.id if seat.origin is None else seat.origin, []).append(seat)
    return {max(each, key=_holds).id: tuple(each) for each in shared.values()}


def _holds(seat: SeatFacts) -> tuple[bool, int, int]:
    return not seat.has_left, seat.left_round, seat.joined_round
