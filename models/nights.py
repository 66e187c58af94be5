"""Which sessions make one night."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from game.analysis.elapsed import elapsed
from models.database import db
from models.group import Group
from models.night import Night
from models.session import Session

MAX_PAUSE = timedelta(hours=8)
MAX_TABLES = 5  # tables that a group plays side by side


def night_for(group: Group, at: datetime, today: date, *, until: datetime | None = None) -> Night:
    """The night of a session from `at` to `until` (default: it starts now), or a new one dated `today`.

    Sessions on both sides of midnight are one night if the pause between them is shorter than
    MAX_PAUSE.
    """
    until = until or at
    near = [(_pause(session, at, until), session) for session in _around(group, at, until)]
    pause, nearest = min(near, key=lambda pair: pair[0], default=(MAX_PAUSE, None))
    if nearest is not None and pause < MAX_PAUSE:
        return db.session.get_one(Night, nearest.night_id)
    night = Night(group_id=group.id, date=today)
    db.session.add(night)
    return night


def is_of_tonight(session: Session, at: datetime) -> bool:
    """Whether a game that starts at `at` would belong to the night of this session."""
    return _pause(session, at, at) < MAX_PAUSE


def _around(group: Group, at: datetime, until: datetime) -> list[Session]:
    """The sessions that were started last before `until`, and the first one after it."""
    own = db.select(Session).where(Session.visible_in(group.id))
    before = own.where(Session.started_at <= until).order_by(Session.started_at.desc(), Session.id.desc())
    after = own.where(Session.started_at > until).order_by(Session.started_at, Session.id)
    return [*db.session.scalars(before.limit(MAX_TABLES)), *db.session.scalars(after.limit(1))]


def _pause(session: Session, at: datetime, until: datetime) -> timedelta:
    """The time between a session and the period; zero if they overlap."""
    if session.started_at > until:
        return elapsed(until, session.started_at)
    return elapsed(session.last_played_at, at)
