"""How sure a share is: the interval that a count of so many in so many leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054  # the standard normal distribution holds 95 % between −z and z


@dataclass(frozen=True)
class Interval:
    """A share between low and high, 0 to 1."""

    low: float
    high: float

    def __contains__(self, share: float) -> bool:
        return self.low <= share <= self.high


def wilson(hits: int, tries: int, z: float = Z_95) -> Interval:
    """The score interval for `hits` in `tries`; from 0 to 1 where nothing was tried.

    E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the
    American Statistical Association 22 (1927), pages 209 to 212. Unlike p ± z·√(p(1−p)/n) it stays within
    0 and 1 and says something sensible of few tries and of shares near 0 or 1.
    """
    if tries == 0:
        return Interval(0.0, 1.0)
    share, spread = hits / tries, z * z / tries
    middle = share + spread / 2
    half = z * sqrt((share * (1 - share) + spread / 4) / tries)
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return Interval(max(0.0, low) if hits else 0.0, min(1.0, high) if hits < tries else 1.0)
