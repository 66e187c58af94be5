"""Deleting and the recycle bin: what is deleted in a group, and a deleted group, can be restored for seven
days.

The rows of one deletion are marked with it (models/deletion.py) and stay where they are, so that merging and
anonymising players reaches them. Its id is the id of the change in the history of the group, which says who
deleted what and when. Only outcomes are deleted; restoring computes them again, as if the sessions ended
again. A night is marked with the last of its sessions and tournaments, unless it has a venue or a note.

A deleted group keeps its rows and links, and has `deleted_at`: views/web/access.py rejects it.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import joinedload, selectinload

from models.change import UNDO, Change, ChangeStamp
from models.database import db, one_transaction
from models.deletion import Deletable, Deletion
from models.group import Group
from models.night import Night
from models.people.people import add_group_change
from models.purging import hide_group
from models.session import Seat, Session
from models.statistics.outcome import Outcome
from models.statistics.storing import save_outcomes
from models.statistics.version import lock_statistics
from models.tournament.tournament import Tournament, TournamentTable

RETENTION = timedelta(days=7)
# Kinds of changes in the history of the group.
GROUP_DELETED = "delete_group"
GAME_DELETED = "delete_game"
NIGHT_DELETED = "delete_night"
TOURNAMENT_DELETED = "delete_tournament"
PLAYED: tuple[type[Any], ...] = (Session, Tournament)  # deleted by users; a night goes with its last one


@dataclass(frozen=True)
class BinEntry:
    """One deletion: its change in the history of the group, and what can be restored."""

    change: Change
    expires_at: datetime
    sessions: list[Session] = field(default_factory=list)
    tournaments: list[Tournament] = field(default_factory=list)


def entries_of(group_id: uuid.UUID) -> list[BinEntry]:
    """What can be restored in a group, the newest deletion first; a fixed number of queries."""
    deletions = db.session.execute(
        db.select(Deletion.id, Deletion.at, Change)
        .join(Change, Change.id == Deletion.id)
        .where(Deletion.group_id == group_id)
        .order_by(Deletion.at.desc(), Deletion.id.desc())
    ).all()
    entries = {row.id: BinEntry(row.Change, row.at + RETENTION) for row in deletions}
    sessions = (
        db.select(Session)
        .where(Session.deletion_id.in_(entries))
        .options(joinedload(Session.night), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at, Session.id)
    )
    for session in db.session.scalars(sessions):
        entries[session.deletion_id].sessions.append(session)
    for tournament in db.session.scalars(db.select(Tournament).where(Tournament.deletion_id.in_(entries))):
        entries[tournament.deletion_id].tournaments.append(tournament)
    return list(entries.values())


def bin_with(
    model: type[Session] | type[Tournament], group_id: uuid.UUID, row_id: uuid.UUID
) -> tuple[uuid.UUID, datetime] | None:
    """The deletion in the group with a session or tournament, and until when that can be restored."""
    row = db.session.execute(
        db.select(Deletion.id, Deletion.at)
        .join(model, model.deletion_id == Deletion.id)
        .where(model.id == row_id, Deletion.group_id == group_id)
    ).one_or_none()
    return (row.id, row.at + RETENTION) if row else None


class CannotDelete(ValueError):
    """The session is a table of the tournament `name`; undo its draw instead."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def tournament_of_session(session: Session) -> Tournament | None:
    """The tournament that the session is a table of."""
    at_it = db.select(TournamentTable.tournament_id).where(TournamentTable.session_id == session.id)
    return db.session.scalar(db.select(Tournament).where(Tournament.id.in_(at_it)))


def delete_session(session: Session, stamp: ChangeStamp) -> None:
    """Delete a session with its rounds and history, and its night if nothing else belongs to that.

    Raise CannotDelete.
    """
    tournament = tournament_of_session(session)
    if tournament is not None:
        raise CannotDelete(tournament.name)
    about = {
        "id": str(session.id),
        "night": str(session.night_id),
        "date": session.night.date.isoformat(),
        "variant": session.variant,
        "deals": len(session.rounds),
    }
    _move_to_bin(session.group_id, GAME_DELETED, stamp, about, sessions=[session.id])


def delete_tournament(tournament: Tournament, stamp: ChangeStamp) -> None:
    """Delete a tournament with its tables. Lock their sessions before."""
    sessions = [table.session_id for table in tournament.tables]
    about = {"id": str(tournament.id), "name": tournament.name, "games": len(sessions)}
    group_id, ids = tournament.group_id, [tournament.id]
    _move_to_bin(group_id, TOURNAMENT_DELETED, stamp, about, sessions=sessions, tournaments=ids)


