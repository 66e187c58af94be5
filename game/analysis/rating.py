"""How strong somebody plays, judged by who finished ahead of whom, and what that says of the next session.

Plackett and Luce's model as openskill has it: R. C. Weng and C.-J. Lin: A Bayesian approximation method for
online ranking. Journal of Machine Learning Research 12 (2011), pages 267 to 300.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from game.analysis.interval import z_of_one_in

PlayerId = Hashable

# How far players differ before anything is known of a group (openskill's beta, the luck of one session, is
# 25/6), and by how much a strength may change in a day. Chosen by the Brier score of the second halves of
# made-up histories of 700 to 900 sessions: players alike, unlike, coming and going, changing. openskill's own
# 25/3 with its own gamma takes luck for strength: 0.263 for players alike, where a coin has 0.250. How far a
# group really differs is found from its own ratings (spread.py); SPREAD is only where that begins.
# Whoever changes any of it raises EDITION in models/statistics/version.py.
SPREAD = 3.0
DRIFT = 0.05
# The model has more luck the more sit down. Of two of them that is not true: what is foretold comes true best
# as at a table of five, whoever else plays.
TABLE = 5
NEARLY_SURE = 2  # sigmas: nineteen times in twenty the strength lies no further away
A_DAY = timedelta(days=1)


def _all_of_it(*_told: Any) -> float:
    """How much of what a session tells takes doubt away (openskill's gamma). Its own takes a part that is
    so small where luck is large that the doubt would never shrink.
    """
    return 1.0


MODEL = PlackettLuce(sigma=SPREAD, tau=0.0, gamma=_all_of_it)


@dataclass(frozen=True)
class Rating:
    """Strength and how unsure it is; a newcomer is 25 ± SPREAD (one sigma)."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def doubt(self) -> float:
        """How far the strength may well be from mu, up or down."""
        return NEARLY_SURE * self.sigma

    @property
    def least(self) -> float:
        """What it nearly surely is at least: a lucky evening alone leads no list."""
        return self.mu - self.doubt

    def later(self, since: datetime, at: datetime) -> Rating:
        """The same after a while in which nothing was heard: less sure, at most as unsure as a newcomer."""
        days = max(0.0, (at - since) / A_DAY)
        return Rating(self.mu, min(SPREAD, math.sqrt(self.sigma * self.sigma + DRIFT * DRIFT * days)))


NEWCOMER = Rating()


def may_be_best(ratings: Sequence[Rating]) -> list[Rating]:
    """The highest of them, and each that may well be as high: several where that is too close to tell."""
    first = max(ratings, key=lambda rating: rating.mu)
    sure = z_of_one_in(max(1, len(ratings) - 1))
    return [one for one in ratings if first.mu - one.mu <= sure * math.hypot(first.sigma, one.sigma)]


def rate(sides: Sequence[Sequence[Rating]], ranks: list[float]) -> Sequence[Sequence[Rating]]:
    """What a session makes of the ratings, best side first; one side alone proves nothing.

    What MODEL.rate does, to the last digit, in less than half of its time: that looks at every argument and
    copies every rating twice, and a correction of an early session rates ten years anew.
    """
    if len(sides) < 2:  # noqa: PLR2004
        return sides
    before = [[PlackettLuceRating(rating.mu, rating.sigma) for rating in side] for side in sides]
    return [[Rating(after.mu, after.sigma) for after in side] for side in MODEL._compute(before, ranks=ranks)]


def ahead(one: Sequence[Rating], other: Sequence[Rating]) -> float:
    """How likely one of two sides finishes ahead of the other, by the model at a table of TABLE sides."""
    doubt = sum([rating.sigma**2 for rating in (*one, *other)])
    luck = math.sqrt(TABLE / 2 * (doubt + 2 * MODEL.beta**2))
    difference = sum([rating.mu for rating in other]) - sum([rating.mu for rating in one])
    return 1 / (1 + math.exp(difference / luck))
