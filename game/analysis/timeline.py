"""Totals, ranks and distances of all sides after each round."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.scoring.facts import Round, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Standing, position_key, standings


class SeatStanding(NamedTuple):
    """A seat after a round: total and rank of its side; rank is None if it had left or not yet joined."""

    total: int
    rank: int | None


Timeline = Sequence[Mapping[SeatId, SeatStanding]]


def timeline(rules: Rules, seats: Sequence[SeatFacts], table: Sequence[Standing]) -> Timeline:
    """Return total and rank of every seat after each round, the first round first.

    table: the standings after the last round. Equal totals share a rank; eliminated sides rank behind all
    that play longer. A side that joined later or has left by then has no rank.
    """
    last = max((len(side.history) - 1 for side in table), default=0)
    stay = {seat.id: _stay(seat, last) for seat in seats}
    after = []
    for number in range(1, last + 1):
        here = [_is_here(side, stay, number, last) for side in table]
        keys = [position_key(rules, side, number) for side in table]
        ranked = sorted(key for key, is_here in zip(keys, here, strict=True) if is_here)
        positions = {}
        for side, key, is_here in zip(table, keys, here, strict=True):
            rank = bisect_left(ranked, key) + 1 if is_here else None
            for seat in side.seats:
                positions[seat] = SeatStanding(side.history[number], rank)
        after.append(positions)
    return after


def _is_here(side: Standing, stay: Mapping[SeatId, range], number: int, last: int) -> bool:
    if number == last:
        return side.rank is not None
    return any(number in stay[seat] for seat in side.seats)


def _stay(seat: SeatFacts, last: int) -> range:
    """Return the rounds from joining to the last one before leaving for good, including absences."""
    return range(seat.joined_round, min((a.since for a in seat.away if a.until is None), default=last + 1))


class Place(NamedTuple):
    """Where a side was after a round: the smaller, the better."""

    side: Standing
    position: tuple[int, int]
    total: int


class Race:
    """Compares the sides that stay to the end, each from the round in which it joined.

    sides: all sides in final order; ranked: those that stayed; side_of: by seat.
    """

    def __init__(self, rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[Round]) -> None:
        self.rules = rules
        self.sides = standings(rules, seats, rounds)
        self.ranked = [side for side in self.sides if side.rank is not None]
        self.side_of = {seat: side for side in self.sides for seat in side.seats}
        self._after: dict[int, list[Place]] = {}

    def present_sides(self, number: int) -> list[Standing]:
        """Return the sides that stay to the end and have joined by round `number`."""
        return [side for side in self.ranked if side.joined_round <= number]

    def after(self, number: int) -> list[Place]:
        """Return the places after a round of the sides that stay to the end and have joined by then."""
        if number not in self._after:
            sort_key, rules = self.rules.sort_key, self.rules
            self._after[number] = [
                Place(side, position_key(rules, side, number), sort_key(side.history[number]))
                for side in self.present_sides(number)
            ]
        return self._after[number]

    def farthest_behind(self, side: Standing) -> tuple[int, int | None]:
        """Return the largest gap to the best other side and the first round after which it occurred.

        (0, None) for a side that was never behind, and without distances.
        """
        if not self.rules.has_distances:
            return 0, None
        gaps = []
        for number in range(side.joined_round, len(side.history)):
            others = [place.total for place in self._others(side, number)]
            if others:
                gaps.append((self.rules.sort_key(side.history[number]) - min(others), -number))
        gap, number = max(gaps, default=(0, 0))
        return (gap, -number) if gap > 0 else (0, None)

    def was_last(self, side: Standing, number: int) -> bool:
        """Whether no other side was behind it after that round, and one was ahead."""
        places = self.after(number) if number >= 1 else []
        if not any(place.side is side for place in places):
            return False
        positions = [place.position for place in places]
        return position_key(self.rules, side, number) == max(positions) > min(positions)

    def is_leading(self, side: Standing, number: int) -> bool:
        """Whether it led after that round, alone or not."""
        if side.rank is None or side.joined_round > number:
            return False
        others = self._others(side, number)
        return bool(others) and position_key(self.rules, side, number) <= min(p.position for p in others)

    def margin(self, side: Standing) -> int | None:
        """Return a winner's distance to the best side that did not win.

        None for other sides, and without distances.
        """
        if not self.rules.has_distances:
            return None
        others = [self.rules.sort_key(s.total) for s in self.ranked if not s.leads]
        return min(others) - self.rules.sort_key(side.total) if side.leads and others else None

    def beaten_share(self, side: Standing) -> float | None:
        """Return the share of opponents (seats) that finished behind it, ties counting half.

        None without opponents and for a side that has left.
        """
        if side.rank is None:
            return None
        others = [other.rank or 0 for other in self.ranked if other is not side for _seat in other.seats]
        beaten = sum((rank > side.rank) + (rank == side.rank) / 2 for rank in others)
        return beaten / len(others) if others else None

    def _others(self, side: Standing, number: int) -> list[Place]:
        return [place for place in self.after(number) if place.side is not side]
