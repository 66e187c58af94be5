"""What some outcomes of a group add up to, as the tables keep it: the same columns, by the same cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import CTE, ColumnElement, Select, and_, case, func, literal_column, union_all

from models.database import db
from models.statistics.measures import COUNTED, HONOURS, MEASURES, STAYED, Figure, Measure
from models.statistics.outcome import CardsLeft, Outcome
from models.statistics.rivals.meetings import OTHERS, RESULTS, Other, met
from models.statistics.sums.tables import Best, CaughtSums, HonourSums, MeetingSums, NightSums, PlayerSums

Added = Select[Any]
Among = Callable[[Added], Added]  # the same query, over some outcomes only
Wide = Mapping[str, Mapping[str, Figure]]  # figures by what they are of

HAND_SUMS = (
    *("rounds", "outs", "caught", "cards_left", "cards_dealt"),
    *("dealer_rounds", "dealer_outs", "leader_rounds", "leader_outs"),
)
HAND_POINTS = ("points", "dealer_points", "leader_points")  # None where wins are counted
CELL = (Outcome.group_id, Outcome.player_id, Outcome.variant, Outcome.scale, Outcome.players)


def player_sums(among: Among) -> Added:
    return among(db.select(*CELL, *(figure.label(name) for name, figure in _SUMS.items()))).group_by(*CELL)


def caught_sums(among: Among) -> Added:
    of_class = CardsLeft.card_class
    cards, points = func.sum(CardsLeft.cards).label("cards"), func.sum(CardsLeft.points).label("points")
    left = db.select(*CELL, of_class, cards, points).join(CardsLeft, CardsLeft.seat_id == Outcome.seat_id)
    return among(left.where(COUNTED)).group_by(*CELL, of_class)


def meeting_sums(among: Among) -> Added:
    other = Other.player_id.label("other_id")
    counts: list[Figure] = [_number(condition).label(name) for name, condition in RESULTS.items()]
    return among(db.select(*CELL, other, *counts).join(OTHERS, and_(*met()))).group_by(*CELL, other)


def night_sums(among: Among) -> Added:
    by = (Outcome.group_id, Outcome.night_id, Outcome.variant, Outcome.players)
    return among(
        db.select(
            *by,
            func.min(Outcome.day).label("day"),
            func.count(Outcome.session_id.distinct()).label("sessions"),
            func.sum(Outcome.dealer_rounds).label("rounds"),  # every round has one dealer, who plays it
        )
    ).group_by(*by)


def honour_sums(among: Among) -> Any:
    """All honours in one pass."""
    sums = {}
    for key, earned in HONOURS.items():
        day = case((earned, Outcome.day), else_=None)
        sums[key] = {"times": _number(earned), "first": func.min(day), "last": func.max(day)}
    wide = among(db.select(*CELL, *_labelled(sums))).group_by(*CELL).cte("earned")
    return _long(wide, "honour", sums, lambda key: wide.c[f"{key}_times"] > 0)


def bests(among: Among, measures: Sequence[Measure] = MEASURES) -> Any:
    """All measures in one pass: each outcome beside the best of its cell."""
    worths = [measure.worth.label(measure.key) for measure in measures]
    every = among(db.select(*CELL, Outcome.started_at, *worths)).subquery()
    cell = [column.key for column in CELL]
    partition = [every.c[key] for key in cell]
    most = [func.max(every.c[m.key]).over(partition_by=partition).label(f"{m.key}_most") for m in measures]
    beside = db.select(*every.c, *most).subquery().c
    sums = {}
    for key in (measure.key for measure in measures):
        is_best = beside[key] == beside[f"{key}_most"]
        first_at = func.min(case((is_best, beside.started_at), else_=None))
        sums[key] = {"worth": func.max(beside[key]), "times": _number(is_best), "first_at": first_at}
    own = [beside[key] for key in cell]
    wide = db.select(*own, *_labelled(sums)).group_by(*own).cte("came")
    return _long(wide, "measure", sums, lambda key: wide.c[f"{key}_worth"].is_not(None))


def _labelled(sums: Wide) -> list[Figure]:
    return [figure.label(f"{key}_{name}") for key, own in sums.items() for name, figure in own.items()]


def _long(wide: CTE, called: str, sums: Wide, counts: Callable[[str], ColumnElement[bool]]) -> Any:
    """A row for each key that counts."""
    cell = [wide.c[column.key] for column in CELL]
    return union_all(
        *(
            db.select(
                *cell,
                literal_column(f"'{key}'").label(called),
                *(wide.c[f"{key}_{name}"].label(name) for name in own),
            ).where(counts(key))
            for key, own in sums.items()
        )
    )


def _number(condition: Figure) -> Figure:
    return func.sum(case((condition, 1), else_=0))


def _sum_of(outcomes: ColumnElement[bool], figure: Figure) -> Figure:
    return func.sum(case((outcomes, figure), else_=None))


_ON_PAPER = COUNTED & (Outcome.rounds > 0)
_SUMS: Mapping[str, Figure] = {
    "since": func.min(Outcome.day),
    "sessions": func.count(Outcome.rank),
    "left": func.count() - func.count(Outcome.rank),
    "wins": _number(Outcome.won),
    "winners": func.coalesce(_sum_of(STAYED, Outcome.winners), 0),
    "places": func.coalesce(func.sum(Outcome.rank), 0),
    "comebacks": _number(Outcome.won & Outcome.last_midway),
    "dealt": func.sum(Outcome.dealer_rounds),
    "held": func.sum(Outcome.rounds),
    "sheets": _number(_ON_PAPER),
    "first_sheet": func.min(case((_ON_PAPER, Outcome.day), else_=None)),
    **{name: func.coalesce(_sum_of(COUNTED, getattr(Outcome, name)), 0) for name in HAND_SUMS},
    **{name: _sum_of(COUNTED, getattr(Outcome, name)) for name in HAND_POINTS},
}
ADDED: Mapping[type[Any], Callable[[Among], Added]] = {
    PlayerSums: player_sums,
    CaughtSums: caught_sums,
    MeetingSums: meeting_sums,
    HonourSums: honour_sums,
    Best: bests,
    NightSums: night_sums,
}
