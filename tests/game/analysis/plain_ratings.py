"""Plain implementation of the ratings, from the formulas of Weng and Lin’s paper; it shares no code with
openskill or with game/analysis.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from math import exp, sqrt
from statistics import median

START, UNSURE, LUCK, A_DAY = 25.0, 3.0, 25 / 6, 0.05
Side = tuple[Sequence[Hashable], int]  # players and their rank


class PlainRatings:
    """after: (mu, sigma, time) of each player."""

    def __init__(self) -> None:
        self.after: dict[Hashable, tuple[float, float, datetime]] = {}

    def before(self, player: Hashable, at: datetime) -> tuple[float, float]:
        if player not in self.after:
            return START, UNSURE
        mu, sigma, since = self.after[player]
        days = (at - since).total_seconds() / (24 * 60 * 60)
        variance = sigma**2 + A_DAY**2 * max(days, 0)
        return mu, sqrt(variance) if variance < UNSURE**2 else UNSURE

    def add(self, at: datetime, sides: Iterable[Side]) -> None:
        table = [(players, rank, [self.before(p, at) for p in players]) for players, rank in sides]
        if len(table) == 1:
            for players, _rank, ratings in table:
                for player, (mu, sigma) in zip(players, ratings, strict=True):
                    self.after[player] = mu, sigma, at
            return
        c = sqrt(sum(sum(sigma**2 for _mu, sigma in ratings) + LUCK**2 for _p, _r, ratings in table))
        theta = [exp(sum(mu for mu, _sigma in ratings) / c) for _p, _r, ratings in table]
        ranks = [rank for _p, rank, _ratings in table]
        for i, (players, _rank, ratings) in enumerate(table):
            omega = delta = 0.0
            for q in range(len(table)):
                if ranks[q] > ranks[i]:
                    continue
                share = theta[i] / sum(theta[s] for s in range(len(table)) if ranks[s] >= ranks[q])
                omega += ((1 if q == i else 0) - share) / ranks.count(ranks[q])
                delta += share * (1 - share) / ranks.count(ranks[q])
            for player, (mu, sigma) in zip(players, ratings, strict=True):
                left = max(1 - sigma**2 / c**2 * delta, 0.0001)
                self.after[player] = mu + sigma**2 / c * omega, sigma * sqrt(left), at


def chance_ahead(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]], c: float) -> float:
    """Probability that `one` finishes ahead of `other`; each side is the (mu, sigma) of its players."""
    first, second = (exp(sum(mu for mu, _sigma in side) / c) for side in (one, other))
    return first / (first + second)


def expected_strengths(ratings: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The expected strength of each player and its uncertainty. Players are split into clusters at wide gaps,
    and each cluster is pooled by DerSimonian and Laird’s formulas, with one standard deviation more than the
    mean attributed to chance.
    """
    ratings = list(ratings)
    y, w = [], []
    for mu, sigma in ratings:
        weight = sigma**-2 - UNSURE**-2
        y.append((mu * sigma**-2 - START * UNSURE**-2) / weight if weight > 0 else None)
        w.append(max(weight, 0.0))
    known = [k for k, weight in enumerate(w) if weight > 0]
    if len(known) < 2:
        return [(START, 0.0) for _rating in ratings]
    usual = median(w[k] ** -0.5 for k in known)
    sure = sorted((k for k in known if w[k] ** -0.5 <= 2 * usual), key=lambda k: y[k])
    cuts = [
        place
        for place in range(1, len(sure))
        if (y[sure[place]] - y[sure[place - 1]]) ** 2 > 9 * (1 / w[sure[place]] + 1 / w[sure[place - 1]])
    ]
    crowds = [_pooled(y, w, sure[first:last]) for first, last in pairwise([0, *cuts, len(sure)])]
    expected = []
    for k, weight in enumerate(w):
        if not weight:
            _size, middle, tau2, doubt2 = max(crowds, key=lambda crowd: crowd[0])
            expected.append((middle, sqrt(tau2 + doubt2)))
            continue
        _size, middle, tau2, doubt2 = min(crowds, key=lambda crowd: abs(crowd[1] - y[k]))
        if tau2 == 0:
            expected.append((middle, sqrt(doubt2)))
        else:
            expected.append(
                ((y[k] * weight + middle / tau2) / (weight + 1 / tau2), sqrt(1 / (weight + 1 / tau2)))
            )
    return expected


def _pooled(y: Sequence[float], w: Sequence[float], of: Sequence[int]) -> tuple[int, float, float, float]:
    """Number of players, mean, variance between them and variance of the mean."""
    fixed = sum(w[k] * y[k] for k in of) / sum(w[k] for k in of)
    q = sum(w[k] * (y[k] - fixed) ** 2 for k in of)
    scale = sum(w[k] for k in of) - sum(w[k] ** 2 for k in of) / sum(w[k] for k in of)
    luck = len(of) - 1 + sqrt(2 * len(of) - 2)
    tau2 = max(0.0, (q - luck) / scale) if len(of) > 1 else 0.0
    star = {k: 1 / (1 / w[k] + tau2) for k in of}
    return len(of), sum(star[k] * y[k] for k in of) / sum(star.values()), tau2, 1 / sum(star.values())
