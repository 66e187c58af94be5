"""Confidence intervals: of proportions, and of the change of a player's mean score between two periods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import NormalDist

Z_95 = 1.959963984540054  # the standard normal distribution holds 95 % between −z and z
CONFIDENCE = 0.95
EVEN_SHARE = 0.5
MIN_GAMES = 20  # in each of two periods before a verdict


@dataclass(frozen=True)
class Interval:
    """An interval of a share; low and high are included, 0 to 1."""

    low: float
    high: float

    def __contains__(self, share: float) -> bool:
        return self.low <= share <= self.high


def bonferroni_z(candidates: int) -> float:
    """Return the quantile with which `candidates` intervals hold together with 95 % confidence (Bonferroni).

    Use it where the best of many candidates is picked: picking the best also picks luck.

    >>> round(bonferroni_z(1), 3), round(bonferroni_z(10), 3)
    (1.96, 2.807)
    """
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / candidates)


def wilson(hits: float, tries: int, z: float = Z_95) -> Interval:
    """Return the score interval for `hits` in `tries`; (0, 1) without tries. A hit may be a half.

    E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the
    American Statistical Association 22 (1927), pages 209 to 212. Unlike p ± z·√(p(1−p)/n) it stays within
    0 and 1 and is valid for few tries and for shares near 0 or 1.

    >>> interval = wilson(5, 10)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.237, 0.763)
    """
    if tries == 0:
        return Interval(0.0, 1.0)
    share, spread = hits / tries, z * z / tries
    middle = share + spread / 2
    half = z * sqrt((share * (1 - share) + spread / 4) / tries)
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return Interval(max(0.0, low) if hits else 0.0, min(1.0, high) if hits < tries else 1.0)


def possible_highest(counts: Sequence[tuple[float, int]]) -> list[int]:
    """Return the indexes of the highest share and of those that do not differ from it significantly.

    counts: pairs (hits, tries), at least one.
    R. G. Newcombe: Interval estimation for the difference between independent proportions. Statistics in
    Medicine 17 (1998), pages 873 to 890, method 10; z is corrected for the number of comparisons.

    >>> possible_highest([(40, 100), (38, 100), (10, 100)])
    [0, 1]
    """
    shares = [hits / tries for hits, tries in counts]
    first = max(range(len(counts)), key=shares.__getitem__)
    z = bonferroni_z(max(1, len(counts) - 1))
    highest = wilson(*counts[first], z)
    return [
        place
        for place, share in enumerate(shares)
        if shares[first] - share <= hypot(shares[first] - highest.low, wilson(*counts[place], z).high - share)
    ]


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
        return self.games >= MIN_GAMES

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
