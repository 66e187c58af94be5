"""What a group's finished sessions can be told apart by: which variants, how many players, which years."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from sqlalchemy import func

from models.database import db
from models.history import years_of
from models.outcome import Outcome
from models.season import Season
from models.seasons import seasons_of


@dataclass(frozen=True)
class Choices:
    """variants: keys, most often played first. players: fewest first. years and seasons: newest first."""

    variants: list[str]
    players: list[int]
    years: list[int]
    seasons: list[Season]


def choices_of(group_id: uuid.UUID) -> Choices:
    """Three queries, one of them over every outcome of the group."""
    by_player = (Outcome.player_id, Outcome.variant, Outcome.scale, Outcome.players)  # as the index has them
    rows = db.session.execute(
        db.select(Outcome.variant, Outcome.players, func.count().label("seats"))
        .where(Outcome.group_id == group_id)
        .group_by(*by_player)
    ).all()
    played: dict[str, int] = {}
    for row in rows:
        played[row.variant] = played.get(row.variant, 0) + row.seats
    return Choices(
        variants=sorted(played, key=lambda key: (-played[key], key)),
        players=sorted({row.players for row in rows}),
        years=years_of(group_id),
        seasons=seasons_of(group_id),
    )
