"""The newest results of a group, for those who follow from afar."""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import joinedload, selectinload

from models.change import Change
from models.database import db
from models.round import Round
from models.seat import Seat
from models.session import Session


def latest_results(group_id: uuid.UUID, most: int) -> list[tuple[Session, datetime]]:
    """Finished sessions, the one that ended last first, each with the moment it was last changed."""
    sessions = db.session.scalars(
        db.select(Session)
        .where(Session.group_id == group_id, Session.finished_at.is_not(None))
        .options(
            joinedload(Session.night),
            selectinload(Session.seats).joinedload(Seat.player),
            selectinload(Session.rounds).selectinload(Round.hands),
        )
        .order_by(Session.finished_at.desc(), Session.started_at.desc(), Session.id.desc())
        .limit(most)
    ).all()
    changed = _last_changes([session.id for session in sessions])
    return [
        (session, max(filter(None, (session.finished_at, changed.get(session.id))))) for session in sessions
    ]


def _last_changes(session_ids: list[uuid.UUID]) -> dict[uuid.UUID, datetime]:
    rows = db.session.execute(
        db.select(Change.session_id, func.max(Change.at).label("at"))
        .where(Change.session_id.in_(session_ids))
        .group_by(Change.session_id)
    )
    return {row.session_id: row.at for row in rows}
