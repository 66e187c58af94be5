"""The people whom statistics are about; a forgotten one keeps the figures under its placeholder."""

from __future__ import annotations

import uuid

from models.database import db
from models.player import Player


def names_in(group_id: uuid.UUID) -> dict[uuid.UUID, str]:
    """Every player of the group by id, in one query."""
    rows = db.session.execute(db.select(Player.id, Player.name).where(Player.group_id == group_id))
    return {row.id: row.name for row in rows}


def player_in(group_id: uuid.UUID, player_id: uuid.UUID) -> Player | None:
    """The group's player with this id."""
    query = db.select(Player).where(Player.id == player_id, Player.group_id == group_id)
    return db.session.scalar(query)
