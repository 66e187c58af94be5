"""Running ratings and streaks: what the order of a group's sessions tells, kept beside each outcome
(review/running.py).

A session that ends as the last one writes its own figures. One whose ranks change later, or that goes, makes
those of every session that was started after it be written anew: 0.4 ms for each on SQLite, twice that on
PostgreSQL, so that a correction of the oldest of 3,000 takes a second or two.
"""

from __future__ import annotations

import uuid
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple, cast

from sqlalchemy import ColumnElement, Row, and_, bindparam, not_, or_

from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome
from review.running import Rating, RunningFigures, RunningRatings, SideFinish

Place = tuple[datetime, uuid.UUID]
Fields = dict[str, Any]
RUNNING = tuple(figure.name for figure in fields(RunningFigures))
NOBODY: Mapping[uuid.UUID, uuid.UUID] = {}


class Finish(NamedTuple):
    """How a seat finished, and the running figures that are written there."""

    seat_id: uuid.UUID
    session_id: uuid.UUID
    player_id: uuid.UUID
    started_at: datetime
    variant: str
    scale: str
    players: int
    side: int
    rank: int | None
    written: tuple[Any, ...]

    @property
    def streak(self) -> int | None:
        """As it is written."""
        found: int | None = self.written[RUNNING.index("streak")]
        return found


Reckoned = tuple[Finish, RunningFigures]  # what stands where a seat finished, and what is to stand there


def rewrite_running(group_id: uuid.UUID, *, since: Place | None = None) -> list[Finish]:
    """Write the running figures from one place in the history on; all of them where no place is given.

    Where the streak is another one now: sums know nothing else of the running figures.
    """
    reckoned = reckon_running(group_id, since)
    write_running_figures(reckoned)
    return with_other_streak(reckoned)


def reckon_running(
    group_id: uuid.UUID,
    since: Place | None,
    *,
    coming: uuid.UUID | None = None,
    players: Mapping[uuid.UUID, uuid.UUID] = NOBODY,
    going: Container[uuid.UUID] = (),
) -> list[Reckoned]:
    """The running figures from one place in the history on that are others than those written, to be
    written at once or later.

    coming: a group whose outcomes are read as this one's; players: who somebody of that group is here.
    going: sessions that are read as if they were gone.
    """
    finishes = [finish for finish in _in_order((group_id, coming), since) if finish.session_id not in going]
    finishes = [
        finish._replace(player_id=players.get(finish.player_id, finish.player_id)) for finish in finishes
    ]
    finishes.sort(key=lambda finish: (finish.started_at, finish.session_id, finish.player_id))
    running = _running_before(group_id, since, finishes) if since else RunningRatings()
    reckoned: list[Reckoned] = []
    for _place, seats in groupby(finishes, key=lambda finish: (finish.started_at, finish.session_id)):
        stayed = [finish for finish in seats if finish.rank is not None]
        if stayed:
            figures = running.add(stayed[0].variant, _finishes(stayed))
            pairs = [(finish, figures[finish.player_id]) for finish in stayed]
            reckoned += [pair for pair in pairs if pair[0].written != tuple(vars(pair[1]).values())]
    return reckoned


def write_running_figures(reckoned: Sequence[Reckoned]) -> None:
    """What was reckoned."""
    if reckoned:
        table = db.metadata.tables[Outcome.__tablename__]
        values: Fields = {column: bindparam(f"new_{column}") for column in RUNNING}
        update = table.update().where(table.c.seat_id == bindparam("of_seat")).values(values)
        db.session.execute(update, [{"of_seat": finish.seat_id, **_bound(own)} for finish, own in reckoned])


def with_other_streak(reckoned: Sequence[Reckoned]) -> list[Finish]:
    return [finish for finish, figures in reckoned if finish.streak != figures.streak]


def _in_order(group_ids: Iterable[uuid.UUID | None], since: Place | None) -> list[Finish]:
    columns = [getattr(Outcome, column) for column in (*Finish._fields[:-1], *RUNNING)]
    own = len(Finish._fields) - 1
    found: list[Finish] = []
    for group_id in filter(None, group_ids):
        query = db.select(*columns).where(Outcome.group_id == group_id)
        rows = db.session.execute(query.where(not_(_before(since))) if since else query)
        found += [Finish._make((*row[:own], tuple(row[own:]))) for row in rows]
    return found


def _before(place: Place) -> ColumnElement[bool]:
    at, session_id = place
    return or_(Outcome.started_at < at, and_(Outcome.started_at == at, Outcome.session_id < session_id))


def _running_before(group_id: uuid.UUID, place: Place, rows: Sequence[Finish]) -> RunningRatings:
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


def _finishes(stayed: Sequence[Finish]) -> list[SideFinish]:
    """The sides as their players’ ids sort: swapped seats or an import change no last digit of a rating."""
    sides: dict[int, list[Finish]] = {}
    for row in stayed:
        sides.setdefault(row.side, []).append(row)
    return [
        SideFinish(tuple(row.player_id for row in rows), cast(int, rows[0].rank)) for rows in sides.values()
    ]


def _bound(figures: RunningFigures) -> Fields:
    """Under other names than the columns, which the statement sets."""
    return {f"new_{name}": value for name, value in vars(figures).items()}
