"""Form: the moving average of a player's results, with the margin that luck explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from game.analysis.interval import Z_95

MIN_WINDOW = 10  # results in a mean; fewer show mostly noise
MAX_POINTS = 60


@dataclass(frozen=True)
class Form:
    """A moving average.

    window: results in each mean. means: pairs (number of results up to and including the last one, mean).
    margin: half of the 95 % interval of a mean if all results came from the same distribution.
    """

    window: int
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
    """Return the moving average of results from 0 to 1, the oldest first; None if there are not two means.

    At most MAX_POINTS equally spaced means, each over a fifth of the results, at least MIN_WINDOW.

    >>> form_of([0.0] * 10 + [1.0]).means
    ((10, 0.0), (11, 0.1))
    """
    window = max(MIN_WINDOW, len(results) // 5)
    step = max(1, -(-(len(results) - window + 1) // MAX_POINTS))
    ends = range(len(results), window - 1, -step)[::-1]
    if len(ends) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    means = tuple((end, fmean(results[end - window : end])) for end in ends)
    return Form(window, means, Z_95 * pstdev(results) / sqrt(window))
