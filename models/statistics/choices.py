"""What a group's finished sessions can be told apart by: which variants, how many players, which years."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass

from models.database import db
from models.history import years_of
from models.season import Season
from models.seasons import seasons_of
from models.statistics.selection import Selection
from models.statistics.sums.reading import sums_by, total
from models.statistics.sums.tables import PlayerSums


@dataclass(frozen=True)
class Choices:
    """variants: keys, most often played first. players: fewest first. years and seasons: newest first."""

    variants: list[str]
    players: list[int]
    years: list[int]
    seasons: list[Season]


def choices_of(group_id: uuid.UUID) -> Choices:
    """Three queries."""
    of_all, by = Selection(group_id), ("variant", "players")
    query = sums_by(of_all, PlayerSums, by, lambda sums: [total(sums.sessions + sums.left)])
    seats: Counter[str] = Counter()
    sizes = set()
    for variant, players, count in db.session.execute(query):
        seats[variant] += count
        sizes.add(players)
    variants = sorted(seats, key=lambda key: (-seats[key], key))
    return Choices(variants, sorted(sizes), years_of(group_id), seasons_of(group_id))
