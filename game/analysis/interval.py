"""How sure a share is: the interval that a count of so many in so many leaves open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import NormalDist, fmean

Z_95 = 1.959963984540054  # the standard normal distribution holds 95 % between −z and z
SURE = 0.95
EVERY_SECOND = 0.5


@dataclass(frozen=True)
class Interval:
    """A share between low and high, 0 to 1."""

    low: float
    high: float

    def __contains__(self, share: float) -> bool:
        return self.low <= share <= self.high


def z_of_one_in(candidates: int) -> float:
    """Z_95 for each of so many intervals that all of them hold at once 95 times in 100 (Bonferroni).

    Whoever picks the best of many picks luck as well: only what stands out by this much stands out.
    """
    return NormalDist().inv_cdf(1 - (1 - SURE) / 2 / candidates)


def wilson(hits: float, tries: int, z: float = Z_95) -> Interval:
    """The score interval for `hits` in `tries`, a hit may be a half; from 0 to 1 where nothing was tried.

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


def may_be_highest(counts: Sequence[tuple[float, int]]) -> list[int]:
    """The places of the shares, as hits and tries, that may well be the highest: of the highest and of each
    from which luck alone could make it differ so much.

    R. G. Newcombe: Interval estimation for the difference between independent proportions. Statistics in
    Medicine 17 (1998), pages 873 to 890, method 10; z as for so many comparisons with the highest.
    """
    shares = [hits / tries for hits, tries in counts]
    first = max(range(len(counts)), key=shares.__getitem__)
    z = z_of_one_in(max(1, len(counts) - 1))
    most = wilson(*counts[first], z)
    return [
        place
        for place, share in enumerate(shares)
        if shares[first] - share <= hypot(shares[first] - most.low, wilson(*counts[place], z).high - share)
    ]


def wilson_by_session(hits: Sequence[tuple[Hashable, bool]]) -> Interval:
    """Of the share of hits, each with the session it was made in: the interval of as many independent ones as
    would leave it as unsure.

    The hits of a session hang together, so what varies is taken from session to session.
    """
    share = fmean(hit for _session, hit in hits)
    off: defaultdict[Hashable, float] = defaultdict(float)
    for session, hit in hits:
        off[session] += hit - share
    variance = sum(each * each for each in off.values()) / len(hits) ** 2
    independent = round(share * (1 - share) / variance) if variance else len(off)
    return wilson(share * independent, independent)
