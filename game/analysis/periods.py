"""Comparison of a player's results in two periods, with a confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from game.analysis.interval import bonferroni_z

ENOUGH = 20  # games in each period before a verdict


@dataclass(frozen=True)
class ScoreSample:
    """Scores of one player in some games; a score is the share of opponents beaten, 0 to 1.

    total: sum of the scores; squares: sum of their squares.

    >>> ScoreSample.of([0.0, 0.5, 1.0])
    ScoreSample(games=3, total=1.5, squares=1.25)
    """

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, shares: list[float]) -> ScoreSample:
        return cls(len(shares), sum(shares), sum(share * share for share in shares))

    @property
    def share(self) -> float | None:
        """The mean score, None without games; 0.5 is as good as the opponents."""
        return self.total / self.games if self.games else None

    @property
    def has_enough(self) -> bool:
        return self.games >= ENOUGH

    @property
    def adjusted_mean_and_variance(self) -> tuple[float, float]:
        """The mean and its variance with one more game won and one more lost.

        This keeps the variance above 0 for scores near 0 or 1, as with proportions: A. Agresti and B. Caffo,
        Simple and effective confidence intervals for proportions and differences of proportions, The
        American Statistician 54 (2000), pages 280 to 288.
        """
        games, total, squares = self.games + 2, self.total + 1, self.squares + 1
        mean = total / games
        return mean, (squares / games - mean * mean) / (games - 1)


@dataclass(frozen=True)
class ScoreChange:
    """The change of the mean score between two periods.

    candidates: number of players compared at once, for the Bonferroni correction.
    """

    before: ScoreSample
    after: ScoreSample
    candidates: int = 1

    @property
    def has_enough_games(self) -> bool:
        return self.before.has_enough and self.after.has_enough

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of the true change, for all candidates at once."""
        mean_before, variance_before = self.before.adjusted_mean_and_variance
        mean_after, variance_after = self.after.adjusted_mean_and_variance
        reach = bonferroni_z(self.candidates) * sqrt(variance_before + variance_after)
        return mean_after - mean_before - reach, mean_after - mean_before + reach

    @property
    def verdict(self) -> str:
        """ "better", "worse" or "close" (not significant); "few" with too few games."""
        if not self.has_enough_games:
            return "few"
        low, high = self.bounds
        if low > 0:
            return "better"
        return "worse" if high < 0 else "close"
