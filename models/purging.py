"""Delete a group for good: it becomes unreachable at once, and its rows are deleted in batches, so that
others can write in between.

The name of such a group is MARK, a control character that users cannot enter. If the process ends before all
rows are deleted, the worker goes on (`purge_hidden`).
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError

from models.database import db, one_transaction, yield_writer
from models.group import Group
from models.link import Link
from models.progress import Progress, no_progress
from models.rules import StoredRules
from models.session import Session
from models.tournament.tournament import Tournament

MARK = "\x1f"
BATCH_SIZE = 150  # sessions in a step: a tenth of a second


def hide_group(group: Group) -> None:
    """Make a group unreachable, to be deleted for good; groups merged into it become reachable again."""
    group.name, group.deleted_at = MARK, None
    db.session.execute(db.update(Group).where(Group.merged_into_id == group.id).values(merged_into_id=None))
    db.session.execute(db.delete(Link).where(Link.group_id == group.id))


def is_hidden(group: Group) -> bool:
    """Whether it is being deleted, or in the recycle bin."""
    return group.deleted_at is not None or group.name.startswith(MARK)


def delete_for_good(group: Group, *, progress: Progress = no_progress) -> None:
    """Commit, make the group unreachable, and delete its rows in batches.

    If `progress` raises, purge_hidden deletes the rest.
    """
    group_id = group.id
    hide_group(group)
    db.session.commit()
    _delete_in_batches(group_id, progress)
    delete_unused_rules()


def purge_hidden() -> None:
    """Delete what is left of hidden groups, and rules that nothing refers to any more."""
    with one_transaction(writes=False):
        hidden = db.session.scalars(db.select(Group.id).where(Group.name.startswith(MARK))).all()
    for group_id in hidden:
        _delete_in_batches(group_id, no_progress)
    delete_unused_rules()


def delete_unused_rules() -> None:
    """Delete the rules that no session refers to: they may have the words of a group's own game."""
    is_unused = ~db.select(Session.id).where(Session.rules_id == StoredRules.id).exists()
    with one_transaction(writes=False):
        first = db.session.scalar(db.select(StoredRules.id).where(is_unused).limit(1))
    if first is None:
        return
    unused = db.delete(StoredRules).where(is_unused).execution_options(synchronize_session=False)
    try:
        with one_transaction(writes=True):
            db.session.execute(unused)
    except IntegrityError:  # a session has begun with one of them: next time
        return


def delete_sessions(ids: Sequence[uuid.UUID]) -> None:
    """Delete sessions in bulk, with all that belongs to them."""
    statement = db.delete(Session).where(Session.id.in_(ids))
    db.session.execute(statement.execution_options(synchronize_session=False))


def _delete_in_batches(group_id: uuid.UUID, progress: Progress) -> None:
    """Delete the group last: a cascade has no order."""
    in_group, done = Session.ever_in(group_id), 0
    with one_transaction(writes=False):
        count = db.session.scalar(db.select(func.count()).where(in_group)) or 0
    while done < count:
        with one_transaction(writes=True):
            batch = db.select(Session.id).where(in_group).limit(BATCH_SIZE).with_for_update()
            delete_sessions(db.session.scalars(batch).all())
        done = min(done + BATCH_SIZE, count)
        progress(done, count)
        yield_writer()
    with one_transaction(writes=True):
        db.session.execute(db.delete(Tournament).where(Tournament.ever_in(group_id)))
        db.session.execute(db.delete(Group).where(Group.id == group_id))
