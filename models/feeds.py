"""The nights of a group for a calendar, and its newest results for a feed."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from sqlalchemy import Row, func
from sqlalchemy.orm import joinedload

from models.change import Change
from models.database import db
from models.night import Night
from models.night_lists import nights_of
from models.player import Player
from models.session import Seat, Session, last_played, sheet_and_players
from models.statistics.selection import Selection

MAX_NIGHTS = 1_000
ALL_NIGHTS = "all"  # a key beside the ids of nights


@dataclass(frozen=True)
class CalendarGame:
    """One session: the key of its variant, and its winners, clockwise; empty while it is not finished.

    hours: its start and the time it was last played, None if they are not known.
    """

    variant: str
    winners: tuple[str, ...]
    hours: tuple[datetime, datetime] | None


@dataclass(frozen=True)
class CalendarNight:
    """A night with its sessions in order; changed: when anything was last written or corrected of it."""

    night: Night
    games: tuple[CalendarGame, ...]
    changed: datetime

    @property
    def began(self) -> datetime | None:
        """The first start, None if it is not known."""
        return min((game.hours[0] for game in self.games if game.hours), default=None)

    @property
    def ended(self) -> datetime | None:
        """The time at which it was last played, None if it is not known."""
        return max((game.hours[1] for game in self.games if game.hours), default=None)


def calendar_nights(group_id: uuid.UUID, most: int = MAX_NIGHTS) -> list[CalendarNight]:
    """The newest nights, oldest first; five queries, whatever their number."""
    nights = nights_of(Selection(group_id), most=most)[::-1]
    played: dict[uuid.UUID, list[Row[Any]]] = defaultdict(list)
    for row in _sessions(group_id):
        played[row.night_id].append(row)
    winners = _winners(group_id)
    changed = _changes_of_nights(group_id)
    calendar = []
    for night in nights:
        rows = played[night.id]
        games = [CalendarGame(row.variant, tuple(winners.get(row.id, ())), _hours(row)) for row in rows]
        times = [at for row in rows for at in (row.started_at, row.finished_at) if at]
        times += [changed[key] for key in (night.id, ALL_NIGHTS) if key in changed]
        midnight = datetime.combine(night.date, time(), UTC)
        calendar.append(CalendarNight(night, tuple(games), max([midnight, *times])))
    return calendar


def nights_left_out(group_id: uuid.UUID, most: int = MAX_NIGHTS) -> int:
    """The number of nights that are older than the first one in the calendar."""
    count = db.session.scalar(db.select(func.count()).where(Night.visible_in(group_id)))
    return max(0, (count or 0) - most)


def latest_results(group_id: uuid.UUID, most: int) -> list[tuple[Session, datetime]]:
    """Finished sessions, the one that ended last first, each with the moment it was last changed."""
    sessions = db.session.scalars(
        db.select(Session)
        .where(Session.visible_in(group_id), Session.finished_at.is_not(None))
        .options(joinedload(Session.night), *sheet_and_players())
        .order_by(Session.finished_at.desc(), Session.started_at.desc(), Session.id.desc())
        .limit(most)
    ).all()
    changes = db.session.execute(
        db.select(Change.session_id, func.max(Change.at).label("at"))
        .where(Change.session_id.in_([session.id for session in sessions]))
        .group_by(Change.session_id)
    )
    changed = {row.session_id: row.at for row in changes}
    return [
        (session, max(filter(None, (session.finished_at, changed.get(session.id))))) for session in sessions
    ]


def _changes_of_nights(group_id: uuid.UUID) -> dict[Any, datetime]:
    """By night, the time of the last change of it or its sessions; under ALL_NIGHTS, of what affects all
    nights: names and imports.
    """
    of_sessions = db.session.execute(
        db.select(Session.night_id, func.max(Change.at).label("at"))
        .join(Change, Change.session_id == Session.id)
        .where(Session.visible_in(group_id))
        .group_by(Session.night_id)
    )
    latest: dict[Any, datetime] = {row.night_id: row.at for row in of_sessions}
    of_group = db.select(Change.about, Change.at, Change.kind)
    for row in db.session.execute(of_group.where(Change.group_id == group_id, Change.session_id.is_(None))):
        about = row.about.get("about") or row.about  # of an undo: about of the undone change
        if row.about.get("kind", row.kind).startswith("season"):
            continue
        key = uuid.UUID(about["night"]) if "night" in about else ALL_NIGHTS
        latest[key] = max(row.at, latest.get(key, row.at))
    return latest


def _hours(row: Row[Any]) -> tuple[datetime, datetime] | None:
    if row.totals_only or row.no_times:
        return None
    return row.started_at, last_played(row.started_at, row.finished_at, row.last_round_at)


def _sessions(group_id: uuid.UUID) -> Sequence[Row[Any]]:
    columns = (
        *(Session.id, Session.night_id, Session.variant, Session.started_at, Session.finished_at),
        *(Session.last_round_at, Session.totals_only, Session.no_times),
    )
    wanted = db.select(*columns).where(Session.visible_in(group_id))
    return db.session.execute(wanted.order_by(Session.started_at, Session.id)).all()


def _winners(group_id: uuid.UUID) -> dict[uuid.UUID, list[str]]:
    rows = db.session.execute(
        db.select(Seat.session_id, Player.name)
        .join(Seat.player)
        .join(Seat.session)
        .where(Session.visible_in(group_id), Seat.final_won)
        .order_by(Seat.session_id, Seat.position)
    )
    names: dict[uuid.UUID, list[str]] = defaultdict(list)
    for row in rows:
        names[row.session_id].append(row.name)
    return names
