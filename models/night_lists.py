"""The nights of a group, newest first: what was played on them, page by page however long the history is."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, func, tuple_
from sqlalchemy.orm import joinedload, selectinload

from models.database import db
from models.names import folded
from models.night import Night
from models.nights import is_of_tonight
from models.session import Seat, Session
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.tournament.tournament import Tournament, TournamentTable

MAX_RUNNING = 20


def nights_of(wanted: Selection, *, before: Night | None = None, most: int) -> list[Night]:
    """The newest nights with a session like that, begun or finished, or those before a night.

    One query that reads as many rows as it shows.
    """
    query = db.select(Night).where(Night.visible_in(wanted.group_id), *wanted.of_night())
    if wanted.is_of_sessions:
        query = query.where(Night.id.in_(_nights_with(wanted)))
    if before is not None:
        query = query.where(tuple_(Night.date, Night.id) < tuple_(before.date, before.id))
    return list(db.session.scalars(_newest_first(query).limit(most)))


def last_night_with_result(group_id: uuid.UUID) -> Night | None:
    """The newest night with a winner."""
    won = db.select(Seat.id).join(Session, Session.id == Seat.session_id)
    has_result = won.where(Session.night_id == Night.id, Session.visible(), Seat.final_won).exists()
    return db.session.scalar(
        db.select(Night)
        .where(Night.visible_in(group_id), has_result)
        .order_by(Night.date.desc(), Night.id.desc())
        .limit(1)
    )


def _nights_with(wanted: Selection) -> Select[tuple[uuid.UUID]]:
    """The nights of the sessions that are wanted; how many stayed to the end is known of finished ones."""
    sessions = db.select(Session.night_id).where(Session.visible_in(wanted.group_id))
    if wanted.variant is not None:
        sessions = sessions.where(Session.variant == wanted.variant)
    if wanted.players is not None:
        at_so_many = (Outcome.group_id == wanted.group_id, Outcome.players == wanted.players)
        sessions = sessions.where(Session.id.in_(db.select(Outcome.session_id).where(*at_so_many)))
    if wanted.company is not None:
        sessions = sessions.where(Session.id.in_(wanted.company.sessions(wanted.group_id)))
    return sessions


def sessions_of(nights: Iterable[Night]) -> dict[uuid.UUID, list[Session]]:
    """What was played on these nights in the order it was begun, with the seats, in three queries."""
    played: dict[uuid.UUID, list[Session]] = {night.id: [] for night in nights}
    found = db.session.scalars(
        db.select(Session)
        .where(Session.night_id.in_(played), Session.visible())
        .options(selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at, Session.id)
    )
    for session in found:
        played[session.night_id].append(session)
    return played


def sheets_of(night: Night) -> list[Session]:
    """The sessions of one night with all their rounds, in the order they were begun."""
    return list(
        db.session.scalars(
            db.select(Session)
            .where(Session.night_id == night.id, Session.visible())
            .options(
                joinedload(Session.night),
                joinedload(Session.stored_sheet),
                selectinload(Session.seats).joinedload(Seat.player),
            )
            .order_by(Session.started_at, Session.id)
        )
    )


def waiting_in(group_id: uuid.UUID, *, most: int) -> list[Session]:
    """Unfinished sessions, newest first, without the tables of tournaments."""
    return list(
        db.session.scalars(
            db.select(Session)
            .where(Session.visible_in(group_id), Session.finished_at.is_(None), not_at_tournament())
            .options(joinedload(Session.stored_sheet), selectinload(Session.seats).joinedload(Seat.player))
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
        .options(joinedload(Session.stored_sheet), selectinload(Session.seats).joinedload(Seat.player))
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

    Sessions of earlier nights (models/nights.py) and tables of tournaments are excluded. besides: a session
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
        .options(joinedload(Session.stored_sheet), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(MAX_RUNNING)
    ).all()
    for session in running:
        if wanted == Counter(folded(seat.player.name) for seat in session.seats if not seat.has_left):
            found = Session.of(session.group_id, session.id)
            return found if found and is_of_tonight(found, at) else None
    return None


def running_in(group_id: uuid.UUID, at: datetime) -> Session | None:
    """The game that was begun last of those that the group plays tonight; None where it plays none."""
    newest = next(iter(waiting_in(group_id, most=1)), None)
    found = Session.of(group_id, newest.id) if newest else None
    return found if found and is_of_tonight(found, at) else None


def not_at_tournament() -> ColumnElement[bool]:
    """Condition: the session is no table of a tournament."""
    return Session.id.not_in(db.select(TournamentTable.session_id))


def latest_tournament(group_id: uuid.UUID, since: datetime) -> Tournament | None:
    """The newest tournament created after `since`."""
    own = db.select(Tournament).where(Tournament.visible_in(group_id), Tournament.created_at > since)
    return db.session.scalar(own.order_by(Tournament.created_at.desc(), Tournament.id.desc()).limit(1))


def tournaments_on(night: Night) -> Sequence[Tournament]:
    """The tournaments of a night, oldest first."""
    own = db.select(Tournament).where(Tournament.night_id == night.id, Tournament.visible())
    return db.session.scalars(own.order_by(Tournament.created_at, Tournament.id)).all()


def years_of(group_id: uuid.UUID) -> list[int]:
    """The years in which the group has a night, newest first."""
    year = db.extract("year", Night.date)
    found = db.session.scalars(db.select(year).where(Night.visible_in(group_id)).distinct())
    return sorted((int(year) for year in found), reverse=True)


def _newest_first(query: Select[tuple[Night]]) -> Select[tuple[Night]]:
    return query.order_by(Night.date.desc(), Night.id.desc())
