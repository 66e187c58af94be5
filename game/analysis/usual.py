"""Whether one night was out of the ordinary, beside the nights before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST_NIGHTS = 30  # before anything can be called usual
RARE = 0.01  # of the nights at either end


@dataclass(frozen=True)
class Unusual:
    """A figure that hardly any night before reached. low, high: what was usual, 98 nights in 100.

    nights: how many came before. as_far: how many of them were as far out, or farther.
    """

    figure: float
    is_more: bool
    nights: int
    as_far: int
    low: float
    high: float


def unusual(figure: float, before: Sequence[float]) -> Unusual | None:
    """None where it was an ordinary night, or where too few came before to say."""
    nights = len(before)
    if nights < LEAST_NIGHTS:
        return None
    ordered, rare = sorted(before), int(RARE * nights)
    low, high = ordered[rare], ordered[nights - 1 - rare]
    if low <= figure <= high:
        return None
    is_more = figure > high
    as_far = sum(one >= figure if is_more else one <= figure for one in before)
    return Unusual(figure, is_more, nights, as_far, low, high)
