"""Ratings told slowly, by the formulas of Weng and Lin’s paper; no line of openskill’s or of review/."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from math import exp, sqrt
from statistics import median

START, UNSURE, LUCK, A_DAY = 25.0, 3.0, 25 / 6, 0.05
Side = tuple[Sequence[Hashable], int]  # players and their rank


class PlainRatings:
    """after: of each player (mu, sigma, when)."""

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
    """Of two sides, each (mu, sigma) of its players."""
    first, second = (exp(sum(mu for mu, _sigma in side) / c) for side in (one, other))
    return first / (first + second)


def drawn_together(ratings: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The expected strength and its doubt of each of a group, by DerSimonian and Laird’s formulas; who is far
    off the median keeps the own rating.
    """
    ratings = list(ratings)
    y, w = [], []
    for mu, sigma in ratings:
        weight = sigma**-2 - UNSURE**-2
        y.append((mu * sigma**-2 - START * UNSURE**-2) / weight if weight > 0 else None)
        w.append(max(weight, 0.0))
    known = [k for k, weight in enumerate(w) if weight > 0]
    far, tau2, middle = [], 0.0, START
    if len(known) > 1:
        at = median(y[k] for k in known)
        off = 1.4826 * median(abs(y[k] - at) for k in known)
        far = [k for k in known if abs(y[k] - at) > 3 * off and abs(y[k] - at) > 3 / sqrt(w[k])]
        known = [k for k in known if k not in far]
        if len(known) > 1:
            fixed = sum(w[k] * y[k] for k in known) / sum(w[k] for k in known)
            q = sum(w[k] * (y[k] - fixed) ** 2 for k in known)
            scale = sum(w[k] for k in known) - sum(w[k] ** 2 for k in known) / sum(w[k] for k in known)
            tau2 = max(0.0, (q - len(known) + 1) / scale)
        star = {k: 1 / (1 / w[k] + tau2) for k in known}
        middle = sum(star[k] * y[k] for k in known) / sum(star.values())
    expected = []
    for k, rating in enumerate(ratings):
        if k in far:
            expected.append(rating)
        elif tau2 == 0:
            expected.append((middle, 0.0))
        elif w[k]:
            expected.append(((y[k] * w[k] + middle / tau2) / (w[k] + 1 / tau2), sqrt(1 / (w[k] + 1 / tau2))))
        else:
            expected.append((middle, sqrt(tau2)))
    return expected
