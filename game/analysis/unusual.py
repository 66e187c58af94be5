"""Detection of unusual nights, compared with earlier nights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST_NIGHTS = 30  # earlier nights needed for a comparison
RARE = 0.01  # share of the nights at either end that is unusual


@dataclass(frozen=True)
class UnusualFigure:
    """A figure outside the usual range.

    is_high: above the range. nights: number of earlier nights; as_extreme: how many of them had this figure
    or a more extreme one. low, high: the usual range, 98 % of the nights.
    """

    figure: float
    is_high: bool
    nights: int
    as_extreme: int
    low: float
    high: float


def unusual_figure(figure: float, before: Sequence[float]) -> UnusualFigure | None:
    """Return the figure with its usual range; None if it is usual or with fewer than LEAST_NIGHTS before.

    >>> unusual_figure(50, before=list(range(10, 50)))
    UnusualFigure(figure=50, is_high=True, nights=40, as_extreme=0, low=10, high=49)
    """
    nights = len(before)
    if nights < LEAST_NIGHTS:
        return None
    ordered, rare = sorted(before), int(RARE * nights)
    low, high = ordered[rare], ordered[nights - 1 - rare]
    if low <= figure <= high:
        return None
    is_high = figure > high
    as_extreme = sum(one >= figure if is_high else one <= figure for one in before)
    return UnusualFigure(figure, is_high, nights, as_extreme, low, high)
