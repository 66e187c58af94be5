"""What only the order of a group's sessions tells: running ratings, winning streaks, the 100th game."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from openskill.models import PlackettLuce, PlackettLuceRating

PlayerId = Hashable
MODEL = PlackettLuce()
NEARLY_SURE = 2  # sigmas: nineteen times in twenty the strength lies no further away


@dataclass(frozen=True)
class Rating:
    """Strength and how unsure it is, as openskill has it: a newcomer is 25 ± 8.33 (one sigma)."""

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


@dataclass(frozen=True)
class RunningFigures:
    """Where a player stands after a session; the fields are named as the columns that keep them.

    nth: sessions played to the end so far; wins: those won. streak: won in a row, up to this one.
    mu, sigma: the rating over all variants; own_mu, own_sigma: in this session's variant alone.
    """

    nth: int = 0
    wins: int = 0
    streak: int = 0
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    own_mu: float = MODEL.mu
    own_sigma: float = MODEL.sigma

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma)

    @property
    def own_rating(self) -> Rating:
        return Rating(self.own_mu, self.own_sigma)

    def after(self, *, won: bool, rating: Rating, own_rating: Rating) -> RunningFigures:
        """The same after one session more."""
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
    """How a side came out of a session: its players and their shared rank, 1 the best."""

    players: tuple[PlayerId, ...]
    rank: int

    @property
    def won(self) -> bool:
        return self.rank == 1


@dataclass
class RunningRatings:
    """Add sessions in the order they were played and read each player's figures after it.

    latest: the last figures of each player; own_ratings: by player and variant. It may begin with those of
    an earlier place in the same history and gives the same from there on.
    """

    latest: dict[PlayerId, RunningFigures] = field(default_factory=dict)
    own_ratings: dict[tuple[PlayerId, str], Rating] = field(default_factory=dict)

    def add(self, variant: str, finishes: Sequence[SideFinish]) -> dict[PlayerId, RunningFigures]:
        """The figures after one session; who left before the end is not in it."""
        sides = sorted(finishes, key=attrgetter("rank"))
        ranks = [float(side.rank) for side in sides]
        before = [[self.latest.get(player, NEWCOMER) for player in side.players] for side in sides]
        rated = _rate([[player.rating for player in side] for side in before], ranks)
        own = [[self.own_ratings.get((p, variant), NEWCOMER.rating) for p in side.players] for side in sides]
        own_rated = _rate(own, ranks)
        after = {}
        for place, side in enumerate(sides):
            for seat, player in enumerate(side.players):
                rating, own_rating = rated[place][seat], own_rated[place][seat]
                was = before[place][seat]
                after[player] = was.after(won=side.won, rating=rating, own_rating=own_rating)
                self.own_ratings[player, variant] = own_rating
        self.latest.update(after)
        return after


def _rate(sides: list[list[Rating]], ranks: list[float]) -> list[list[Rating]]:
    """Plackett–Luce, best side first; one side alone proves nothing.

    What MODEL.rate does, to the last digit, in less than half of its time: that looks at every argument and
    copies every rating twice, and a correction of an early session rates ten years anew.
    """
    if len(sides) < 2:  # noqa: PLR2004
        return sides
    rated = MODEL._compute([[_less_sure(rating) for rating in side] for side in sides], ranks=ranks)
    return [[Rating(after.mu, after.sigma) for after in side] for side in rated]


def _less_sure(rating: Rating) -> PlackettLuceRating:
    """A little, for strength changes from one session to the next."""
    return PlackettLuceRating(rating.mu, math.sqrt(rating.sigma * rating.sigma + MODEL.tau * MODEL.tau))
