"""Totals over all tables, and the places they give: equal totals share one (1, 2, 2, 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from game.tournament.draw import Person


@dataclass(frozen=True)
class Place:
    """rank: None for somebody who is out of it. playoff: of `prizes` alone, what decided among those who went
    through; total is then of all rounds together.
    """

    player: Person
    total: int
    rank: int | None
    playoff: int | None = None


def places(totals: Mapping[Person, int], out_of_it: Collection[Person] = ()) -> list[Place]:
    """The lowest total first; equal ones in the order of `totals`, whoever is out of it last."""
    best_first = sorted(
        (player for player in totals if player not in out_of_it), key=lambda player: totals[player]
    )
    ranked: list[Place] = []
    for total, level in groupby(best_first, key=lambda player: totals[player]):
        rank = len(ranked) + 1
        ranked += [Place(player, total, rank) for player in level]
    return ranked + [Place(player, totals[player], None) for player in totals if player in out_of_it]


def decided(table: Sequence[Place], orders: Iterable[Sequence[Person]]) -> list[Place]:
    """The same where the umpire has put an order to people who share a place (SP35, GS13).

    An order holds only for exactly those who share it: a correction may have changed who they are.
    """
    for order in orders:
        level = [place for place in table if place.player in order]
        ranks = {place.rank for place in level}
        if len(level) != len(order) or len(ranks) != 1 or None in ranks:
            continue
        (rank,) = ranks
        if sum(place.rank == rank for place in table) != len(order):
            continue
        own = {player: (rank or 0) + after for after, player in enumerate(order)}
        table = [replace(place, rank=own.get(place.player, place.rank)) for place in table]
    return sorted(table, key=lambda place: (place.rank is None, place.rank))
