"""Deleting a session, or a group with everything in it."""

from __future__ import annotations

from models.database import db
from models.group import Group
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.statistics.running import lock_and_bump_statistics, rewrite_running


def delete_session(session: Session) -> None:
    """The session with its sheet and history, and its night where nothing else is known of that."""
    night, group_id, place = session.night, session.group_id, (session.started_at, session.id)
    # Somebody may just be beginning a session on this night: wait for them, or let them find it gone.
    db.session.refresh(night, with_for_update=True)
    lock_and_bump_statistics(group_id)
    db.session.delete(session)
    db.session.flush()
    if session.is_finished:
        rewrite_running(group_id, since=place)
    others = db.session.scalar(db.select(Session.id).where(Session.night_id == night.id).limit(1))
    if others is None and not night.place and not night.note:
        db.session.delete(night)


def delete_group(group: Group) -> None:
    """Nothing of it is left. What stands on something else goes first: a cascade knows no such order."""
    sessions = db.select(Session.id).where(Session.group_id == group.id)
    db.session.execute(sessions.order_by(Session.id).with_for_update())  # whoever writes there may finish
    for model in (Round, Seat):
        db.session.execute(db.delete(model).where(model.session_id.in_(sessions)))
    db.session.execute(db.delete(Group).where(Group.id == group.id))
