"""Staging groups: unreachable groups in which an import is built, or from which rows are deleted, in
batches.

A staging group has no links. Its name is MARK, a control character that users cannot enter, and the id of
the group it belongs to. No row refers from one of the two groups to the other. A process that is killed
leaves its staging group behind; the next holder of the `group_lock` deletes it.

A bin (models/recycle_bin.py) or a deleted group becomes a staging group of itself when it is to be deleted
for good.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy import func

from models.database import db, new_id, one_transaction, yield_writer
from models.group import Group
from models.link import Link
from models.locks import Locked, group_lock
from models.session import Session
from models.tournament.tournament import Tournament

Progress = Callable[[int, int], None]  # (done, total); may raise to stop
MARK = "\x1f"
AT_ONCE = 150  # sessions in a step: a tenth of a second


def no_progress(_done: int, _of: int) -> None:
    """Progress callback that does nothing."""


def create_staging_group(of: uuid.UUID, at: datetime) -> uuid.UUID:
    """Create an empty staging group of the group `of`; return its id."""
    hidden_id = new_id()
    db.session.execute(db.insert(Group).values(id=hidden_id, name=f"{MARK}{of.hex}", created_at=at))
    return hidden_id


def hide_group(group: Group) -> None:
    """Make a group unreachable, to be deleted for good; groups merged into it become reachable again."""
    group.name, group.deleted_at = f"{MARK}{group.id.hex}", None
    db.session.execute(db.update(Group).where(Group.merged_into_id == group.id).values(merged_into_id=None))
    db.session.execute(db.delete(Link).where(Link.group_id == group.id))


def is_hidden(group: Group) -> bool:
    """Whether it is a staging group, or in the recycle bin."""
    return group.deleted_at is not None or group.name.startswith(MARK)


def delete_for_good(group: Group, *, progress: Progress = no_progress) -> None:
    """Commit, make the group unreachable, and delete its rows in batches.

    If `progress` raises, or an import into the group is running, delete_abandoned deletes the rest.
    """
    group_id = group.id
    hide_group(group)
    db.session.commit()
    with suppress(Locked), group_lock(group_id):
        delete_staging_of(group_id, progress)


def delete_abandoned(*, progress: Progress = no_progress) -> None:
    """Delete the staging groups that no other process is using."""
    with one_transaction(writes=False):
        names = db.session.scalars(db.select(Group.name).where(Group.name.startswith(MARK)).distinct()).all()
    for group_id in (uuid.UUID(name.removeprefix(MARK)) for name in names):
        try:
            with group_lock(group_id):
                delete_staging_of(group_id, progress)
        except Locked:
            continue


def delete_staging_of(group_id: uuid.UUID, progress: Progress = no_progress) -> None:
    """Delete the staging groups of a group, or the group itself if hidden. Call with the group_lock."""
    with one_transaction(writes=False):
        hidden = db.session.scalars(db.select(Group.id).where(Group.name == f"{MARK}{group_id.hex}")).all()
    for hidden_id in hidden:
        _delete_in_batches(hidden_id, progress)


def delete_sessions(ids: Sequence[uuid.UUID]) -> None:
    """Delete sessions in bulk, with all that belongs to them."""
    wanted = db.delete(Session).where(Session.id.in_(ids))
    db.session.execute(wanted.execution_options(synchronize_session=False))


def _delete_in_batches(hidden_id: uuid.UUID, progress: Progress) -> None:
    """Delete the group last: a cascade has no order. Its bins refer to its players, so they are first."""
    of_it, done = Session.group_id == hidden_id, 0
    with one_transaction(writes=False):
        bins = db.session.scalars(db.select(Group.id).where(Group.bin_of_id == hidden_id)).all()
    for bin_id in bins:
        _delete_in_batches(bin_id, progress)
    with one_transaction(writes=False):
        count = db.session.scalar(db.select(func.count()).where(of_it)) or 0
    while done < count:
        with one_transaction(writes=True):
            some = db.select(Session.id).where(of_it).limit(AT_ONCE).with_for_update()
            delete_sessions(db.session.scalars(some).all())
        done = min(done + AT_ONCE, count)
        progress(done, count)
        yield_writer()
    with one_transaction(writes=True):
        db.session.execute(db.delete(Tournament).where(Tournament.group_id == hidden_id))
        db.session.execute(db.delete(Group).where(Group.id == hidden_id))
