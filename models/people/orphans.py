"""Delete players that were created by a change that was undone, and that nothing refers to."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from models.database import db, in_turns
from models.player import Player
from models.session import Seat
from models.tournament.tournament import Entrant

BATCH_SIZE = 500


def delete_players(group_id: uuid.UUID, made: Iterable[str]) -> list[Player]:
    """Those that stay, for they have played or take part elsewhere since."""
    remaining = []
    for some in in_turns([uuid.UUID(own) for own in made], BATCH_SIZE):
        needed = referenced_ids(Seat.player_id, some) | referenced_ids(Entrant.player_id, some)
        here = db.select(Player).where(Player.id.in_(some), Player.group_id == group_id)
        for player in db.session.scalars(here).all():
            if player.id in needed:
                remaining.append(player)
            else:
                db.session.delete(player)
    db.session.flush()
    return remaining


def referenced_ids(column: Any, ids: Sequence[uuid.UUID]) -> set[uuid.UUID]:
    """Those of them that stand in the column."""
    return set(db.session.scalars(db.select(column).where(column.in_(ids))))
