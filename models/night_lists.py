"""The nights of a group, newest first, what was played on them, and which sessions make one night."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, func, tuple_
from sqlalchemy.orm import joinedload, selectinload

from game.analysis.elapsed import elapsed
from models.database import db
from models.group import Group
from models.names import folded
from models.night import Night
from models.session import Seat, Session, sheet_and_players
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.tournament.tournament import Tournament, TournamentTable

MAX_RUNNING = 20  # unfinished sessions that are looked through
MAX_PAUSE = timedelta(hours=8)  # between two sessions of one night
MAX_TABLES = 5  # that a group plays side by side


def nights_of(wanted: Selection, *, before: Night | None = None, most: int) -> list[Night]:
    """The newest nights with a session of the selection, begun or finished, or the newest before a night.

    One query, which reads only the rows that it returns.
    """
    query = db.select(Night).where(Night.visible_in(wanted.group_id), *wanted.of_night())
    if wanted.is_of_sessions:
        query = query.where(Night.id.in_(_nights_with(wanted)))
    if before is not None:
        query = query.where(tuple_(Night.date, Night.id) < tuple_(before.date, before.id))
    return list(db.session.scalars(query.order_by(*_newest_first()).limit(most)))


def last_night_with_result(group_id: uuid.UUID) -> Night | None:
    """The newest night with a winner."""
    won = db.select(Seat.id).join(Session, Session.id == Seat.session_id)
    has_result = won.where(Session.night_id == Night.id, Session.visible(), Seat.final_won).exists()
    return db.session.scalar(
        db.select(Night).where(Night.visible_in(group_id), has_result).order_by(*_newest_first()).limit(1)
    )


def _nights_with(wanted: Selection) -> Select[tuple[uuid.UUID]]:
    """The nights of the wanted sessions; the number of players is known of finished ones only."""
    sessions = db.select(Session.night_id).where(Session.visible_in(wanted.group_id))
    if wanted.variant is not None:
        sessions = sessions.where(Session.variant == wanted.variant)
    if wanted.players is not None:
        of_size = (Outcome.group_id == wanted.group_id, Outcome.players == wanted.players)
        sessions = sessions.where(Session.id.in_(db.select(Outcome.session_id).where(*of_size)))
    if wanted.company is not None:
        sessions = sessions.where(Session.id.in_(wanted.company.sessions(wanted.group_id)))
    return sessions


def sessions_of(nights: Iterable[Night]) -> dict[uuid.UUID, list[Session]]:
    """The sessions of each night in the order they were begun, with the seats, in three queries."""
    played: dict[uuid.UUID, list[Session]] = {night.id: [] for night in nights}
    sessions = db.session.scalars(
        db.select(Session)
        .where(Session.night_id.in_(played), Session.visible())
        .options(selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at, Session.id)
    )
    for session in sessions:
        played[session.night_id].append(session)
    return played


def sheets_of(night: Night) -> list[Session]:
    """The sessions of one night with all their rounds, in the order they were begun."""
    return list(
        db.session.scalars(
            db.select(Session)
            .where(Session.night_id == night.id, Session.visible())
            .options(joinedload(Session.night), *sheet_and_players())
            .order_by(Session.started_at, Session.id)
        )
    )


def waiting_in(group_id: uuid.UUID, *, most: int) -> list[Session]:
    """Unfinished sessions, newest first, without the tables of tournaments."""
    return list(
        db.session.scalars(
            db.select(Session)
            .where(Session.visible_in(group_id), Session.finished_at.is_(None), not_at_tournament())
            .options(*sheet_and_players())
            .order_by(Session.started_at.desc(), Session.id.desc())
            .limit(most)
        )
    )


def unfinished_on(night_id: uuid.UUID) -> int:
    """The number of unfinished sessions of a night, without the tables of tournaments."""
    waiting = (Session.night_id == night_id, Session.visible(), Session.finished_at.is_(None))
    return (
        db.session.scalar(db.select(func.count()).select_from(Session).where(*waiting, not_at_tournament()))
        or 0
    )


def last_in(group_id: uuid.UUID) -> Session | None:
    """The session that was started last, with its seats, without the tables of tournaments."""
    return db.session.scalar(
        db.select(Session)
        .where(Session.visible_in(group_id), not_at_tournament())
        .options(*sheet_and_players())
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(1)
    )


def last_of_variant(group_id: uuid.UUID, variant: str) -> Session | None:
    """The group's newest session of a variant, with its seats; sessions with totals only have no options."""
    return db.session.scalar(
        db.select(Session)
        .where(Session.visible_in(group_id), Session.variant == variant, Session.totals_only.is_(False))
        .where(not_at_tournament())
        .options(joinedload(Session.stored_sheet), selectinload(Session.seats))
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(1)
    )


