"""Which sessions make one night."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from models.database import db
from models.group import Group
from models.night import Night
from models.session import Session

LONGEST_PAUSE = timedelta(hours=8)


def night_for(group: Group, at: datetime, today: date) -> Night:
    """The night a session that starts now belongs to: the running one, or a new one dated today.

    An evening that crosses midnight is one night: what counts is the pause since it was last played on.
    """
    last = db.session.scalar(
        db.select(Session)
        .where(Session.group_id == group.id)
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(1)
    )
    if last is not None and timedelta(0) <= at - last.last_played_at < LONGEST_PAUSE:
        return db.session.get_one(Night, last.night_id)
    night = Night(group_id=group.id, date=today)
    db.session.add(night)
    return night
