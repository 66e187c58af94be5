"""Plain implementation of the ratings, from the formulas of Weng and Lin’s paper; it shares no code with
openskill or with game/analysis.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from math import exp, sqrt

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
