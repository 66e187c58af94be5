"""What was read of a group, compared and locked in the transaction that writes."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import ColumnElement

from models.custom_game import CustomGame
from models.database import db
from models.deletion import Deletable
from models.group import Group
from models.night import Night
from models.player import Player
from models.purging import MARK
from models.session import Session
from models.tournament.tournament import Tournament

GroupState = list[Any]
STATE = (
    (Player.id, Player.name, Player.anonymised_at),
    (Night.id, Night.date),
    (Session.id, Session.night_id, Session.version),
    (Tournament.id, Tournament.version),
    (CustomGame.id, CustomGame.changed_at, CustomGame.retired_at),
)


class GroupChanged(RuntimeError):
    """Data that was read before the transaction that writes has changed: read it again."""


def lock_group(group_id: uuid.UUID) -> None:
    """Lock the group's row until the transaction ends; raises GroupChanged if it is deleted or merged into
    another.
    """
    is_here = (Group.merged_into_id.is_(None), Group.deleted_at.is_(None))
    here = db.select(Group.name).where(Group.id == group_id, *is_here)
    name = db.session.scalar(here.with_for_update(key_share=True))
    if name is None or name.startswith(MARK):
        raise GroupChanged


def group_state(group_id: uuid.UUID) -> GroupState:
    """Players, nights, games, sessions and tournaments with their versions; five fast queries."""
    return [
        db.session.execute(
            db.select(id_column, *columns).where(here(id_column.class_, group_id)).order_by(id_column)
        ).all()
        for id_column, *columns in STATE
    ]


def here(model: Any, group_id: uuid.UUID) -> ColumnElement[bool]:
    """Condition on rows of a model: the group has them, outside of the recycle bin."""
    in_group: ColumnElement[bool] = model.group_id == group_id
    return model.visible_in(group_id) if issubclass(model, Deletable) else in_group