def delete_night(night: Night, stamp: ChangeStamp) -> None:
    """Delete a night with its venue, note and `night_content`. Lock the sessions before."""
    sessions, tournaments = night_content(night)
    about = {"night": str(night.id), "date": night.date.isoformat(), "games": len(sessions)}
    _move_to_bin(
        night.group_id,
        NIGHT_DELETED,
        stamp,
        about,
        sessions=[session.id for session in sessions],
        tournaments=[tournament.id for tournament in tournaments],
        night=night,
    )


def lock_content(night: Night) -> None:
    """Lock the sessions of `night_content`, always in the same order."""
    ids = [session.id for session in night_content(night)[0]]
    locked = db.select(Session.id).where(Session.id.in_(ids)).order_by(Session.id)
    db.session.execute(locked.with_for_update())


def night_content(night: Night) -> tuple[list[Session], list[Tournament]]:
    """The sessions and tournaments of a night, and all tables of these tournaments."""
    tables = db.select(TournamentTable.tournament_id).join(Session, Session.id == TournamentTable.session_id)
    here = (Tournament.night_id == night.id) | Tournament.id.in_(tables.where(Session.night_id == night.id))
    visible = db.select(Tournament).where(here, Tournament.visible())
    tournaments = list(db.session.scalars(visible.order_by(Tournament.id)))
    ids = [tournament.id for tournament in tournaments]
    at_tables = db.select(TournamentTable.session_id).where(TournamentTable.tournament_id.in_(ids))
    played = db.select(Session).where((Session.night_id == night.id) | Session.id.in_(at_tables))
    played = played.where(Session.visible())
    return list(db.session.scalars(played.order_by(Session.id))), tournaments


def _move_to_bin(
    group_id: uuid.UUID,
    kind: str,
    stamp: ChangeStamp,
    about: Mapping[str, Any],
    *,
    sessions: Collection[uuid.UUID],
    tournaments: Collection[uuid.UUID] = (),
    night: Night | None = None,
) -> None:
    """Put sessions and tournaments into the recycle bin, and record a change of the group.

    A night without any other session or tournament, and without venue and note, goes with them; `night` goes
    in any case. Lock the sessions and tournaments before.
    """
    group = db.session.get_one(Group, group_id)
    # A session may be starting on a night at the same time: wait for it, or make it find no night.
    used = {*_nights_of(sessions, tournaments), *([night.id] if night else [])}
    lock = db.select(Night).where(Night.id.in_(used)).order_by(Night.id).with_for_update()
    nights = db.session.scalars(lock.execution_options(populate_existing=True)).all()
    lock_statistics(group_id)
    db.session.add(Deletion(id=stamp.change_id, group_id=group_id, at=stamp.at))
    db.session.flush()
    _execute(db.delete(Outcome).where(Outcome.session_id.in_(sessions)))
    _mark(Session, sessions, stamp.change_id)
    _mark(Tournament, tournaments, stamp.change_id)
    _mark(Night, [unused.id for unused in _unused(nights, night)], stamp.change_id)
    db.session.expire_all()
    add_group_change(group, kind, stamp, dict(about), {})


def restore(group_id: uuid.UUID, deletion_id: uuid.UUID, stamp: ChangeStamp) -> Change | None:
    """Restore a deletion; returns the change that is undone, None if there is no such deletion."""
    wanted = db.select(Deletion).where(Deletion.id == deletion_id, Deletion.group_id == group_id)
    deletion = db.session.scalar(wanted.with_for_update())
    if deletion is None:
        return None
    change = db.session.get_one(Change, deletion_id)
    sessions, tournaments = (_marked(model, deletion_id) for model in PLAYED)
    # A night may have gone with another session of it, later than these.
    nights = {*_marked(Night, deletion_id), *_nights_of(sessions, tournaments)}
    _mark(Session, sessions, None)
    _mark(Tournament, tournaments, None)
    _mark(Night, nights, None)
    db.session.delete(deletion)
    db.session.flush()
    db.session.expire_all()
    if sessions:
        save_outcomes(group_id, sessions)
    _record_restoring(db.session.get_one(Group, group_id), change, stamp)
    return change


