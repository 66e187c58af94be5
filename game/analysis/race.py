"""How every side stood beside the others after each round: who was behind, who led."""

from __future__ import annotations

from collections.abc import Sequence

from game.scoring.facts import RoundFacts, SeatFacts
from game.scoring.rules import Rules
from game.scoring.standings import Standing, standings


class Race:
    """The sides that stay to the end are compared, each from the round it joined in: before that it has no
    total, whatever it began with.

    sides: all, as they finished; ranked: those that stayed.
    """

    def __init__(self, rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts]) -> None:
        self.rules = rules
        self.sides = standings(rules, seats, rounds)
        self.ranked = [side for side in self.sides if side.rank is not None]
        self.side_of = {seat: side for side in self.sides for seat in side.seats}

    def there(self, number: int) -> list[Standing]:
        """The sides that stay to the end and have joined by that round."""
        return [side for side in self.ranked if side.joined_round <= number]

    def farthest_behind(self, side: Standing) -> tuple[int, int | None]:
        """How far and after which round; (0, None) for a side that was never behind."""
        gaps = [(gap, -n) for n in range(1, len(side.history)) if (gap := self._gap(side, n)) is not None]
        gap, number = max(gaps, default=(0, 0))
        return (gap, -number) if gap > 0 else (0, None)

    def was_last(self, side: Standing, number: int) -> bool:
        """Whether nobody was behind it after that round, and somebody ahead."""
        if number < 1 or side not in self.there(number):
            return False
        worth = [self.rules.sort_key(s.history[number]) for s in self.there(number)]
        return self.rules.sort_key(side.history[number]) == max(worth) > min(worth)

    def led(self, side: Standing, number: int) -> bool:
        """Whether it led after that round, alone or not."""
        gap = self._gap(side, number)
        return side.rank is not None and gap is not None and gap <= 0

    def margin(self, side: Standing) -> int | None:
        """A winner's distance to the best side that did not win."""
        others = [self.rules.sort_key(s.total) for s in self.ranked if not s.leads]
        return min(others) - self.rules.sort_key(side.total) if side.leads and others else None

    def beaten(self, side: Standing) -> float | None:
        """The share of its opponents that it finished ahead of, level counting half; None without opponents
        and for a side that has left.
        """
        if side.rank is None:
            return None
        others = [other.rank or 0 for other in self.ranked if other is not side for _seat in other.seats]
        beaten = sum((rank > side.rank) + (rank == side.rank) / 2 for rank in others)
        return beaten / len(others) if others else None

    def _gap(self, side: Standing, number: int) -> int | None:
        """How far behind the best other one after that round; None where there is nothing to compare."""
        others = [self.rules.sort_key(s.history[number]) for s in self.there(number) if s is not side]
        if not others or side.joined_round > number:
            return None
        return self.rules.sort_key(side.history[number]) - min(others)
