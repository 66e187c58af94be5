"""The nights before one, in the figures that may make it out of the ordinary."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Double, case, cast, func, tuple_

from models.database import db
from models.night import Night
from models.statistics.outcome import COUNTED, Outcome

MOST_NIGHTS = 100

Account = tuple[str, str]  # variant and scale


@dataclass(frozen=True)
class InFigures:
    """One night: deals of all finished games whose deals are known, points a hand by variant and scale."""

    deals: int
    points: dict[Account, float]


def in_figures(night: Night) -> tuple[InFigures | None, list[InFigures]]:
    """The night itself, None where nothing is known of it, and the nights before it; one query."""
    place = tuple_(Night.date, Night.id)
    last = (
        db.select(Night.id)
        .where(Night.group_id == night.group_id, place <= tuple_(night.date, night.id))
        .where(db.exists().where(Outcome.night_id == Night.id, Outcome.dealer_rounds > 0))
        .order_by(Night.date.desc(), Night.id.desc())
        .limit(MOST_NIGHTS + 1)
        .subquery()
    )
    points = func.sum(case((COUNTED, Outcome.points), else_=None))
    hands = func.sum(case((COUNTED & Outcome.points.is_not(None), Outcome.rounds), else_=0))
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
    found: dict[object, InFigures] = {}
    for night_id, variant, scale, deals, average in rows:
        own = found.get(night_id, InFigures(0, {}))
        averages = {} if average is None else {(variant, scale): float(average)}
        found[night_id] = InFigures(own.deals + int(deals), {**own.points, **averages})
    return found.pop(night.id, None), [one for one in found.values() if one.deals]
