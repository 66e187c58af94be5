"""How far the strengths in a group really lie apart: as far as luck does not explain how its ratings differ.

R. DerSimonian and N. Laird: Meta-analysis in clinical trials. Controlled Clinical Trials 7 (1986), pages 177
to 188: each rating is a study of one player, with a doubt of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, inf, sqrt
from operator import attrgetter
from statistics import median

from game.analysis.rating import NEWCOMER, Rating

# Chosen by the Brier score and the tenths of made-up histories of 16 groups of players alike, 16 of three
# kinds and 8 of as many kinds as people; judged on as many others that were looked at once.
FAR = 3  # standard deviations: a gap that luck hardly ever leaves between two neighbours
SURE = 2  # times the usual doubt: who is less sure does not tell where a gap is
LUCKY = 1  # standard deviations more than its mean: so much of how ratings differ is luck as well


@dataclass(frozen=True)
class Told:
    """What a player's sessions alone say of the strength; weight: one over the variance of that."""

    strength: float
    weight: float

    @property
    def doubt(self) -> float:
        return sqrt(1 / self.weight) if self.weight else inf


@dataclass(frozen=True)
class Crowd:
    """People between whom luck explains every gap. variance: of their strengths, 0 where luck explains all
    of how they differ; doubt: of the middle.
    """

    middle: float = NEWCOMER.mu
    variance: float = 0.0
    doubt: float = 0.0
    size: int = 0

    def expected(self, told: Told) -> Rating:
        """Of one of these people."""
        if not (told.weight and self.variance):
            return Rating(self.middle, hypot(self.doubt, sqrt(self.variance)))
        whole = told.weight + 1 / self.variance
        strength = (told.strength * told.weight + self.middle / self.variance) / whole
        return Rating(strength, sqrt(1 / whole))


@dataclass(frozen=True)
class Spread:
    """crowds: at least one, the weakest first. Who plays quite otherwise is in another crowd, makes nobody
    look apart there and is not drawn to them.
    """

    crowds: Sequence[Crowd] = (Crowd(),)

    def drawn_together(self, rating: Rating) -> Rating:
        """What is to be expected of one of these people: of a newcomer, what is of most."""
        told = _told_by(rating)
        if not told.weight:
            return max(self.crowds, key=attrgetter("size")).expected(told)
        return min(self.crowds, key=lambda crowd: abs(crowd.middle - told.strength)).expected(told)


def spread_of(ratings: Iterable[Rating]) -> Spread:
    """Of everybody's ratings at one moment."""
    known = [told for told in map(_told_by, ratings) if told.weight]
    if len(known) < 2:  # noqa: PLR2004 - one alone lies apart from nobody
        return Spread()
    usual = median(told.doubt for told in known)
    sure = sorted((told for told in known if told.doubt <= SURE * usual), key=attrgetter("strength"))
    crowds = [[sure[0]]]
    for weaker, stronger in pairwise(sure):
        if stronger.strength - weaker.strength > FAR * hypot(weaker.doubt, stronger.doubt):
            crowds.append([])
        crowds[-1].append(stronger)
    return Spread(tuple(map(_crowd, crowds)))


def _crowd(people: Sequence[Told]) -> Crowd:
    variance = _variance(people)
    weights = [1 / (1 / told.weight + variance) for told in people]
    whole = sum(weights)
    middle = sum(weight * told.strength for weight, told in zip(weights, people, strict=True)) / whole
    return Crowd(middle, variance, sqrt(1 / whole), len(people))


def _variance(people: Sequence[Told]) -> float:
    """What is more than luck alone may well do: Cochran's Q has as its mean its
    degrees of freedom, and as its variance twice as many.
    """
    free = len(people) - 1
    if not free:
        return 0.0
    whole = sum(told.weight for told in people)
    middle = sum(told.weight * told.strength for told in people) / whole
    q = sum(told.weight * (told.strength - middle) ** 2 for told in people)
    rest = whole - sum(told.weight**2 for told in people) / whole
    return max(0.0, (q - free - LUCKY * sqrt(2 * free)) / rest)


def _told_by(rating: Rating) -> Told:
    """A rating without what was taken for granted before the first session."""
    whole, before = 1 / rating.sigma**2, 1 / NEWCOMER.sigma**2
    if whole <= before:
        return Told(NEWCOMER.mu, 0.0)
    return Told((rating.mu * whole - NEWCOMER.mu * before) / (whole - before), whole - before)
