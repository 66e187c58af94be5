"""Import a session document into a group: completely or not at all; importing it twice changes nothing.

The document is written in batches into a staging group (models/staging_group.py), each batch in its own
transaction. One more transaction then moves everything to the group: seats, rounds and hands stay with
their sessions. A single transaction would block SQLite's only writer for ten seconds; in batches nothing
blocks for more than 0.2 s.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from exchange.document.loader import DocumentLoader, Report, update_last_played
from exchange.document.records import Document
from models.custom_game import CustomGame
from models.database import db, one_transaction
from models.group import Group
from models.locks import group_lock
from models.night import Night
from models.player import Player
from models.session import Seat, Session
from models.staging_group import MARK, Progress, create_staging_group, delete_staging_of, no_progress
from models.statistics.outcomes import move_outcomes
from models.statistics.version import lock_statistics
from models.tournament.tournament import Entrant, Tournament

MOST_TRIES = 5


class GroupChanged(RuntimeError):
    """Data that was read before the last transaction has changed: read it again."""


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
    the player ids of the file. also: called within the last transaction.

    Commits the open transaction first. Raises BadDocument, GroupChanged, Busy, and what `progress` raises;
    the group is unchanged then.
    """

    def first() -> None:
        db.session.add(group)
        db.session.flush()
        lock_group(group_id)

    group_id = group.id
    with group_lock(group_id):
        return read_in_batches(
            document,
            group_id,
            at,
            player_ids or {},
            first=first,
            last=also or (lambda _report: None),
            is_unchanged=lambda: True,
            progress=progress,
        )


def lock_group(group_id: uuid.UUID) -> None:
    """Lock the group's row until the transaction ends; raises GroupChanged if it is deleted or merged into
    another.
    """
    is_here = (Group.merged_into_id.is_(None), Group.deleted_at.is_(None))
    here = db.select(Group.name).where(Group.id == group_id, *is_here)
    name = db.session.scalar(here.with_for_update(key_share=True))
    if name is None or name.startswith(MARK):
        raise GroupChanged


def read_in_batches(
    document: Document,
    group_id: uuid.UUID,
    at: datetime,
    player_ids: Mapping[str, uuid.UUID],
    *,
    first: Callable[[], None],
    last: Callable[[Report], None],
    is_unchanged: Callable[[], bool],
    progress: Progress,
) -> Report:
    """Import a document; the caller holds the lock of the group.

    first, last: called at the start and the end of the last transaction. If `first` raises GroupChanged,
    `is_unchanged`, called outside of a transaction, decides whether
    to try again.
    """
    delete_staging_of(group_id)
    try:
        staging = StagedImport(document, group_id, at, player_ids)
        staging.write(progress)
        for tries_left in reversed(range(MOST_TRIES)):
            try:
                with one_transaction(writes=True):
                    first()
                    report = staging.move()
                    last(report)
                break
            except GroupChanged:
                if not tries_left or not is_unchanged():
                    raise
    except BaseException:
        delete_staging_of(group_id)
        raise
    return report


class StagedImport:
    """A document on its way into the group `group_id`, which may not exist yet.

    Call `write`, then `move`, the last one within a transaction.
    """

    def __init__(
        self, document: Document, group_id: uuid.UUID, at: datetime, player_ids: Mapping[str, uuid.UUID]
    ) -> None:
        self.group_id = group_id
        with one_transaction(writes=True):
            self.hidden = create_staging_group(group_id, at)
        with one_transaction(writes=False):
            self.loader = DocumentLoader(document, group_id, at, player_ids, self.hidden)

    def write(self, progress: Progress) -> None:
        """Write the rows in batches; raises BadDocument."""
        count = len(self.loader.document.sessions)
        for done in self.loader:
            with one_transaction(writes=True):
                self.loader.rows.write()
            progress(done, count)

    def move(self) -> Report:
        """Move everything to the group. Raises GroupChanged; the caller then rolls back."""
        self._lock()
        self._move_nights_and_people()
        if self.loader.first is not None:
            move_outcomes(self.hidden, self.group_id)
        update_last_played(self.loader.last_played)
        db.session.execute(db.delete(Group).where(Group.id == self.hidden))  # with its placeholders
        return self.loader.report

    def _lock(self) -> None:
        """Lock named nights and players first, the statistics last: the order that everybody uses."""
        here = self.loader
        for model, ids in (
            (Night, here.nights_here.values()),
            (CustomGame, here.games_here),
            (Player, here.players_here.values()),
        ):
            wanted = sorted(set(ids))
            own = db.select(model.id).where(model.id.in_(wanted), model.group_id == self.group_id)
            locked = own.order_by(model.id).with_for_update(read=True, key_share=True)
            if len(db.session.scalars(locked).all()) < len(wanted):
                raise GroupChanged
        if self.loader.first is not None:
            lock_statistics(self.group_id)

    def _move_nights_and_people(self) -> None:
        hidden, own = self.hidden, self.group_id
        self._move_tournaments()
        for stand_in, night_id in self.loader.nights_here.items():
            _update(Session, Session.night_id == stand_in, night_id=night_id)
        for stand_in, player_id in self.loader.players_here.items():
            _update(Seat, Seat.player_id == stand_in, player_id=player_id)
        _update(CustomGame, CustomGame.group_id == hidden, group_id=own)
        _update(Session, Session.group_id == hidden, group_id=own)
        _update(Night, Night.group_id == hidden, Night.id.not_in(self.loader.nights_here), group_id=own)
        _update(Player, Player.group_id == hidden, Player.id.not_in(self.loader.players_here), group_id=own)

    def _move_tournaments(self) -> None:
        hidden, pieces = self.hidden, self.loader
        if not pieces.made["tournaments"]:
            return
        for stand_in, night_id in pieces.nights_here.items():
            _update(Tournament, Tournament.night_id == stand_in, night_id=night_id)
        for stand_in, player_id in pieces.players_here.items():
            _update(Entrant, Entrant.player_id == stand_in, player_id=player_id)
        _update(Tournament, Tournament.group_id == hidden, group_id=self.group_id)


def _update(model: Any, *which: Any, **values: uuid.UUID) -> None:
    update = db.update(model).where(*which).values(**values)
    db.session.execute(update.execution_options(synchronize_session=False))
