"""Form: the mean of the last results, as it went, and how far luck alone may well push it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from game.analysis.interval import Z_95

LEAST = 10  # results in a mean; fewer would show little but noise
ONE_IN = 5  # of all results that many are in one mean, where these are more
MOST_POINTS = 60


@dataclass(frozen=True)
class Form:
    """over: results in each mean. means: each with the number of results up to it, the last among them.

    margin: half of the 95 % interval of a mean, were every result drawn from the same bag as all the others.
    """

    over: int
    means: tuple[tuple[int, float], ...]
    margin: float

    @property
    def first(self) -> float:
        return self.means[0][1]

    @property
    def last(self) -> float:
        return self.means[-1][1]

    @property
    def lows(self) -> list[float]:
        return [max(0.0, mean - self.margin) for _end, mean in self.means]

    @property
    def highs(self) -> list[float]:
        return [min(1.0, mean + self.margin) for _end, mean in self.means]


def form_of(results: Sequence[float]) -> Form | None:
    """Of results from 0 to 1, the oldest first. At most MOST_POINTS means as far apart as each other; None
    before there are two.
    """
    over = max(LEAST, len(results) // ONE_IN)
    step = max(1, -(-(len(results) - over + 1) // MOST_POINTS))
    ends = range(len(results), over - 1, -step)[::-1]
    if len(ends) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    means = tuple((end, fmean(results[end - over : end])) for end in ends)
    return Form(over, means, Z_95 * pstdev(results) / sqrt(over))
