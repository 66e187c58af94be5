"""Groups that nobody can reach: what comes in waits in one until all of it is there, what goes until all of
it is deleted, and both in steps so short that no table waits for them.

A hidden group has no links, and a name that nobody can give and that tells whose rows they are. It holds
nothing of that group, nor that group anything of it, so no page can find what is in it. Whoever is stopped in
the middle leaves one behind; as all of this is done `alone`, the next one knows that it is nobody's.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import func

from models.alone import Busy, alone
from models.database import db, give_way, new_id, one_transaction
from models.group import Group
from models.link import Link
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.tournament.tournament import Tournament

Progress = Callable[[int, int], None]  # so many are done, of so many; may raise to stop
MARK = "\x1f"
AT_ONCE = 150  # sessions in a step: a tenth of a second


def nobody_counts(_done: int, _of: int) -> None:
    """For whoever does not ask how far it is."""


def make_hidden(of: uuid.UUID, at: datetime) -> uuid.UUID:
    """An empty hidden group beside the group `of`."""
    hidden_id = new_id()
    db.session.execute(db.insert(Group).values(id=hidden_id, name=f"{MARK}{of.hex}", created_at=at))
    return hidden_id


def hide_group(group: Group) -> None:
    """It is gone for everybody at once, and left to clear_up. What was joined into it is there again."""
    group.name = f"{MARK}{group.id.hex}"
    db.session.execute(db.update(Group).where(Group.merged_into_id == group.id).values(merged_into_id=None))
    db.session.execute(db.delete(Link).where(Link.group_id == group.id))


def is_hidden(group: Group) -> bool:
    return group.name.startswith(MARK)


def clear_up(*, progress: Progress = nobody_counts) -> None:
    """Delete whatever was left anywhere; what somebody is at is left to them."""
    with one_transaction(writes=False):
        names = db.session.scalars(db.select(Group.name).where(Group.name.startswith(MARK)).distinct()).all()
    for group_id in (uuid.UUID(name.removeprefix(MARK)) for name in names):
        try:
            with alone(group_id):
                clear_up_beside(group_id, progress)
        except Busy:
            continue


def clear_up_beside(group_id: uuid.UUID, progress: Progress = nobody_counts) -> None:
    """Delete, in steps, what is hidden beside a group, or a hidden group itself; for one who is alone."""
    with one_transaction(writes=False):
        hidden = db.session.scalars(db.select(Group.id).where(Group.name == f"{MARK}{group_id.hex}")).all()
    for hidden_id in hidden:
        _delete_in_steps(hidden_id, progress)


def delete_sessions(ids: Sequence[uuid.UUID]) -> None:
    """In bulk, rounds before the seats that they name."""
    for column in (Round.session_id, Seat.session_id, Session.id):
        of = db.delete(column.class_).where(column.in_(ids))
        db.session.execute(of.execution_options(synchronize_session=False))


def _delete_in_steps(hidden_id: uuid.UUID, progress: Progress) -> None:
    """The group last: a cascade knows no order."""
    of_it, done = Session.group_id == hidden_id, 0
    with one_transaction(writes=False):
        count = db.session.scalar(db.select(func.count()).where(of_it)) or 0
    while done < count:
        with one_transaction(writes=True):
            some = db.select(Session.id).where(of_it).limit(AT_ONCE).with_for_update()
            delete_sessions(db.session.scalars(some).all())
        done = min(done + AT_ONCE, count)
        progress(done, count)
        give_way()
    with one_transaction(writes=True):
        db.session.execute(db.delete(Tournament).where(Tournament.group_id == hidden_id))
        db.session.execute(db.delete(Group).where(Group.id == hidden_id))
