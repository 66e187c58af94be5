"""Running ratings and streaks, which depend on the order of a group's sessions, stored with each outcome
(game/analysis/running.py).

A session that ends as the newest one writes its own figures. If its ranks change later, or it is deleted,
the figures of every later session are rewritten: some 0.6 ms each on SQLite, 0.8 ms on PostgreSQL, on a
busy machine.
"""

from __future__ import annotations

import uuid
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, cast

from sqlalchemy import ColumnElement, Row, bindparam, tuple_, type_coerce
from sqlalchemy.types import NullType

from game.analysis.rating import Rating
from game.analysis.running import RunningFigures, RunningRatings, SideFinish
from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome

Place = tuple[datetime, uuid.UUID]
Fields = dict[str, Any]
RUNNING = tuple(figure.name for figure in fields(RunningFigures))
WITHOUT_STREAK = tuple(name for name in RUNNING if name != "streak")
NO_PLAYERS: Mapping[uuid.UUID, uuid.UUID] = {}


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
    def streak(self) -> Any:
        """As it is written."""
        return self.written[RUNNING.index("streak")]


FigureUpdate = tuple[Finish, RunningFigures]  # stored and new figures of a seat


def rewrite_running(group_id: uuid.UUID, *, since: Place | None = None) -> None:
    """Rewrite the running figures from one place in the history on, or all."""
    write_running_figures(recompute_running(group_id, since))


def recompute_running(
    group_id: uuid.UUID,
    since: Place | None,
    *,
    staging_id: uuid.UUID | None = None,
    players: Mapping[uuid.UUID, uuid.UUID] = NO_PLAYERS,
    deleted: Container[uuid.UUID] = (),
) -> list[FigureUpdate]:
    """The running figures that differ from the stored ones, from one place in the history on.

    staging_id: a group whose outcomes are read as this one's; players: its players by their ids here.
    deleted: sessions to exclude.
    """
    finishes = [
        finish for finish in _in_order((group_id, staging_id), since) if finish.session_id not in deleted
    ]
    if players:
        finishes = [own._replace(player_id=players.get(own.player_id, own.player_id)) for own in finishes]
    finishes.sort(key=lambda finish: (finish.started_at, finish.session_id, finish.player_id))
    running = _running_before(since, finishes) if since else RunningRatings()
    updates: list[FigureUpdate] = []
    for (at, _id), seats in groupby(finishes, key=lambda finish: (finish.started_at, finish.session_id)):
        stayed = [finish for finish in seats if finish.rank is not None]
        if stayed:
            figures = running.add(stayed[0].variant, at, _finishes(stayed))
            pairs = [(finish, figures[finish.player_id]) for finish in stayed]
            updates += [pair for pair in pairs if pair[0].written != tuple(vars(pair[1]).values())]
    return updates


def write_running_figures(updates: Sequence[FigureUpdate]) -> None:
    """Write updates; the streak, which is in an index, only where it differs."""
    _write([pair for pair in updates if pair[0].streak != pair[1].streak], RUNNING)
    _write([pair for pair in updates if pair[0].streak == pair[1].streak], WITHOUT_STREAK)


def _in_order(group_ids: Iterable[uuid.UUID | None], since: Place | None) -> list[Finish]:
    columns = [getattr(Outcome, column) for column in (*Finish._fields[3:-1], *RUNNING)]
    own, ids, found = len(Finish._fields) - 4, _Ids(), []
    for group_id in filter(None, group_ids):
        query = db.select(Outcome.seat_id, *_AS_THEY_COME, *columns).where(Outcome.group_id == group_id)
        query = query.order_by(Outcome.started_at, Outcome.session_id)
        rows = db.session.execute(query.where(_its_place >= since) if since else query)
        for seat_id, session, player, *about in rows:
            named = (seat_id, ids[session], ids[player])
            found.append(Finish._make((*named, *about[:own], tuple(about[own:]))))
    return found


class _Ids(dict[Any, uuid.UUID]):
    """One object for each id as the driver returns it, shared by all rows: created once, compared quickly."""

    def __missing__(self, key: Any) -> uuid.UUID:
        self[key] = key if isinstance(key, uuid.UUID) else uuid.UUID(key)
        return self[key]


_its_place = tuple_(Outcome.started_at, Outcome.session_id)
_AS_THEY_COME = [type_coerce(column, NullType) for column in (Outcome.session_id, Outcome.player_id)]


def _running_before(place: Place, rows: Sequence[Finish]) -> RunningRatings:
    """The state before these rows: each player's last figures, and the last of each variant."""
    players = {row.player_id for row in rows}
    running = RunningRatings()
    for row in _last_figures(place, players):
        running.latest[row.player_id] = RunningFigures(**{name: getattr(row, name) for name in RUNNING})
        running.seen[row.player_id] = row.started_at
    for variant in {row.variant for row in rows}:
        for row in _last_figures(place, players, Outcome.variant == variant):
            running.own_ratings[row.player_id, variant] = Rating(row.own_mu, row.own_sigma)
            running.seen[row.player_id, variant] = row.started_at
    return running


def _last_figures(
    place: Place, players: Iterable[uuid.UUID], *also: ColumnElement[bool]
) -> Sequence[Row[Any]]:
    """Without the group, so that a database reads the sessions of each player backwards."""
    last = (
        db.select(Outcome.seat_id)
        .where(Outcome.player_id == Player.id, Outcome.nth.is_not(None), _its_place < place, *also)
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc())
        .limit(1)
        .correlate(Player)
        .scalar_subquery()
    )
    columns = [getattr(Outcome, column) for column in ("player_id", "started_at", *RUNNING)]
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


def _write(updates: Sequence[FigureUpdate], names: Sequence[str]) -> None:
    """Under other names than the columns, which the statement sets."""
    if updates:
        table = db.metadata.tables[Outcome.__tablename__]
        values: Fields = {name: bindparam(f"new_{name}") for name in names}
        update = table.update().where(table.c.seat_id == bindparam("of_seat")).values(values)
        news = [(f"new_{name}", attrgetter(name)) for name in names]
        rows = [{"of_seat": old.seat_id, **{new: get(own) for new, get in news}} for old, own in updates]
        db.session.execute(update, rows)
