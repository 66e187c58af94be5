"""The most and the least of a figure, and the sessions in which it was reached."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Double, Row, and_, case, cast, func, or_

from game.scoring.facts import decoded
from models.database import db
from models.session import Seat, StoredSheet
from models.statistics.outcome import INCLUDED, STAYED, Outcome, SqlExpression
from models.statistics.running import numbered
from models.statistics.selection import Selection
from models.statistics.version import cached

LEAST_ROUNDS = 3  # of a session that is compared for records or honours of its rounds
MOST_HOLDERS = 50  # of one record: some are reached hundreds of times in ten years

LONG = STAYED & (Outcome.rounds >= LEAST_ROUNDS)


@dataclass(frozen=True, eq=False)
class Measure:
    """What is compared: the figure of the outcomes for which `of` holds; the lowest is best where `lowest`.

    Each is made once and equals itself alone.
    """

    key: str
    figure: SqlExpression
    of: ColumnElement[bool]
    lowest: bool = False

    @cached_property
    def worth(self) -> ColumnElement[float]:
        """The figure so that more is better; None where it does not count."""
        figure = cast(self.figure, Double)
        return case((self.of, -figure if self.lowest else figure), else_=None)

    def value(self, worth: float) -> float:
        """The figure that is worth so much."""
        return -worth if self.lowest else worth


_IN_POINTS = LONG & Outcome.points.is_not(None)
_AVERAGE = cast(Outcome.points, Double) / func.nullif(Outcome.rounds, 0)
BEST_SESSION = Measure("best_session", _AVERAGE, _IN_POINTS, lowest=True)
WORST_SESSION = Measure("worst_session", _AVERAGE, _IN_POINTS)
BEST_HAND = Measure("best_hand", Outcome.best_hand, INCLUDED & Outcome.best_hand.is_not(None), lowest=True)
WORST_HAND = Measure("worst_hand", Outcome.worst_hand, INCLUDED & Outcome.worst_hand.is_not(None))
COMEBACK = Measure("comeback", Outcome.behind, Outcome.won & (Outcome.behind > 0))
CLOSEST = Measure("closest", Outcome.margin, Outcome.won & (Outcome.margin > 0), lowest=True)
CLEAREST = Measure("clearest", Outcome.margin, Outcome.won & (Outcome.margin > 0))
OUT_RUN = Measure("out_run", Outcome.outs_run, INCLUDED & (Outcome.outs_run > 1))
WINS_RUN = Measure("wins_run", db.null(), STAYED)  # by the order of sessions: _longest_winning_runs
MOST_EIGHTS = Measure("most_eights", Outcome.eights, STAYED & (Outcome.eights > 0))


Compared = tuple[Measure, str, str]  # with variant and scale, "" where all are compared
Measures = Mapping[Measure, bool]  # whether it is compared for each variant and scale


@dataclass(frozen=True)
class Holder:
    """Who reached it, and when; `round` is the one in which, where the figure is of one round."""

    player_id: uuid.UUID
    session_id: uuid.UUID
    night_id: uuid.UUID
    day: date
    round: int | None


@dataclass(frozen=True)
class StatisticsRecord:
    """The best value of a measure. variant and scale: "" where all are compared. since: the first day of
    any compared session.

    times: how often it was reached. holders: the first MOST_HOLDERS outcomes that reached it, oldest first.
    """

    measure: Measure
    variant: str
    scale: str
    since: date
    value: float
    times: int
    holders: Sequence[Holder]

    @property
    def key(self) -> str:
        return self.measure.key


@cached
def records_of(
    selection: Selection, apart: Sequence[Measure], together: Sequence[Measure] = ()
) -> Sequence[StatisticsRecord]:
    """The record of each measure: those `apart` for every variant and scale, the others over all of them.

    A measure that nothing counts for is left out. Two queries; one more for the winning streak.
    """
    measures = {measure: measure in apart for measure in (*apart, *together) if measure is not WINS_RUN}
    since, best = _best(selection, measures)
    reached: dict[Compared, list[Row[Any]]] = {compared: [] for compared in best}
    for row in _reached(selection, measures, best) if best else ():
        for measure, is_apart in measures.items():
            compared = _compared(measure, row, is_apart=is_apart)
            if compared in best and getattr(row, measure.key) == best[compared]:
                reached[compared].append(row)
    if WINS_RUN in together and (runs := _longest_winning_runs(selection)):
        best[WINS_RUN, "", ""], reached[WINS_RUN, "", ""] = runs[0].streak, list(runs)
    records = [_record(compared, since, best[compared], rows) for compared, rows in reached.items()]
    order = [*apart, *together]
    return sorted(records, key=lambda r: (r.variant, r.since, r.scale, order.index(r.measure)))


def _compared(measure: Measure, row: Row[Any], *, is_apart: bool) -> Compared:
    return (measure, row.variant, row.scale) if is_apart else (measure, "", "")


def _best(
    selection: Selection, measures: Measures
) -> tuple[Mapping[tuple[str, str], date], dict[Compared, float]]:
    """The first day by variant and scale, and of all of them by "", ""; and the best of each measure."""
    by = (Outcome.variant, Outcome.scale)
    worths = (func.max(measure.worth).label(measure.key) for measure in measures)
    query = db.select(*by, func.min(Outcome.day).label("since"), *worths)
    since: dict[tuple[str, str], date] = {}
    best: dict[Compared, float] = {}
    for row in db.session.execute(query.where(*selection.conditions()).group_by(*by)):
        since[row.variant, row.scale] = row.since
        for measure, is_apart in measures.items():
            worth = getattr(row, measure.key)
            if worth is not None:
                compared = _compared(measure, row, is_apart=is_apart)
                best[compared] = max(worth, best.get(compared, worth))
    return {**since, ("", ""): min(since.values(), default=date.max)}, best


def _reached(selection: Selection, measures: Measures, best: Mapping[Compared, float]) -> Sequence[Row[Any]]:
    """The outcomes that are best in something, oldest first; with their worth by each measure."""
    reached: dict[tuple[str, str], list[ColumnElement[bool]]] = {}
    for (measure, variant, scale), worth in best.items():
        reached.setdefault((variant, scale), []).append(measure.worth == worth)
    columns = (getattr(Outcome, name) for name in _COLUMNS)
    return db.session.execute(
        db.select(*columns, *(measure.worth.label(measure.key) for measure in measures))
        .where(*selection.conditions(), or_(*(_of_account(*each) for each in reached.items())))
        .order_by(Outcome.started_at, Outcome.session_id, Outcome.side, Outcome.seat_id)
    ).all()


def _of_account(account: tuple[str, str], conditions: Sequence[ColumnElement[bool]]) -> ColumnElement[bool]:
    variant, scale = account
    own = (Outcome.variant == variant, Outcome.scale == scale) if variant else ()
    return and_(*own, or_(*conditions))


_COLUMNS = (
    *("player_id", "variant", "scale", "session_id", "night_id", "day"),
    *("best_hand_round", "worst_hand_round"),
)
_ROUNDS = {BEST_HAND: "best_hand_round", WORST_HAND: "worst_hand_round"}


def _record(
    compared: Compared, since: Mapping[tuple[str, str], date], worth: float, rows: Sequence[Row[Any]]
) -> StatisticsRecord:
    """rows: where it was reached, oldest first."""
    measure, variant, scale = compared
    holders = [_holder(row, measure) for row in rows[:MOST_HOLDERS]]
    value = measure.value(worth)
    return StatisticsRecord(measure, variant, scale, since[variant, scale], value, len(rows), holders)


def _holder(row: Row[Any], measure: Measure) -> Holder:
    number = getattr(row, _ROUNDS[measure]) if measure in _ROUNDS else None
    return Holder(row.player_id, row.session_id, row.night_id, row.day, number)


def cards_of(holders: Iterable[Holder]) -> dict[Holder, Mapping[str, int]]:
    """Counts by card class of hands whose cards are known; one query."""
    wanted = [holder for holder in holders if holder.round is not None]
    if not wanted:
        return {}
    held_by = [and_(Seat.session_id == each.session_id, Seat.player_id == each.player_id) for each in wanted]
    rows = db.session.execute(
        db.select(Seat.id, Seat.session_id, Seat.player_id, StoredSheet.text)
        .join(StoredSheet, StoredSheet.session_id == Seat.session_id)
        .where(or_(*held_by))
    )
    found = {(row.session_id, row.player_id): (row.id, row.text) for row in rows}
    cards = {
        each: _cards_left(*found[each.session_id, each.player_id], each.round)
        for each in wanted
        if (each.session_id, each.player_id) in found
    }
    return {holder: left for holder, left in cards.items() if left}


def _cards_left(seat: uuid.UUID, sheet: str, number: int | None) -> Mapping[str, int] | None:
    played = decoded(sheet).round_number(number or 0)
    hands = played.hands if played else ()
    return next((hand.cards for hand in hands if hand.seat == seat), None)


def _longest_winning_runs(selection: Selection) -> Sequence[Row[Any]]:
    """The outcomes with the longest winning streak, oldest first, each with its `streak`; none if the
    longest is 1. A streak continues over games that are not selected.
    """
    run = numbered(*selection.conditions()).c
    longest = db.select(func.max(run.streak)).scalar_subquery()
    columns = (Outcome.player_id, Outcome.session_id, Outcome.night_id, Outcome.day, run.streak)
    reached = db.select(*columns).join(Outcome, Outcome.seat_id == run.seat_id)
    reached = reached.where(run.streak == longest, run.streak > 1)
    return db.session.execute(reached.order_by(Outcome.started_at, Outcome.session_id)).all()
