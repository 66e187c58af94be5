"""What a group's finished sessions can be told apart by: which variants, how many players, which years."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass

from sqlalchemy import func

from models.database import db
from models.history import years_of
from models.season import Season
from models.seasons import seasons_of
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection


@dataclass(frozen=True)
class Choices:
    """variants: keys, most often played first. players: fewest first. years and seasons: newest first."""

    variants: list[str]
    players: list[int]
    years: list[int]
    seasons: list[Season]


def choices_of(group_id: uuid.UUID) -> Choices:
    """Two queries, and one over every outcome of the group where that is not cached."""
    variants, players = _played(Selection(group_id))
    return Choices(
        variants=variants,
        players=players,
        years=years_of(group_id),
        seasons=seasons_of(group_id),
    )


@cached
def _played(selection: Selection) -> tuple[list[str], list[int]]:
    """The variants, and how many players there were."""
    by_player = (Outcome.player_id, Outcome.variant, Outcome.scale, Outcome.players)  # as the index has them
    rows = db.session.execute(
        db.select(Outcome.variant, Outcome.players, func.count().label("seats"))
        .where(*selection.conditions())
        .group_by(*by_player)
    ).all()
    seats: Counter[str] = Counter()
    for row in rows:
        seats[row.variant] += row.seats
    return sorted(seats, key=lambda key: (-seats[key], key)), sorted({row.players for row in rows})
