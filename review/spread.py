"""How far the strengths in a group really lie apart: as far as luck does not explain how its ratings differ.

R. DerSimonian and N. Laird: Meta-analysis in clinical trials. Controlled Clinical Trials 7 (1986), pages 177
to 188: each rating is a study of one player, with a doubt of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import median

from review.rating import NEWCOMER, Rating

MEDIAN_OFF = 1.4826  # so many times the median of how far things are off is their standard deviation
FAR = 3  # standard deviations


@dataclass(frozen=True)
class Told:
    """What a player's sessions alone say of the strength; weight: one over the variance of that."""

    strength: float
    weight: float


@dataclass(frozen=True)
class Spread:
    """variance: of the strengths; 0 where luck alone explains how the ratings differ. median and usual: where
    people lie, and by how much they are usually off that.
    """

    middle: float = NEWCOMER.mu
    variance: float = 0.0
    median: float = NEWCOMER.mu
    usual: float = inf

    def drawn_together(self, rating: Rating) -> Rating:
        """What is to be expected of one of these people; of who is far off, the own rating."""
        told = _told_by(rating)
        if self.is_far(told):
            return rating
        if not (told.weight and self.variance):
            return Rating(self.middle, sqrt(self.variance))
        whole = told.weight + 1 / self.variance
        strength = (told.strength * told.weight + self.middle / self.variance) / whole
        return Rating(strength, sqrt(1 / whole))

    def is_far(self, told: Told) -> bool:
        """So that one who plays quite otherwise does not make the others look apart, nor is drawn to them."""
        off = abs(told.strength - self.median)
        return told.weight > 0 and off > FAR * max(self.usual, sqrt(1 / told.weight))


def spread_of(ratings: Iterable[Rating]) -> Spread:
    """Of everybody's ratings at one moment."""
    known = [told for told in map(_told_by, ratings) if told.weight]
    if len(known) < 2:  # noqa: PLR2004 - one alone lies apart from nobody
        return Spread()
    around = median(told.strength for told in known)
    usual = MEDIAN_OFF * median(abs(told.strength - around) for told in known)
    everybody = Spread(median=around, usual=usual)
    near = [told for told in known if not everybody.is_far(told)]
    variance = _variance(near)
    return Spread(_middle(near, variance), variance, around, usual)


def _variance(known: Sequence[Told]) -> float:
    """What is more than luck alone would do."""
    whole = sum(told.weight for told in known)
    middle = sum(told.weight * told.strength for told in known) / whole
    more = sum(told.weight * (told.strength - middle) ** 2 for told in known) - (len(known) - 1)
    rest = whole - sum(told.weight**2 for told in known) / whole
    return max(0.0, more / rest) if len(known) > 1 else 0.0


def _middle(known: Iterable[Told], variance: float) -> float:
    weights = [(1 / (1 / told.weight + variance), told.strength) for told in known]
    return sum(weight * strength for weight, strength in weights) / sum(weight for weight, _ in weights)


def _told_by(rating: Rating) -> Told:
    """A rating without what was taken for granted before the first session."""
    whole, before = 1 / rating.sigma**2, 1 / NEWCOMER.sigma**2
    if whole <= before:
        return Told(NEWCOMER.mu, 0.0)
    return Told((rating.mu * whole - NEWCOMER.mu * before) / (whole - before), whole - before)
