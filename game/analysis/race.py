"""Comparison of all sides after each round: gaps, leads and last places."""

from __future__ import annotations

from collections.abc import Sequence

from game.analysis.figures import has_distances
from game.scoring.facts import Round, SeatFacts
from game.scoring.rules import Rules
from game.scoring.standings import Standing, position_key, standings


class Race:
    """Compares the sides that stay to the end, each from the round in which it joined.

    sides: all sides in final order; ranked: those that stayed; side_of: by seat.
    """

    def __init__(self, rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[Round]) -> None:
        self.rules = rules
        self.sides = standings(rules, seats, rounds)
        self.ranked = [side for side in self.sides if side.rank is not None]
        self.side_of = {seat: side for side in self.sides for seat in side.seats}

    def present_sides(self, number: int) -> list[Standing]:
        """Return the sides that stay to the end and have joined by round `number`."""
        return [side for side in self.ranked if side.joined_round <= number]

    def farthest_behind(self, side: Standing) -> tuple[int, int | None]:
        """Return the largest gap to the best other side and the first round after which it occurred.

        (0, None) for a side that was never behind, and without distances (figures.py).
        """
        if not has_distances(self.rules):
            return 0, None
        gaps = [(gap, -n) for n in range(1, len(side.history)) if (gap := self._gap(side, n)) is not None]
        gap, number = max(gaps, default=(0, 0))
        return (gap, -number) if gap > 0 else (0, None)

    def was_last(self, side: Standing, number: int) -> bool:
        """Whether no other side was behind it after that round, and one was ahead."""
        if number < 1 or side not in self.present_sides(number):
            return False
        positions = [position_key(self.rules, s, number) for s in self.present_sides(number)]
        return position_key(self.rules, side, number) == max(positions) > min(positions)

    def is_leading(self, side: Standing, number: int) -> bool:
        """Whether it led after that round, alone or not."""
        if side.rank is None or side.joined_round > number:
            return False
        others = [position_key(self.rules, s, number) for s in self.present_sides(number) if s is not side]
        return bool(others) and position_key(self.rules, side, number) <= min(others)

    def margin(self, side: Standing) -> int | None:
        """Return a winner's distance to the best side that did not win.

        None for other sides, and without distances (figures.py).
        """
        if not has_distances(self.rules):
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

    def _gap(self, side: Standing, number: int) -> int | None:
        """Return how far it was behind the best other side after that round (negative: ahead), or None."""
        others = [self.rules.sort_key(s.history[number]) for s in self.present_sides(number) if s is not side]
        if not others or side.joined_round > number:
            return None
        return self.rules.sort_key(side.history[number]) - min(others)
