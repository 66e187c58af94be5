"""Figures that depend on the order of a group's sessions: ratings, winning streaks, number of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter

from game.analysis.rating import NEWCOMER as NEW_RATING
from game.analysis.rating import PlayerId, Rating, rate


@dataclass(frozen=True)
class RunningFigures:
    """A player's figures after a session; the fields are named like their database columns.

    nth: sessions played to the end so far; wins: those won. streak: sessions won in a row up to this one.
    mu, sigma: the rating over all variants; own_mu, own_sigma: the rating in this session's variant.
    """

    nth: int = 0
    wins: int = 0
    streak: int = 0
    mu: float = NEW_RATING.mu
    sigma: float = NEW_RATING.sigma
    own_mu: float = NEW_RATING.mu
    own_sigma: float = NEW_RATING.sigma

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma)

    @property
    def own_rating(self) -> Rating:
        return Rating(self.own_mu, self.own_sigma)

    def after(self, *, won: bool, rating: Rating, own_rating: Rating) -> RunningFigures:
        """Return the figures after one more session."""
        return RunningFigures(
            nth=self.nth + 1,
            wins=self.wins + won,
            streak=self.streak + 1 if won else 0,
            mu=rating.mu,
            sigma=rating.sigma,
            own_mu=own_rating.mu,
            own_sigma=own_rating.sigma,
        )


NEWCOMER = RunningFigures()


@dataclass(frozen=True)
class SideFinish:
    """The result of a side: its players and their shared rank, 1 is best."""

    players: tuple[PlayerId, ...]
    rank: int

    @property
    def won(self) -> bool:
        return self.rank == 1


@dataclass
class RunningRatings:
    """Computes the figures of all players; add sessions in the order they were played.

    latest: last figures by player; own_ratings: by player and variant; seen: start of the last session, by
    player and by (player, variant). Can be resumed from the state after any session of the same history.
    """

    latest: dict[PlayerId, RunningFigures] = field(default_factory=dict)
    own_ratings: dict[tuple[PlayerId, str], Rating] = field(default_factory=dict)
    seen: dict[PlayerId, datetime] = field(default_factory=dict)

    def add(
        self, variant: str, at: datetime, finishes: Sequence[SideFinish]
    ) -> dict[PlayerId, RunningFigures]:
        """Return the figures after a session.

        at: its start. finishes: sides that stayed to the end, in any order.
        """
        sides = sorted(finishes, key=attrgetter("rank"))
        ranks = [float(side.rank) for side in sides]
        before = [[self._rating(player, at) for player in side.players] for side in sides]
        own_before = [[self._own_rating(player, variant, at) for player in side.players] for side in sides]
        after = {}
        for side, rated, own_rated in zip(sides, rate(before, ranks), rate(own_before, ranks), strict=True):
            for player, rating, own_rating in zip(side.players, rated, own_rated, strict=True):
                was = self.latest.get(player, NEWCOMER)
                after[player] = was.after(won=side.won, rating=rating, own_rating=own_rating)
                self.own_ratings[player, variant] = own_rating
                self.seen[player] = self.seen[player, variant] = at
        self.latest.update(after)
        return after

    def _rating(self, player: PlayerId, at: datetime) -> Rating:
        found = self.latest.get(player)
        return found.rating.aged(self.seen[player], at) if found else NEW_RATING

    def _own_rating(self, player: PlayerId, variant: str, at: datetime) -> Rating:
        found = self.own_ratings.get((player, variant))
        return found.aged(self.seen[player, variant], at) if found else NEW_RATING
