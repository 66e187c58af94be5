"""The book of a group, what only the order of its sessions tells: ratings, runs of wins, the 100th game."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

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
class Page:
    """Where a player stands after a session.

    nth: sessions played to the end so far; wins: those won. streak: won in a row, up to this one.
    rating: over all variants; own_rating: in this session's variant alone.
    """

    nth: int = 0
    wins: int = 0
    streak: int = 0
    rating: Rating = Rating()
    own_rating: Rating = Rating()


@dataclass(frozen=True)
class Finish:
    """How a side came out of a session: its players and their shared rank, 1 the best."""

    players: tuple[PlayerId, ...]
    rank: int


@dataclass
class Book:
    """Write sessions in the order they were played and read each player's page after it.

    pages: the last page of each player; own_ratings: by player and variant. A book may begin with those of
    an earlier place in the same history and gives the same from there on.
    """

    pages: dict[PlayerId, Page] = field(default_factory=dict)
    own_ratings: dict[tuple[PlayerId, str], Rating] = field(default_factory=dict)

    def write(self, variant: str, finishes: Sequence[Finish]) -> dict[PlayerId, Page]:
        """The pages after one session; who left before the end is not in it."""
        everybody = [player for side in finishes for player in side.players]
        before = {player: self.pages.get(player, Page()) for player in everybody}
        rated = _rate({p: before[p].rating for p in everybody}, finishes)
        own = {p: self.own_ratings.get((p, variant), Rating()) for p in everybody}
        own_rated = _rate(own, finishes)
        for side in finishes:
            won = side.rank == 1
            for player in side.players:
                page = before[player]
                self.pages[player] = Page(
                    nth=page.nth + 1,
                    wins=page.wins + won,
                    streak=page.streak + 1 if won else 0,
                    rating=rated[player],
                    own_rating=own_rated[player],
                )
                self.own_ratings[player, variant] = own_rated[player]
        return {player: self.pages[player] for player in everybody}


def _rate(before: dict[PlayerId, Rating], finishes: Sequence[Finish]) -> dict[PlayerId, Rating]:
    """Plackett–Luce; one side alone proves nothing."""
    if len(finishes) < 2:  # noqa: PLR2004
        return before
    teams = [[_of(before[player]) for player in side.players] for side in finishes]
    rated = MODEL.rate(teams, ranks=[side.rank for side in finishes])
    return {
        player: Rating(after.mu, after.sigma)
        for side, team in zip(finishes, rated, strict=True)
        for player, after in zip(side.players, team, strict=True)
    }


def _of(rating: Rating) -> PlackettLuceRating:
    return MODEL.rating(mu=rating.mu, sigma=rating.sigma)
