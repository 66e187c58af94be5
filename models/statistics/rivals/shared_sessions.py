"""Every session in which two of a group met, as the database adds them up; all from the first one's side."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Integer, Row, func, or_

from models.database import db
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.rivals.meetings import Meetings, Other, counted, met
from models.statistics.selection import Selection

MOST_NAMED = 10

GAP = func.abs(Outcome.total - Other.total)


@dataclass(frozen=True)
class Meeting:
    """One session of both. own, other: totals, points or rounds won; ranks likewise."""

    session_id: uuid.UUID
    day: date
    variant: str
    own: int
    other: int
    own_rank: int
    other_rank: int

    @property
    def gap(self) -> int:
        return abs(self.own - self.other)


@dataclass(frozen=True)
class InVariant:
    """The meetings where points mean the same.

    own_points, other_points: in own_rounds and other_rounds rounds; None where wins are counted. Sessions of
    which only totals are known have no rounds. closest, widest: by the distance of the totals where one was
    ahead, the newest of equals; None where they always finished level.
    """

    variant: str
    counts_points: bool
    meetings: Meetings
    own_points: int | None
    own_rounds: int
    other_points: int | None
    other_rounds: int
    closest: Meeting | None
    widest: Meeting | None

    @property
    def own_average(self) -> float | None:
        return _average(self.own_points, self.own_rounds)

    @property
    def other_average(self) -> float | None:
        return _average(self.other_points, self.other_rounds)


@cached
def results_of(selection: Selection, own: uuid.UUID, other: uuid.UUID) -> list[int]:
    """1 for each meeting in which the first finished ahead, -1 behind, 0 level; the oldest first."""
    result = func.sign(Other.rank - Outcome.rank).cast(Integer)
    found = db.session.scalars(
        db.select(result)
        .where(*_both(selection, own, other))
        .order_by(Outcome.started_at, Outcome.session_id)
    )
    return list(found)


@cached
def by_variant(selection: Selection, own: uuid.UUID, other: uuid.UUID) -> list[InVariant]:
    """Two queries; what was played most often first."""
    both = _both(selection, own, other)
    figures = db.session.execute(
        db.select(
            Outcome.variant,
            Outcome.scale,
            counted(Outcome.rank < Other.rank).label("ahead"),
            counted(Outcome.rank > Other.rank).label("behind"),
            counted(Outcome.rank == Other.rank).label("level"),
            func.sum(Outcome.points).label("own_points"),
            func.sum(Outcome.rounds).label("own_rounds"),
            func.sum(Other.points).label("other_points"),
            func.sum(Other.rounds).label("other_rounds"),
        )
        .where(*both)
        .group_by(Outcome.variant, Outcome.scale)
        .order_by(func.count().desc(), Outcome.variant, Outcome.scale)
    ).all()
    ends = _ends(both)
    return [_in_variant(row, *ends.get((row.variant, row.scale), (None, None))) for row in figures]


@cached
def last_meetings(selection: Selection, own: uuid.UUID, other: uuid.UUID) -> list[Meeting]:
    """The newest first."""
    rows: Iterable[Row[Any]] = db.session.execute(
        db.select(*_COLUMNS)
        .where(*_both(selection, own, other))
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc())
        .limit(MOST_NAMED)
    )
    return [_meeting(row) for row in rows]


def _average(points: int | None, rounds: int) -> float | None:
    return points / rounds if rounds and points is not None else None


def _both(selection: Selection, own: uuid.UUID, other: uuid.UUID) -> list[ColumnElement[bool]]:
    return [*met(selection), Outcome.player_id == own, Other.player_id == other]


def _in_variant(row: Row[Any], closest: Meeting | None, widest: Meeting | None) -> InVariant:
    return InVariant(
        variant=row.variant,
        counts_points=bool(row.scale),
        meetings=Meetings(row.ahead, row.behind, row.level),
        own_points=row.own_points,
        own_rounds=row.own_rounds,
        other_points=row.other_points,
        other_rounds=row.other_rounds,
        closest=closest,
        widest=widest,
    )


def _ends(both: Sequence[ColumnElement[bool]]) -> dict[tuple[str, str], tuple[Meeting, Meeting]]:
    """The closest and the widest meeting of each variant and scale."""

    def place(*order: ColumnElement[Any]) -> ColumnElement[int]:
        newest = (Outcome.started_at.desc(), Outcome.session_id.desc())
        return func.row_number().over(
            partition_by=(Outcome.variant, Outcome.scale), order_by=(*order, *newest)
        )

    ranked = (
        db.select(
            *_COLUMNS,
            Outcome.scale,
            place(GAP).label("from_closest"),
            place(GAP.desc()).label("from_widest"),
        )
        .where(*both, Outcome.rank != Other.rank)
        .subquery()
    )
    rows = db.session.execute(
        db.select(ranked).where(or_(ranked.c.from_closest == 1, ranked.c.from_widest == 1))
    ).all()
    closest = {(row.variant, row.scale): _meeting(row) for row in rows if row.from_closest == 1}
    widest = {(row.variant, row.scale): _meeting(row) for row in rows if row.from_widest == 1}
    return {key: (closest[key], widest[key]) for key in closest}


_COLUMNS = (
    Outcome.session_id,
    Outcome.day,
    Outcome.variant,
    Outcome.total.label("own"),
    Other.total.label("other"),
    Outcome.rank.label("own_rank"),
    Other.rank.label("other_rank"),
)


def _meeting(row: Row[Any]) -> Meeting:
    return Meeting(
        session_id=row.session_id,
        day=row.day,
        variant=row.variant,
        own=row.own,
        other=row.other,
        own_rank=row.own_rank,
        other_rank=row.other_rank,
    )
