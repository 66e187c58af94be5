"""Import a session document into a group: completely or not at all; importing it twice changes nothing.

Everything is read and computed before the one transaction that writes; ten years hold SQLite's only writer
for some 0.7 s. What was read of the group is compared in it: if that has changed meanwhile, all is read
again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.exc import IntegrityError

from files.document.loader import DocumentLoader, Report, update_last_played
from files.document.records import Document
from models.custom_game import CustomGame
from models.database import db, one_transaction
from models.deletion import Deletable
from models.group import Group
from models.night import Night
from models.player import Player
from models.progress import Progress, no_progress
from models.purging import MARK
from models.session import Session
from models.statistics.version import lock_statistics
from models.tournament.tournament import Tournament

GroupState = list[Any]
MOST_TRIES = 5
STATE = (
    (Player.id, Player.name, Player.anonymised_at),
    (Night.id, Night.date),
    (Session.id, Session.night_id, Session.version),
    (Tournament.id, Tournament.version),
    (CustomGame.id, CustomGame.changed_at, CustomGame.retired_at),
)


class GroupChanged(RuntimeError):
    """Data that was read before the transaction that writes has changed: read it again."""


def read_document(
    document: Document,
    group: Group,
    at: datetime,
    *,
    player_ids: Mapping[str, uuid.UUID] | None = None,
    also: Callable[[Report], None] | None = None,
    progress: Progress = no_progress,
) -> Report:
    """Import what the group does not have yet; creates the group if it is not in the database.

    Existing records stay unchanged. at: time for records without one. player_ids: player ids of the group by
    the player ids of the file. also: called within the transaction that writes.

    Commits the open transaction first. Raises BadDocument, GroupChanged, and what `progress` raises; the
    group is unchanged then.
    """
    for tries_left in reversed(range(MOST_TRIES)):
        with one_transaction(writes=False):
            reading = DocumentReading(document, group.id, at, player_ids or {}, progress)
        try:
            with one_transaction(writes=True):
                db.session.add(group)
                db.session.flush()
                report = reading.write()
                if also:
                    also(report)
                return report
        except GroupChanged:
            if not tries_left:
                raise
    raise GroupChanged


def lock_group(group_id: uuid.UUID) -> None:
    """Lock the group's row until the transaction ends; raises GroupChanged if it is deleted or merged into
    another.
    """
    is_here = (Group.merged_into_id.is_(None), Group.deleted_at.is_(None))
    here = db.select(Group.name).where(Group.id == group_id, *is_here)
    name = db.session.scalar(here.with_for_update(key_share=True))
    if name is None or name.startswith(MARK):
        raise GroupChanged


class DocumentReading:
    """A document that is read for a group, which may not exist yet, and not written.

    state: of the group as it was when the caller began to read it; None if that is now. Raises BadDocument,
    and what `progress` raises.
    """

    def __init__(
        self,
        document: Document,
        group_id: uuid.UUID,
        at: datetime,
        player_ids: Mapping[str, uuid.UUID],
        progress: Progress,
        *,
        state: GroupState | None = None,
    ) -> None:
        self.group_id = group_id
        self.state = group_state(group_id) if state is None else state
        self.loader = DocumentLoader(document, group_id, at, player_ids)
        self.loader.load(progress)

    def write(self) -> Report:
        """Write it, within a transaction of the caller. Raises GroupChanged; the caller then rolls back."""
        lock_group(self.group_id)
        self._lock_what_is_named()
        if group_state(self.group_id) != self.state:
            raise GroupChanged
        if self.loader.made["sessions"]:
            lock_statistics(self.group_id)
        try:
            self.loader.rows.write()
        except IntegrityError:  # another group was given the same ids meanwhile
            raise GroupChanged from None
        update_last_played(self.loader.last_played)
        return self.loader.report

    def _lock_what_is_named(self) -> None:
        """Lock nights, games and players before the statistics: the order that everybody uses."""
        here = self.loader
        named = (
            (Night, here.nights_here),
            (CustomGame, here.games.used_of_group),
            (Player, here.players_here),
        )
        for model, ids in named:
            locked = db.select(model.id).where(model.id.in_(ids)).order_by(model.id)
            db.session.execute(locked.with_for_update(read=True, key_share=True))


def group_state(group_id: uuid.UUID) -> GroupState:
    """Players, nights, games, sessions and tournaments with their versions; five fast queries."""
    return [
        db.session.execute(db.select(own, *others).where(here(own.class_, group_id)).order_by(own)).all()
        for own, *others in STATE
    ]


def here(model: Any, group_id: uuid.UUID) -> ColumnElement[bool]:
    """Condition on rows of a model: the group has them, outside of the recycle bin."""
    own: ColumnElement[bool] = model.group_id == group_id
    return model.visible_in(group_id) if issubclass(model, Deletable) else own
