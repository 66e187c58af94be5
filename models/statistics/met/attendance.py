"""Who was there on how many nights, and how many hours were played."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func

from models.database import db
from models.round import Round, last_played
from models.session import Session
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection

LONGEST = timedelta(hours=12)  # a game that took longer was played on on another day, and nobody knows when


@dataclass(frozen=True)
class Hours:
    """games: those whose hours are known."""

    played: timedelta
    games: int


def nights_of_each(selection: Selection) -> dict[uuid.UUID, int]:
    """On how many nights each player sat at a table of a finished game; one query."""
    nights = func.count(Outcome.night_id.distinct())
    query = db.select(Outcome.player_id, nights).where(*selection.conditions()).group_by(Outcome.player_id)
    return {player_id: int(count) for player_id, count in db.session.execute(query)}


def hours_of(selection: Selection) -> Hours:
    """One query."""
    query = (
        db.select(Session.started_at, Session.finished_at, func.max(Round.recorded_at))
        .join(Round, Round.session_id == Session.id)
        .where(Session.id.in_(db.select(Outcome.session_id).where(*selection.conditions())))
        .where(Session.summed.is_(False), Session.untimed.is_(False))
        .group_by(Session.id, Session.started_at, Session.finished_at)
    )
    lengths = [last_played(began, ended, last) - began for began, ended, last in db.session.execute(query)]
    known = [length for length in lengths if timedelta() < length <= LONGEST]
    return Hours(sum(known, timedelta()), len(known))
