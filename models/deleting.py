"""Deleting a session, or a group with everything in it."""

from __future__ import annotations

from contextlib import suppress

from models.alone import Busy, alone
from models.database import db
from models.group import Group
from models.hidden import Progress, clear_up_beside, hide_group, nobody_counts
from models.session import Session
from models.statistics.running import rewrite_running
from models.statistics.sums.keeping import keep_sums, lock_statistics, parts_of


def delete_session(session: Session) -> None:
    """The session with its sheet and history, and its night where nothing else is known of that."""
    night, group_id, place = session.night, session.group_id, (session.started_at, session.id)
    # Somebody may just be beginning a session on this night: wait for them, or let them find it gone.
    db.session.refresh(night, with_for_update=True)
    lock_statistics(group_id)
    gone = parts_of([session.id])
    db.session.delete(session)
    db.session.flush()
    if gone:
        keep_sums(group_id, gone, rewrite_running(group_id, since=place))
    others = db.session.scalar(db.select(Session.id).where(Session.night_id == night.id).limit(1))
    if others is None and not night.place and not night.note:
        db.session.delete(night)


def delete_group(group: Group, *, progress: Progress = nobody_counts) -> None:
    """Hide it, with what the caller has changed; then what was in it is deleted in steps. Nothing is left.

    Whatever `progress` raises, or whoever is just bringing it a file, leaves the rest to hidden.clear_up.
    """
    group_id = group.id
    hide_group(group)
    db.session.commit()
    with suppress(Busy), alone(group_id):
        clear_up_beside(group_id, progress)