def delete_group(group: Group, stamp: ChangeStamp) -> None:
    """Put a group into the recycle bin with everything in it; its links open it again after restoring."""
    group.deleted_at = stamp.at
    add_group_change(group, GROUP_DELETED, stamp, {}, {})


def restore_group(group: Group, stamp: ChangeStamp) -> None:
    """Restore a deleted group."""
    group.deleted_at = None
    deletions = db.select(Change).where(Change.group_id == group.id, Change.kind == GROUP_DELETED)
    _record_restoring(group, db.session.scalars(deletions.order_by(*Change.newest_first())).first(), stamp)


def purge_expired(at: datetime | None) -> int:
    """Delete for good what was deleted more than seven days before `at`, or everything in recycle bins
    (None); of groups, purge_hidden deletes the rows. Returns how many deletions that were.
    """
    with one_transaction(writes=True):
        expired = [Group.deleted_at.is_not(None) if at is None else Group.deleted_at < at - RETENTION]
        groups = db.select(Group).where(*expired).order_by(Group.id).with_for_update(skip_locked=True)
        hidden = db.session.scalars(groups).all()
        for group in hidden:
            hide_group(group)
        older = db.select(Deletion) if at is None else db.select(Deletion).where(Deletion.at < at - RETENTION)
        older = older.order_by(Deletion.id).with_for_update(skip_locked=True)
        deletions = [deletion.id for deletion in db.session.scalars(older)]
        _delete_for_good(deletions)
        return len(hidden) + len(deletions)


def delete_empty(deletions: Collection[uuid.UUID]) -> None:
    """Delete those of the deletions that no session or tournament is marked with any more."""
    empty = db.select(Deletion.id).where(Deletion.id.in_(deletions))
    for model in PLAYED:
        empty = empty.where(~db.exists().where(model.deletion_id == Deletion.id))
    _delete_for_good(db.session.scalars(empty).all())


def _delete_for_good(deletions: Sequence[uuid.UUID]) -> None:
    """Delete what is marked with these deletions. A night with a session or tournament of another deletion is
    marked with that one instead.
    """
    for model in PLAYED:
        _execute(db.delete(model).where(model.deletion_id.in_(deletions)))
    for model in PLAYED:
        left = db.select(model.deletion_id).where(model.night_id == Night.id, ~model.visible()).limit(1)
        here = db.select(model.id).where(model.night_id == Night.id)
        last = db.update(Night).where(Night.deletion_id.in_(deletions), here.exists())
        _execute(last.values(deletion_id=left.scalar_subquery()))
    _execute(db.delete(Deletion).where(Deletion.id.in_(deletions)))  # and its nights


def _nights_of(sessions: Collection[uuid.UUID], tournaments: Collection[uuid.UUID]) -> set[uuid.UUID]:
    nights = {*db.session.scalars(db.select(Session.night_id).where(Session.id.in_(sessions)))}
    of_tournaments = db.select(Tournament.night_id).where(Tournament.id.in_(tournaments))
    return nights | {night_id for night_id in db.session.scalars(of_tournaments) if night_id}


def _unused(nights: Sequence[Night], unwanted: Night | None) -> list[Night]:
    """The nights without a visible session or tournament, a venue or a note; `unwanted` if nothing is left on
    it.
    """
    ids = [night.id for night in nights]
    used: set[uuid.UUID | None] = set()
    for model in PLAYED:
        here = db.select(model.night_id).where(model.night_id.in_(ids), model.visible())
        used |= {*db.session.scalars(here)}
    return [
        night
        for night in nights
        if night.id not in used and (night is unwanted or not (night.place or night.note))
    ]


def _mark(model: type[Deletable], ids: Collection[uuid.UUID], deletion_id: uuid.UUID | None) -> None:
    """Mark rows with a deletion, or with none."""
    table: Any = model
    _execute(db.update(model).where(table.id.in_(ids)).values(deletion_id=deletion_id))


def _marked(model: Any, deletion_id: uuid.UUID) -> Sequence[uuid.UUID]:
    return db.session.scalars(db.select(model.id).where(model.deletion_id == deletion_id)).all()


def _record_restoring(group: Group, deletion: Change | None, stamp: ChangeStamp) -> None:
    if deletion is None:
        return
    deletion.mark_undone()
    undo = add_group_change(group, UNDO, stamp, {"kind": deletion.kind, "about": deletion.about}, {})
    undo.undoes_id = deletion.id


def _execute(statement: Any) -> None:
    db.session.execute(statement.execution_options(synchronize_session=False))
