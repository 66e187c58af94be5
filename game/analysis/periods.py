"""Has somebody become better? Two stretches of games side by side, with what luck leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from game.analysis.interval import z_of_one_in

ENOUGH = 20  # games in each stretch, before anything is said


@dataclass(frozen=True)
class Stretch:
    """Some games of one player: of each the share of opponents that were beaten, from 0 to 1.

    total: the sum of these shares, squares: of their squares.
    """

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, shares: list[float]) -> Stretch:
        return cls(len(shares), sum(shares), sum(share * share for share in shares))

    @property
    def share(self) -> float | None:
        """Half is as good as the others; None where nothing was played."""
        return self.total / self.games if self.games else None

    @property
    def is_enough(self) -> bool:
        return self.games >= ENOUGH

    @property
    def guarded(self) -> tuple[float, float]:
        """The mean and its squared error as if one game more had been won and one lost.

        So nobody is sure of a share near 0 or 1, as with proportions: A. Agresti and B. Caffo, Simple and
        effective confidence intervals for proportions and differences of proportions, The American
        Statistician 54 (2000), pages 280 to 288.
        """
        games, total, squares = self.games + 2, self.total + 1, self.squares + 1
        mean = total / games
        return mean, (squares / games - mean * mean) / (games - 1)


@dataclass(frozen=True)
class Change:
    """From one stretch to a later one, of one among so many candidates of whom the best might be picked."""

    before: Stretch
    after: Stretch
    candidates: int = 1

    @property
    def is_told(self) -> bool:
        return self.before.is_enough and self.after.is_enough

    @property
    def ends(self) -> tuple[float, float]:
        """Between these the true change lies, 95 times in 100 for all candidates at once."""
        (was, was_open), (is_now, now_open) = self.before.guarded, self.after.guarded
        reach = z_of_one_in(self.candidates) * sqrt(was_open + now_open)
        return is_now - was - reach, is_now - was + reach

    @property
    def verdict(self) -> str:
        """ "better", "worse" or "close"; "few" where too little was played to say."""
        if not self.is_told:
            return "few"
        low, high = self.ends
        if low > 0:
            return "better"
        return "worse" if high < 0 else "close"
