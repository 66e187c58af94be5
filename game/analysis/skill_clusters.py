"""Shrinkage of ratings: the part of their differences that luck explains is removed.

Random-effects model: R. DerSimonian and N. Laird: Meta-analysis in clinical trials. Controlled Clinical
Trials 7 (1986), pages 177 to 188. Each rating is a study of one player, with a standard error of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, inf, sqrt
from operator import attrgetter
from statistics import median

from game.analysis.rating import NEWCOMER, Rating

# Chosen by the Brier score and the calibration of simulated histories: 16 groups of equal players, 16 with
# three levels and 8 with a level for each player; validated once on as many other groups.
FAR = 3  # standard deviations: a gap that separates two clusters
SURE = 2  # times the median standard error: less certain players are ignored when looking for gaps
LUCKY = 1  # standard deviations above its mean: part of Cochran's Q that is attributed to luck


@dataclass(frozen=True)
class Observation:
    """The strength that a player's sessions alone suggest, without the prior. weight: 1 / variance."""

    strength: float
    weight: float

    @property
    def doubt(self) -> float:
        return sqrt(1 / self.weight) if self.weight else inf


@dataclass(frozen=True)
class SkillCluster:
    """Players without a significant gap between neighbours.

    middle: mean strength; doubt: its standard error. variance: of their strengths, 0 if luck explains all
    differences. size: number of players.
    """

    middle: float = NEWCOMER.mu
    variance: float = 0.0
    doubt: float = 0.0
    size: int = 0

    def expected(self, observation: Observation) -> Rating:
        """Return the posterior strength of a member."""
        if not (observation.weight and self.variance):
            return Rating(self.middle, hypot(self.doubt, sqrt(self.variance)))
        whole = observation.weight + 1 / self.variance
        strength = (observation.strength * observation.weight + self.middle / self.variance) / whole
        return Rating(strength, sqrt(1 / whole))


@dataclass(frozen=True)
class SkillClusters:
    """clusters: at least one, the weakest first."""

    clusters: Sequence[SkillCluster] = (SkillCluster(),)

    def expected(self, rating: Rating) -> Rating:
        """Return the expected strength of a player in the nearest cluster; of a newcomer, in the largest."""
        observation = _observation(rating)
        if not observation.weight:
            return max(self.clusters, key=attrgetter("size")).expected(observation)
        return min(self.clusters, key=lambda cluster: abs(cluster.middle - observation.strength)).expected(
            observation
        )


def skill_clusters(ratings: Iterable[Rating]) -> SkillClusters:
    """Return the clusters of the ratings of all players at one moment.

    >>> len(skill_clusters([Rating(20, 0.5), Rating(20.5, 0.5), Rating(30, 0.5), Rating(30.5, 0.5)]).clusters)
    2
    """
    known = [observation for observation in map(_observation, ratings) if observation.weight]
    if len(known) < 2:  # noqa: PLR2004 - one rating has no variance
        return SkillClusters()
    usual = median(observation.doubt for observation in known)
    sure = sorted(
        (observation for observation in known if observation.doubt <= SURE * usual),
        key=attrgetter("strength"),
    )
    clusters = [[sure[0]]]
    for weaker, stronger in pairwise(sure):
        if stronger.strength - weaker.strength > FAR * hypot(weaker.doubt, stronger.doubt):
            clusters.append([])
        clusters[-1].append(stronger)
    return SkillClusters(tuple(map(_cluster, clusters)))


def _cluster(members: Sequence[Observation]) -> SkillCluster:
    variance = _variance(members)
    weights = [1 / (1 / observation.weight + variance) for observation in members]
    whole = sum(weights)
    middle = (
        sum(weight * observation.strength for weight, observation in zip(weights, members, strict=True))
        / whole
    )
    return SkillCluster(middle, variance, sqrt(1 / whole), len(members))


def _variance(members: Sequence[Observation]) -> float:
    """Return the variance of the strengths beyond luck (method of moments).

    Cochran's Q has the degrees of freedom as its mean and twice as many as its variance.
    """
    free = len(members) - 1
    if not free:
        return 0.0
    whole = sum(observation.weight for observation in members)
    middle = sum(observation.weight * observation.strength for observation in members) / whole
    q = sum(observation.weight * (observation.strength - middle) ** 2 for observation in members)
    rest = whole - sum(observation.weight**2 for observation in members) / whole
    return max(0.0, (q - free - LUCKY * sqrt(2 * free)) / rest)


def _observation(rating: Rating) -> Observation:
    """Remove the prior from a rating."""
    whole, before = 1 / rating.sigma**2, 1 / NEWCOMER.sigma**2
    if whole <= before:
        return Observation(NEWCOMER.mu, 0.0)
    return Observation((rating.mu * whole - NEWCOMER.mu * before) / (whole - before), whole - before)
