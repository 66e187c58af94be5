"""The recycle bin: what is deleted in a group, and a deleted group, can be restored for seven days.

The rows of one deletion move to a bin: a hidden group without links, so that no query of the group finds
them and none needs a condition. Its id is the id of the change in the history of the group, which says who
deleted what and when. Rows of a bin refer to no row outside of it, except seats and entrants to their
players: these stay in the group, so that merging and anonymising them reaches the bin. Nights of a bin are
copies; the change names the original of each, which is deleted with its last session. Outcomes are deleted
and computed again.

Moving takes a fixed number of statements. They update one row for each session, tournament and change of a
session; sheets stay as they are. Restoring computes the outcomes of the sessions, as if they ended again.

A deleted group keeps its rows and links, and has `deleted_at`: views/web/access.py rejects it.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import or_
from sqlalchemy.orm import joinedload, selectinload

from models.change import UNDO, Change, ChangeStamp
from models.database import db, new_id, one_transaction
from models.group import Group
from models.night import Night
from models.people.people import add_group_change
from models.purging import hide_group
from models.session import Seat, Session
from models.statistics.outcome import Outcome
from models.statistics.outcomes import save_outcomes
from models.statistics.version import lock_statistics
from models.tournament.tournament import Tournament

RETENTION = timedelta(days=7)
GROUP_DELETED = "delete_group"  # kind of the change in the history of a deleted group


@dataclass(frozen=True)
class BinEntry:
    """One deletion: its change in the history of the group, and what can be restored."""

    change: Change
    expires_at: datetime
    sessions: list[Session] = field(default_factory=list)
    tournaments: list[Tournament] = field(default_factory=list)


def entries_of(group_id: uuid.UUID) -> list[BinEntry]:
    """What can be restored in a group, deleted last first; a fixed number of queries."""
    own = (Group.bin_of_id == group_id, Group.deleted_at.is_not(None))
    found = db.session.execute(
        db.select(Group.id, Group.deleted_at, Change)
        .join(Change, Change.id == Group.id)
        .where(*own)
        .order_by(Group.deleted_at.desc(), Group.id.desc())
    ).all()
    entries = {row.id: BinEntry(row.Change, row.deleted_at + RETENTION) for row in found}
    sessions = (
        db.select(Session)
        .where(Session.group_id.in_(entries))
        .options(joinedload(Session.night), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at, Session.id)
    )
    for session in db.session.scalars(sessions):
        entries[session.group_id].sessions.append(session)
    for tournament in db.session.scalars(db.select(Tournament).where(Tournament.group_id.in_(entries))):
        entries[tournament.group_id].tournaments.append(tournament)
    return list(entries.values())


def bin_with(
    model: type[Session] | type[Tournament], group_id: uuid.UUID, own_id: uuid.UUID
) -> tuple[uuid.UUID, datetime] | None:
    """The bin of the group with a session or tournament, and until when that can be restored."""
    row = db.session.execute(
        db.select(Group.id, Group.deleted_at)
        .join(model, model.group_id == Group.id)
        .where(model.id == own_id, Group.bin_of_id == group_id, Group.deleted_at.is_not(None))
    ).one_or_none()
    return (row.id, row.deleted_at + RETENTION) if row else None


def move_to_bin(
    group_id: uuid.UUID,
    kind: str,
    stamp: ChangeStamp,
    about: Mapping[str, Any],
    *,
    sessions: Collection[uuid.UUID],
    tournaments: Collection[uuid.UUID] = (),
    night: Night | None = None,
) -> None:
    """Move sessions and tournaments to a new bin, and record a change of the group.

    A night without any other session or tournament, and without venue and note, is deleted; `night` is
    deleted in any case. Lock the sessions and tournaments before.
    """
    group = db.session.get_one(Group, group_id)
    # A session may be starting on a night at the same time: wait for it, or make it find no night.
    nights = _lock_nights(sessions, tournaments, night)
    lock_statistics(group_id)
    copies = _create_bin(group_id, stamp, nights)
    _execute(db.delete(Outcome).where(Outcome.session_id.in_(sessions)))
    for original, copy in copies.items():
        on_it = {"night_id": copy}
        _update(Session, Session.night_id == original, Session.id.in_(sessions), **on_it)
        _update(Tournament, Tournament.night_id == original, Tournament.id.in_(tournaments), **on_it)
    _move(sessions, tournaments, stamp.change_id)
    _delete_unused(nights, night)
    originals = {str(copy): str(original) for original, copy in copies.items()}
    add_group_change(group, kind, stamp, {**about, "nights": originals}, {})


def restore(group_id: uuid.UUID, bin_id: uuid.UUID, stamp: ChangeStamp) -> Change | None:
    """Move everything back from a bin; returns the change that is undone, None if there is no such bin."""
    wanted = db.select(Group).where(Group.id == bin_id, Group.bin_of_id == group_id)
    found = db.session.scalar(wanted.where(Group.deleted_at.is_not(None)).with_for_update())
    if found is None:
        return None
    deletion = db.session.get_one(Change, bin_id)
    sessions = db.session.scalars(db.select(Session.id).where(Session.group_id == bin_id)).all()
    tournaments = db.session.scalars(db.select(Tournament.id).where(Tournament.group_id == bin_id)).all()
    for copy, original in _nights_back(group_id, deletion).items():
        on_it = {"night_id": original}
        _update(Session, Session.night_id == copy, **on_it)
        _update(Tournament, Tournament.night_id == copy, **on_it)
    _move(sessions, tournaments, group_id)
    _execute(db.delete(Group).where(Group.id == bin_id))
    ended = db.select(Session.id).where(Session.id.in_(sessions), Session.finished_at.is_not(None))
    if to_compute := db.session.scalars(ended).all():
        save_outcomes(group_id, to_compute)
    _record_restoring(db.session.get_one(Group, group_id), deletion, stamp)
    return deletion


def delete_group(group: Group, stamp: ChangeStamp) -> None:
    """Put a group into the recycle bin with everything in it; its links open it again after restoring."""
    group.deleted_at = stamp.at
    add_group_change(group, GROUP_DELETED, stamp, {}, {})


def restore_group(group: Group, stamp: ChangeStamp) -> None:
    """Restore a deleted group."""
    group.deleted_at = None
    deletions = db.select(Change).where(Change.group_id == group.id, Change.kind == GROUP_DELETED)
    _record_restoring(group, db.session.scalars(deletions.order_by(*Change.newest_first())).first(), stamp)


def hide_expired(at: datetime | None) -> int:
    """Hide what was deleted more than seven days before `at`, or everything in recycle bins (None);
    purging.purge_hidden deletes the rows. Returns how many deletions that were.
    """
    with one_transaction(writes=True):
        is_over = Group.deleted_at.is_not(None) if at is None else Group.deleted_at < at - RETENTION
        expired = db.select(Group).where(is_over).order_by(Group.id).with_for_update(skip_locked=True)
        found = db.session.scalars(expired).all()
        for group in found:
            hide_group(group)
        return len(found)


def _lock_nights(
    sessions: Collection[uuid.UUID], tournaments: Collection[uuid.UUID], night: Night | None
) -> Sequence[Night]:
    """The nights of these sessions and tournaments, and `night`."""
    used = or_(
        Night.id.in_(db.select(Session.night_id).where(Session.id.in_(sessions))),
        Night.id.in_(db.select(Tournament.night_id).where(Tournament.id.in_(tournaments))),
        Night.id == (night.id if night else None),
    )
    locked = db.select(Night).where(used).order_by(Night.id).with_for_update()
    return db.session.scalars(locked.execution_options(populate_existing=True)).all()


def _create_bin(
    group_id: uuid.UUID, stamp: ChangeStamp, nights: Sequence[Night]
) -> dict[uuid.UUID, uuid.UUID]:
    """Create a bin with copies of the nights; returns the id of each copy by the id of its original."""
    bin_id, copies = stamp.change_id, {night.id: new_id() for night in nights}
    times = {"created_at": stamp.at, "deleted_at": stamp.at}
    _execute(db.insert(Group).values(id=bin_id, name="", bin_of_id=group_id, **times))
    _copy_nights(nights, copies, bin_id)
    return copies


def _copy_nights(
    nights: Sequence[Night], new_ids: Mapping[uuid.UUID, uuid.UUID], group_id: uuid.UUID
) -> None:
    """Insert copies into a group. new_ids: by the id of the copied night."""
    rows = [
        {"id": new_ids[night.id], "date": night.date, "place": night.place, "note": night.note}
        for night in nights
    ]
    if rows:
        db.session.execute(db.insert(Night).values(group_id=group_id), rows)


def _nights_back(group_id: uuid.UUID, deletion: Change) -> dict[uuid.UUID, uuid.UUID]:
    """The original of each copied night by the id of the copy; missing originals are created again."""
    originals = {uuid.UUID(copy): uuid.UUID(own) for copy, own in deletion.about["nights"].items()}
    here = db.select(Night.id).where(Night.id.in_(originals.values()), Night.group_id == group_id)
    present = set(db.session.scalars(here.order_by(Night.id).with_for_update(read=True, key_share=True)))
    copies = db.session.scalars(db.select(Night).where(Night.id.in_(originals))).all()
    _copy_nights([copy for copy in copies if originals[copy.id] not in present], originals, group_id)
    return originals


def _move(sessions: Collection[uuid.UUID], tournaments: Collection[uuid.UUID], group_id: uuid.UUID) -> None:
    for model, which in (
        (Session, Session.id.in_(sessions)),
        (Tournament, Tournament.id.in_(tournaments)),
        (Change, Change.session_id.in_(sessions) | Change.tournament_id.in_(tournaments)),
    ):
        _update(model, which, group_id=group_id)
    db.session.expire_all()


def _delete_unused(nights: Sequence[Night], unwanted: Night | None) -> None:
    ids = [night.id for night in nights]
    used = {*db.session.scalars(db.select(Session.night_id).where(Session.night_id.in_(ids)))}
    used |= {*db.session.scalars(db.select(Tournament.night_id).where(Tournament.night_id.in_(ids)))}
    for night in nights:
        if night.id not in used and (night is unwanted or not (night.place or night.note)):
            db.session.delete(night)
    db.session.flush()


def _record_restoring(group: Group, deletion: Change | None, stamp: ChangeStamp) -> None:
    if deletion is None:
        return
    deletion.mark_undone()
    undo = add_group_change(group, UNDO, stamp, {"kind": deletion.kind, "about": deletion.about}, {})
    undo.undoes_id = deletion.id


def _update(model: Any, *which: Any, **values: Any) -> None:
    _execute(db.update(model).where(*which).values(**values))


def _execute(statement: Any) -> None:
    db.session.execute(statement.execution_options(synchronize_session=False))
