"""Figures of whole nights: the biggest ones, who was there, how many hours were played, and what was usual.

The biggest in rounds and not in hours: a session may be entered, or ended, days after it was played.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Double, case, cast, func, tuple_

from game.analysis.elapsed import elapsed
from models.database import db
from models.night import Night
from models.session import Session, last_played
from models.statistics.outcome import INCLUDED, Outcome, SqlExpression
from models.statistics.selection import Selection
from models.statistics.version import cached


@dataclass(frozen=True)
class BiggestNight:
    """The first of the nights on which most rounds, or sessions, were played to the end.

    size: their number. times: the number of nights with that size.
    """

    night_id: uuid.UUID
    day: date
    size: int
    times: int


@cached
def most_rounds(selection: Selection) -> BiggestNight | None:
    return _biggest(selection, func.sum(Outcome.dealer_rounds))  # every round has one dealer, who plays it


@cached
def most_sessions(selection: Selection) -> BiggestNight | None:
    return _biggest(selection, func.count(Outcome.session_id.distinct()))


def _biggest(selection: Selection, size: SqlExpression) -> BiggestNight | None:
    nights = (
        db.select(Outcome.night_id, func.min(Outcome.day).label("day"), size.label("size"))
        .where(*selection.conditions())
        .group_by(Outcome.night_id)
        .cte("sizes")
    )
    most = db.select(func.max(nights.c.size)).scalar_subquery()
    first = db.session.execute(
        db.select(nights, func.count().over())
        .where(nights.c.size == most, nights.c.size > 0)
        .order_by(nights.c.day, nights.c.night_id)
        .limit(1)
    ).first()
    return BiggestNight(*first) if first else None


MAX_LENGTH = timedelta(hours=12)  # a longer game was continued on another day, at an unknown time


def nights_of_each(selection: Selection) -> dict[uuid.UUID, int]:
    """The number of nights on which each player sat at a table of a finished game; one query."""
    nights = func.count(Outcome.night_id.distinct())
    query = db.select(Outcome.player_id, nights).where(*selection.conditions()).group_by(Outcome.player_id)
    return {player_id: int(count) for player_id, count in db.session.execute(query)}


def known_lengths(selection: Selection) -> list[timedelta]:
    """The total duration of sessions whose hours are known; one query."""
    query = (
        db.select(Session.started_at, Session.finished_at, Session.last_round_at)
        .where(Session.id.in_(db.select(Outcome.session_id).where(*selection.conditions())))
        .where(
            Session.totals_only.is_(False), Session.no_times.is_(False), Session.last_round_at.is_not(None)
        )
    )
    rows = db.session.execute(query)
    lengths = [elapsed(began, last_played(began, ended, last)) for began, ended, last in rows]
    return [length for length in lengths if timedelta() < length <= MAX_LENGTH]


MAX_NIGHTS_BEFORE = 100  # that a night is compared with


@dataclass(frozen=True)
class NightFigures:
    """One night: deals of all finished games whose deals are known, points a hand by variant and scale."""

    deals: int
    points: dict[tuple[str, str], float]


def night_figures(night: Night) -> tuple[NightFigures | None, list[NightFigures]]:
    """The night (None without rounds), and the nights before it; one query."""
    place = tuple_(Night.date, Night.id)
    last = (
        db.select(Night.id)
        .where(Night.visible_in(night.group_id), place <= tuple_(night.date, night.id))
        .where(db.exists().where(Outcome.night_id == Night.id, Outcome.dealer_rounds > 0))
        .order_by(Night.date.desc(), Night.id.desc())
        .limit(MAX_NIGHTS_BEFORE + 1)
        .subquery()
    )
    points = func.sum(case((INCLUDED, Outcome.points), else_=None))
    hands = func.sum(case((INCLUDED & Outcome.points.is_not(None), Outcome.rounds), else_=0))
    rows = db.session.execute(
        db.select(
            Outcome.night_id,
            Outcome.variant,
            Outcome.scale,
            func.sum(Outcome.dealer_rounds),
            cast(points, Double) / func.nullif(hands, 0),
        )
        .where(Outcome.night_id.in_(db.select(last.c.id)), Outcome.players > 0)
        .group_by(Outcome.night_id, Outcome.variant, Outcome.scale)
    )
    figures: dict[object, NightFigures] = {}
    for night_id, variant, scale, deals, average in rows:
        so_far = figures.get(night_id, NightFigures(0, {}))
        averages = {} if average is None else {(variant, scale): float(average)}
        figures[night_id] = NightFigures(so_far.deals + int(deals), {**so_far.points, **averages})
    return figures.pop(night.id, None), [other for other in figures.values() if other.deals]
