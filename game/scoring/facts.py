"""What happened at the table: frozen values, the input of every other module of scoring."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

SeatId = Hashable


@dataclass(frozen=True, slots=True)
class Away:
    """An absence. since: the first round missed; until: the first round played again, None if still away.

    points: added to the total on return.

    >>> [number for number in range(1, 7) if Away(since=3, until=5).covers(number)]
    [3, 4]
    """

    since: int
    until: int | None = None
    points: int = 0

    def covers(self, number: int) -> bool:
        return self.since <= number and (self.until is None or number < self.until)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Bonus points, or penalty points if negative, added after round `after` (0: before the first)."""

    after: int
    points: int


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A player's place at the table.

    position: clockwise. start_points: the total of a late joiner before the first round. origin: the first
    seat in a sequence of handovers, None for a seat that took over from no other; seats with the same origin
    share one total, which belongs to the one that plays now. eliminated_after: derived from the rounds
    (elimination.py), the last round of an eliminated seat.
    """

    id: SeatId
    position: int
    joined_round: int = 1
    away: tuple[Away, ...] = ()
    start_points: int = 0
    team: str | None = None
    origin: SeatId | None = None
    adjustments: tuple[Adjustment, ...] = ()
    eliminated_after: int | None = None

    def plays(self, number: int) -> bool:
        if self.eliminated_after is not None and number > self.eliminated_after:
            return False
        return number >= self.joined_round and not any(a.covers(number) for a in self.away)

    @property
    def has_left(self) -> bool:
        return any(a.until is None for a in self.away)

    @property
    def left_round(self) -> int:
        """The first round missed by a seat that has left, otherwise 0."""
        return next((a.since for a in self.away if a.until is None), 0)


@dataclass(frozen=True, slots=True)
class HandFacts:
    """The cards that one seat held when a round ended.

    cards: counts by key of the card class, None if only points were entered. points: with all multipliers;
    the place if the session counts places; None if not counted, and always if the session counts wins.
    typed: the number or sum as typed, before multipliers. multipliers: keys of those of this hand.
    """

    seat: SeatId
    cards: Mapping[str, int] | None
    points: int | None
    typed: str | None = None
    multipliers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LastCards:
    """The chain that a round ended on: the number of its cards, and the seat that drew for them."""

    cards: int
    drawer: SeatId


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round that was played.

    hand_size: cards dealt to each seat, 0 if not recorded. out: the seat that went out, or won; None in a
    blocked round, and where no round has a winner. hands: of the seats that played the round; an absent seat
    has none. multipliers: keys of those of all hands.
    """

    number: int
    dealer: SeatId
    hand_size: int
    out: SeatId | None
    hands: tuple[HandFacts, ...]
    chain: LastCards | None = None
    multipliers: tuple[str, ...] = ()

    def points_of(self, seat: SeatId) -> int | None:
        return next((hand.points for hand in self.hands if hand.seat == seat), None)


def in_order(seats: Iterable[SeatFacts]) -> list[SeatFacts]:
    """Return the seats clockwise."""
    return sorted(seats, key=lambda seat: seat.position)


def shared_seats(seats: Iterable[SeatFacts]) -> dict[SeatId, tuple[SeatFacts, ...]]:
    """Group the seats that share a total: {holder: (seats with the same origin, clockwise)}.

    The holder is the seat that plays now or, if all have left, the one that left last. A seat without
    handovers is a group of its own.
    """
    shared: dict[SeatId, list[SeatFacts]] = {}
    for seat in in_order(seats):
        shared.setdefault(seat.id if seat.origin is None else seat.origin, []).append(seat)
    return {max(each, key=_recency).id: tuple(each) for each in shared.values()}


def _recency(seat: SeatFacts) -> tuple[bool, int, int]:
    return not seat.has_left, seat.left_round, seat.joined_round