def running_with(
    group_ids: Collection[uuid.UUID],
    variant: str,
    names: Iterable[str],
    at: datetime,
    *,
    besides: Session | None = None,
) -> Session | None:
    """The newest unfinished session of the variant with exactly these players at the time `at`, in one of
    the groups, with everything a table page needs.

    Sessions of earlier nights (night_for) and tables of tournaments are excluded. besides: a session
    to exclude.
    """
    wanted = Counter(folded(name) for name in names)
    if not wanted or not group_ids:
        return None
    running = db.session.scalars(
        db.select(Session)
        .where(Session.group_id.in_(group_ids), Session.visible(), Session.variant == variant)
        .where(
            Session.finished_at.is_(None),
            not_at_tournament(),
            Session.id != (besides.id if besides else None),
        )
        .options(*sheet_and_players())
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(MAX_RUNNING)
    ).all()
    for session in running:
        if wanted == Counter(folded(seat.player.name) for seat in session.seats if not seat.has_left):
            return _if_tonight(session, at)
    return None


def running_in(group_id: uuid.UUID, at: datetime) -> Session | None:
    """The newest unfinished session that belongs to the night at the time `at`."""
    newest = next(iter(waiting_in(group_id, most=1)), None)
    return _if_tonight(newest, at)


def _if_tonight(session: Session | None, at: datetime) -> Session | None:
    """The session, read with everything a table page needs, if it belongs to the night at the time `at`."""
    complete = Session.of(session.group_id, session.id) if session else None
    return complete if complete and is_of_tonight(complete, at) else None


def not_at_tournament() -> ColumnElement[bool]:
    """Condition: the session is no table of a tournament."""
    return Session.id.not_in(db.select(TournamentTable.session_id))


def latest_tournament(group_id: uuid.UUID, since: datetime) -> Tournament | None:
    """The newest tournament created after `since`."""
    newer = db.select(Tournament).where(Tournament.visible_in(group_id), Tournament.created_at > since)
    return db.session.scalar(newer.order_by(Tournament.created_at.desc(), Tournament.id.desc()).limit(1))


def tournaments_on(night: Night) -> Sequence[Tournament]:
    """The tournaments of a night, oldest first."""
    tournaments = db.select(Tournament).where(Tournament.night_id == night.id, Tournament.visible())
    return db.session.scalars(tournaments.order_by(Tournament.created_at, Tournament.id)).all()


def years_of(group_id: uuid.UUID) -> list[int]:
    """The years in which the group has a night, newest first."""
    year = db.extract("year", Night.date)
    years = db.session.scalars(db.select(year).where(Night.visible_in(group_id)).distinct())
    return sorted((int(year) for year in years), reverse=True)


def _newest_first() -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return Night.date.desc(), Night.id.desc()


def night_for(group: Group, at: datetime, today: date, *, until: datetime | None = None) -> Night:
    """The night of a session from `at` to `until` (default: it starts now), or a new one dated `today`.

    Sessions on both sides of midnight are one night if the pause between them is shorter than
    MAX_PAUSE.
    """
    until = until or at
    played = db.select(Session).where(Session.visible_in(group.id))
    before = played.where(Session.started_at <= until).order_by(Session.started_at.desc(), Session.id.desc())
    after = played.where(Session.started_at > until).order_by(Session.started_at, Session.id)
    near = [*db.session.scalars(before.limit(MAX_TABLES)), *db.session.scalars(after.limit(1))]
    pauses = [(_pause(session, at, until), session) for session in near]
    pause, nearest = min(pauses, key=lambda pair: pair[0], default=(MAX_PAUSE, None))
    if nearest is not None and pause < MAX_PAUSE:
        return db.session.get_one(Night, nearest.night_id)
    night = Night(group_id=group.id, date=today)
    db.session.add(night)
    return night


def is_of_tonight(session: Session, at: datetime) -> bool:
    """Whether a game that starts at `at` would belong to the night of this session."""
    return _pause(session, at, at) < MAX_PAUSE


def _pause(session: Session, at: datetime, until: datetime) -> timedelta:
    """The time between a session and the period; zero if they overlap."""
    if session.started_at > until:
        return elapsed(until, session.started_at)
    return elapsed(session.last_played_at, at)
