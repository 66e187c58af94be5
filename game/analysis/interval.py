"""Confidence intervals of proportions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import NormalDist

Z_95 = 1.959963984540054  # the standard normal distribution holds 95 % between −z and z
SURE = 0.95
EVERY_SECOND = 0.5


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
    return NormalDist().inv_cdf(1 - (1 - SURE) / 2 / candidates)


def wilson(hits: float, tries: int, z: float = Z_95) -> Interval:
    """Return the score interval for `hits` in `tries`; (0, 1) without tries. A hit may be a half.

    E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the
    American Statistical Association 22 (1927), pages 209 to 212. Unlike p ± z·√(p(1−p)/n) it stays within
    0 and 1 and is valid for few tries and for shares near 0 or 1.

    >>> found = wilson(5, 10)
    >>> round(found.low, 3), round(found.high, 3)
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
    most = wilson(*counts[first], z)
    return [
        place
        for place, share in enumerate(shares)
        if shares[first] - share <= hypot(shares[first] - most.low, wilson(*counts[place], z).high - share)
    ]
