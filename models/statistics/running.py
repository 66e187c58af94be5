"""Running ratings and streaks: what the order of a group's sessions tells, kept beside each outcome
(review/running.py).

A session that ends as the last one writes its own figures. One whose ranks change later, or that goes, makes
those of every session that was started after it be written anew: 0.4 ms for each on SQLite, twice that on
PostgreSQL, so that a correction of the oldest of 3,000 takes a second or two.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, not_, or_
from sqlalchemy.dialects import postgresql, sqlite

from models.database import db, new_id
from models.player import Player
from models.statistics.outcome import Outcome, StatisticsVersion
from review.running import Rating, RunningFigures, RunningRatings, SideFinish

Place = tuple[datetime, uuid.UUID]
Fields = dict[str, Any]
INSERTS: Mapping[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
RUNNING = tuple(figure.name for figure in fields(RunningFigures))


def rewrite_running(group_id: uuid.UUID, *, since: Place | None = None) -> None:
    """Write the running figures from one place in the history on; all of them where no place is given."""
    rows = _in_order(group_id, since)
    running = _running_before(group_id, since, rows) if since else RunningRatings()
    written: list[Fields] = []
    for _place, seats in groupby(rows, key=lambda row: (row.started_at, row.session_id)):
        stayed = [row for row in seats if row.rank is not None]
        if not stayed:
            continue
        figures = running.add(stayed[0].variant, _finishes(stayed))
        written += [{"of_seat": row.seat_id, **_bound(figures[row.player_id])} for row in stayed]
    if written:
        table = db.metadata.tables[Outcome.__tablename__]
        values: Fields = {column: bindparam(f"new_{column}") for column in RUNNING}
        db.session.execute(
            table.update().where(table.c.seat_id == bindparam("of_seat")).values(values), written
        )


def lock_and_bump_statistics(group_id: uuid.UUID) -> None:
    """The group's figures get a new version: whatever changes an outcome comes here in its transaction.

    One writer at a time; after every lock of sessions and nights, so that nobody waits in a circle.
    """
    new = new_id()
    insert = INSERTS[db.engine.dialect.name](StatisticsVersion).values(group_id=group_id, mark=new)
    group = [StatisticsVersion.group_id]
    db.session.execute(insert.on_conflict_do_update(index_elements=group, set_={"mark": new}))


def statistics_version(group_id: uuid.UUID) -> uuid.UUID | None:
    """Another one whenever an outcome of the group is another; None before there were any."""
    query = db.select(StatisticsVersion.mark).where(StatisticsVersion.group_id == group_id)
    return db.session.scalar(query)


def _in_order(group_id: uuid.UUID, since: Place | None) -> Sequence[Row[Any]]:
    query = (
        db.select(
            Outcome.seat_id,
            Outcome.session_id,
            Outcome.player_id,
            Outcome.started_at,
            Outcome.variant,
            Outcome.side,
            Outcome.rank,
        )
        .where(Outcome.group_id == group_id)
        .order_by(Outcome.started_at, Outcome.session_id, Outcome.player_id)
    )
    return db.session.execute(query.where(not_(_before(since))) if since else query).all()


def _before(place: Place) -> ColumnElement[bool]:
    at, session_id = place
    return or_(Outcome.started_at < at, and_(Outcome.started_at == at, Outcome.session_id < session_id))


def _running_before(group_id: uuid.UUID, place: Place, rows: Sequence[Row[Any]]) -> RunningRatings:
    """How everybody in these rows stood: their last figures, and their last in each variant."""
    players = {row.player_id for row in rows}
    running = RunningRatings()
    for row in _last_figures(group_id, place, players):
        running.latest[row.player_id] = RunningFigures(**{name: getattr(row, name) for name in RUNNING})
    for variant in {row.variant for row in rows}:
        for row in _last_figures(group_id, place, players, Outcome.variant == variant):
            running.own_ratings[row.player_id, variant] = Rating(row.own_mu, row.own_sigma)
    return running


def _last_figures(
    group_id: uuid.UUID, place: Place, players: Iterable[uuid.UUID], *also: ColumnElement[bool]
) -> Sequence[Row[Any]]:
    last = (
        db.select(Outcome.seat_id)
        .where(Outcome.player_id == Player.id, Outcome.group_id == group_id, Outcome.nth.is_not(None))
        .where(_before(place), *also)
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc())
        .limit(1)
        .correlate(Player)
        .scalar_subquery()
    )
    columns = [getattr(Outcome, column) for column in ("player_id", *RUNNING)]
    seats = db.select(last).where(Player.id.in_(players))
    return db.session.execute(db.select(*columns).where(Outcome.seat_id.in_(seats))).all()


def _finishes(stayed: Sequence[Row[Any]]) -> list[SideFinish]:
    """The sides as their players’ ids sort: swapped seats or an import change no last digit of a rating."""
    sides: dict[int, list[Row[Any]]] = {}
    for row in stayed:
        sides.setdefault(row.side, []).append(row)
    return [SideFinish(tuple(row.player_id for row in rows), rows[0].rank) for rows in sides.values()]


def _bound(figures: RunningFigures) -> Fields:
    """Under other names than the columns, which the statement sets."""
    return {f"new_{name}": value for name, value in vars(figures).items()}
