"""Figures that depend on the order of a group's sessions, derived from its outcomes: how many a player has
played, won, and won in a row (by the database), and the ratings after each session (`ratings_after`).

A group of ten years has 15,000 outcomes. Its ratings take some 0.3 s anew, 0.1 s where only later
sessions were added to those that this process has rated, and nothing while its statistics have the same
version.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import CTE, ColumnElement, Row, case, func, type_coerce
from sqlalchemy.types import NullType

from game.analysis.rating import RunningRatings, SideFinish
from models.database import db
from models.statistics.outcome import STAYED, Outcome
from models.statistics.selection import Selection
from models.statistics.version import version_to_follow

MOST_RATED = 20  # groups and variants whose ratings a process keeps; ten years take some 3 MB


class _Rated(NamedTuple):
    """Ratings that this process has computed, of which version, from how many outcomes with which hash."""

    version: uuid.UUID
    outcomes: int
    hash: int
    ratings: RunningRatings


_RATED: dict[Selection, _Rated] = {}


def numbered(*conditions: ColumnElement[bool]) -> CTE:
    """SQL for the outcomes of players who stayed to the end, numbered by player in the order they were
    played: `nth`, `wins` so far, and `streak`, those in a row up to this one; with seat_id, player_id, won.
    """
    played = [Outcome.started_at, Outcome.session_id]
    nth = func.row_number().over(partition_by=Outcome.player_id, order_by=played).label("nth")
    own = db.select(Outcome.seat_id, Outcome.player_id, Outcome.won, nth).where(STAYED, *conditions)
    row = own.subquery().c
    so_far: Any = {"partition_by": row.player_id, "order_by": row.nth}
    lost = func.max(case((row.won, 0), else_=row.nth)).over(**so_far)
    wins = func.sum(case((row.won, 1), else_=0)).over(**so_far)
    return db.select(*row, wins.label("wins"), (row.nth - lost).label("streak")).cte()


def ratings_after(group_id: uuid.UUID, variant: str | None = None) -> RunningRatings:
    """The ratings after every session of a group, or of one variant. Not to be changed: threads share it.

    One query, which grows with the outcomes; and one for the version.
    """
    scope = Selection(group_id, variant)
    version = version_to_follow(scope)
    known = _RATED.get(scope)
    if known and known.version == version:
        return known.ratings
    rows = _finishes(scope)
    ratings, done = RunningRatings(), 0
    if known and known.hash == hash(tuple(rows[: known.outcomes])):
        ratings, done = known.ratings.copy(), known.outcomes
    _add(ratings, rows[done:])
    if version is not None:
        if len(_RATED) >= MOST_RATED:  # another thread may clear it at any moment
            _RATED.clear()
        _RATED[scope] = _Rated(version, len(rows), hash(tuple(rows)), ratings)
    return ratings


def _finishes(scope: Selection) -> Sequence[Row[Any]]:
    """The outcomes in the order they were played, as the driver returns them: converting ids and times of
    all of them would take longer than the ratings.
    """
    columns = (Outcome.started_at, Outcome.session_id, Outcome.player_id, Outcome.side, Outcome.rank)
    query = db.select(*(type_coerce(column, NullType).label(column.key) for column in columns))
    # by player: swapped seats or an import change no last digit of a rating
    in_order = query.order_by(Outcome.started_at, Outcome.session_id, Outcome.player_id)
    return db.session.execute(in_order.where(*scope.conditions(), STAYED)).all()


def _add(ratings: RunningRatings, rows: Sequence[Row[Any]]) -> None:
    ids = _Ids()
    for session, seats in groupby(rows, key=attrgetter("session_id")):
        sides: dict[int, list[Row[Any]]] = {}
        for row in seats:
            sides.setdefault(row.side, []).append(row)
        at = _moment(row.started_at)
        finishes = [
            SideFinish(tuple(ids[row.player_id] for row in side), side[0].rank) for side in sides.values()
        ]
        ratings.add(ids[session], at, finishes)


class _Ids(dict[Any, uuid.UUID]):
    """One object for each id as the driver returns it."""

    def __missing__(self, key: Any) -> uuid.UUID:
        self[key] = key if isinstance(key, uuid.UUID) else uuid.UUID(key)
        return self[key]


def _moment(stored: Any) -> datetime:
    """A time as the driver returns it: SQLite's has no zone, and is a text."""
    at = stored if isinstance(stored, datetime) else datetime.fromisoformat(stored)
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
