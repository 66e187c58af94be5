"""What a group's finished sessions can be told apart by: which variants, who played, when and where."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass

from models.database import db
from models.history import years_of
from models.player import Player
from models.season import Season
from models.seasons import seasons_of
from models.statistics.met.evenings import Evenings, evenings_of
from models.statistics.selection import Selection
from models.statistics.sums.reading import sums_by, total
from models.statistics.sums.tables import PlayerSums


@dataclass(frozen=True)
class Choices:
    """variants: keys, most often played first. players: fewest first. years and seasons: newest first.

    people: by their ids, in the order of their names.
    """

    variants: list[str]
    players: list[int]
    years: list[int]
    seasons: list[Season]
    evenings: Evenings
    people: dict[uuid.UUID, Player]


def choices_of(group_id: uuid.UUID) -> Choices:
    """Five queries."""
    of_all, by = Selection(group_id), ("variant", "players")
    query = sums_by(of_all, PlayerSums, by, lambda sums: [total(sums.sessions + sums.left)])
    seats: Counter[str] = Counter()
    sizes = set()
    for variant, players, count in db.session.execute(query):
        seats[variant] += count
        sizes.add(players)
    variants = sorted(seats, key=lambda key: (-seats[key], key))
    people = sorted(Player.everybody_in(group_id).items(), key=lambda one: one[1].name.casefold())
    return Choices(
        variants=variants,
        players=sorted(sizes),
        years=years_of(group_id),
        seasons=seasons_of(group_id),
        evenings=evenings_of(group_id),
        people=dict(people),
    )
