"""Standings from totals; equal totals share a rank (1, 2, 2, 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from game.tournament.draw import Person


@dataclass(frozen=True)
class TournamentStanding:
    """total: points. rank: None for a player who has withdrawn.

    playoff: only in `TournamentState.final_ranking`, the play-off total of a qualified player; `total` is
    the combined one then.
    """

    player: Person
    total: int
    rank: int | None
    playoff: int | None = None


def standings(
    totals: Mapping[Person, int], withdrawn: Collection[Person] = (), *, highest_wins: bool = False
) -> list[TournamentStanding]:
    """Return the standings, best total first; equal ones in the order of `totals`, withdrawn players last.

    >>> [(one.rank, one.player) for one in standings({"Anna": 9, "Bo": 5, "Cara": 5, "Dilan": 1}, {"Dilan"})]
    [(1, 'Bo'), (1, 'Cara'), (3, 'Anna'), (None, 'Dilan')]
    """
    present = [player for player in totals if player not in withdrawn]
    best_first = sorted(present, key=lambda player: totals[player], reverse=highest_wins)
    ranked: list[TournamentStanding] = []
    for total, level in groupby(best_first, key=lambda player: totals[player]):
        rank = len(ranked) + 1
        ranked += [TournamentStanding(player, total, rank) for player in level]
    return ranked + [
        TournamentStanding(player, totals[player], None) for player in totals if player in withdrawn
    ]


def with_tie_decisions(
    table: Sequence[TournamentStanding], orders: Iterable[Sequence[Person]]
) -> list[TournamentStanding]:
    """Return the standings with ties broken by the umpire's orders (SP35, GS13).

    An order applies only to exactly the players who share a rank: a correction may have changed the tie.

    >>> tied = standings({"Anna": 5, "Bo": 5})
    >>> [(one.rank, one.player) for one in with_tie_decisions(tied, [("Bo", "Anna")])]
    [(1, 'Bo'), (2, 'Anna')]
    """
    for order in orders:
        if not tie_applies(table, order):
            continue
        rank = next(place.rank for place in table if place.player in order)
        ranks = {player: (rank or 0) + after for after, player in enumerate(order)}
        table = [replace(place, rank=ranks.get(place.player, place.rank)) for place in table]
    return sorted(table, key=lambda place: (place.rank is None, place.rank))


def tie_applies(table: Sequence[TournamentStanding], order: Sequence[Person]) -> bool:
    """Whether exactly the players of this order share a rank.

    >>> tied = standings({"Anna": 5, "Bo": 5, "Cara": 9})
    >>> tie_applies(tied, ("Bo", "Anna")), tie_applies(tied, ("Bo", "Cara"))
    (True, False)
    """
    ranks = {place.rank for place in table if place.player in order}
    if len(ranks) != 1 or None in ranks:
        return False
    return {place.player for place in table if place.rank in ranks} == set(order)
