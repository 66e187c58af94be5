"""Records: the most and the least of a figure, and the sessions in which it was reached. Honours, earned by
rule and never by hand. Milestones: the 100th session, the 50th win.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from sqlalchemy import CTE, ColumnElement, Double, Row, and_, case, cast, func, or_

from game.scoring.facts import decoded
from models.database import db
from models.session import Seat, StoredSheet
from models.statistics.outcome import INCLUDED, STAYED, Outcome, SqlExpression, count_where
from models.statistics.selection import Selection
from models.statistics.timeline import numbered
from models.statistics.version import cached

MIN_ROUNDS = 3  # of a session that is compared for records or honours of its rounds
MAX_HOLDERS = 50  # of one record: some are reached hundreds of times in ten years

LONG = STAYED & (Outcome.rounds >= MIN_ROUNDS)


@dataclass(frozen=True, eq=False)
class Measure:
    """What is compared: the figure of the outcomes for which `of` holds; the lowest is best where `lowest`.

    Compared by identity.
    """

    key: str
    figure: SqlExpression
    of: ColumnElement[bool]
    lowest: bool = False

    @cached_property
    def sort_value(self) -> ColumnElement[float]:
        """The figure so that more is better; None where it does not count."""
        figure = cast(self.figure, Double)
        return case((self.of, -figure if self.lowest else figure), else_=None)

    def value(self, sort_value: float) -> float:
        """The figure with this sort value."""
        return -sort_value if self.lowest else sort_value


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
_ROUNDS = {BEST_HAND: "best_hand_round", WORST_HAND: "worst_hand_round"}  # columns with the round


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

    times: how often it was reached. holders: the first MAX_HOLDERS outcomes that reached it, oldest first.
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
    records = []
    for (measure, variant, scale), rows in reached.items():
        value = measure.value(best[measure, variant, scale])
        column = _ROUNDS.get(measure)
        holders = [
            Holder(
                row.player_id, row.session_id, row.night_id, row.day, getattr(row, column) if column else None
            )
            for row in rows[:MAX_HOLDERS]
        ]
        first_day = since[variant, scale]
        records.append(StatisticsRecord(measure, variant, scale, first_day, value, len(rows), holders))
    order = [*apart, *together]
    return sorted(records, key=lambda r: (r.variant, r.since, r.scale, order.index(r.measure)))


def _compared(measure: Measure, row: Row[Any], *, is_apart: bool) -> Compared:
    return (measure, row.variant, row.scale) if is_apart else (measure, "", "")


def _best(
    selection: Selection, measures: Measures
) -> tuple[Mapping[tuple[str, str], date], dict[Compared, float]]:
    """The first day by variant and scale, and of all of them by "", ""; and the best of each measure."""
    by = (Outcome.variant, Outcome.scale)
    figures = (func.max(measure.sort_value).label(measure.key) for measure in measures)
    query = db.select(*by, func.min(Outcome.day).label("since"), *figures)
    since: dict[tuple[str, str], date] = {}
    best: dict[Compared, float] = {}
    for row in db.session.execute(query.where(*selection.conditions()).group_by(*by)):
        since[row.variant, row.scale] = row.since
        for measure, is_apart in measures.items():
            sort_value = getattr(row, measure.key)
            if sort_value is not None:
                compared = _compared(measure, row, is_apart=is_apart)
                best[compared] = max(sort_value, best.get(compared, sort_value))
    return {**since, ("", ""): min(since.values(), default=date.max)}, best


def _reached(selection: Selection, measures: Measures, best: Mapping[Compared, float]) -> Sequence[Row[Any]]:
    """The outcomes that are best in something, oldest first; with the sort value of each measure."""
    reached: dict[tuple[str, str], list[ColumnElement[bool]]] = {}
    for (measure, variant, scale), sort_value in best.items():
        reached.setdefault((variant, scale), []).append(measure.sort_value == sort_value)
    in_scales = []
    for (variant, scale), conditions in reached.items():
        of_scale = (Outcome.variant == variant, Outcome.scale == scale) if variant else ()
        in_scales.append(and_(*of_scale, or_(*conditions)))
    columns = (
        *(Outcome.player_id, Outcome.variant, Outcome.scale, Outcome.session_id, Outcome.night_id),
        *(Outcome.day, Outcome.best_hand_round, Outcome.worst_hand_round),
    )
    return db.session.execute(
        db.select(*columns, *(measure.sort_value.label(measure.key) for measure in measures))
        .where(*selection.conditions(), or_(*in_scales))
        .order_by(Outcome.started_at, Outcome.session_id, Outcome.side, Outcome.seat_id)
    ).all()


def cards_of(holders: Iterable[Holder]) -> dict[Holder, Mapping[str, int]]:
    """Counts by card class of hands whose cards are known; one query."""
    wanted = [holder for holder in holders if holder.round is not None]
    if not wanted:
        return {}
    held_by = [and_(Seat.session_id == h.session_id, Seat.player_id == h.player_id) for h in wanted]
    rows = db.session.execute(
        db.select(Seat.id, Seat.session_id, Seat.player_id, StoredSheet.text)
        .join(StoredSheet, StoredSheet.session_id == Seat.session_id)
        .where(or_(*held_by))
    )
    sheets = {(row.session_id, row.player_id): (row.id, row.text) for row in rows}
    cards: dict[Holder, Mapping[str, int]] = {}
    for holder in wanted:
        seat, text = sheets.get((holder.session_id, holder.player_id), (None, ""))
        played = decoded(text).round_number(holder.round or 0) if text else None
        hand = next((hand for hand in played.hands if hand.seat == seat), None) if played else None
        if hand is not None and hand.cards:
            cards[holder] = hand.cards
    return cards


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


WINS_IN_A_ROW = 5
OUTS_IN_A_ROW = 3
CROWD = 7
ROUND_NUMBERS = (1, 10, 50, 100, 250, 500, 750, *range(1000, 10_001, 500))

FIVE_IN_A_ROW = "five_in_a_row"  # of the wins over everything the group plays

# Of an outcome, by the key of the honour; FIVE_IN_A_ROW depends on other outcomes.
_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "start_to_finish": and_(LONG, Outcome.won, Outcome.rounds_led == Outcome.rounds),
    "from_behind": and_(LONG, Outcome.won, Outcome.last_midway),
    "clean_sheet": and_(LONG, Outcome.points == 0),
    "quiet_win": and_(LONG, Outcome.won, Outcome.outs == 0),
    "hat_trick": and_(STAYED, Outcome.outs_run >= OUTS_IN_A_ROW),
    "beat_the_crowd": and_(STAYED, Outcome.won, Outcome.winners == 1, Outcome.players >= CROWD),
    "no_eight": and_(
        LONG,
        Outcome.outs < Outcome.rounds,
        Outcome.caught_hands == Outcome.rounds - Outcome.outs,
        Outcome.eights == 0,
    ),
}
HONOURS = (
    *("start_to_finish", "from_behind", FIVE_IN_A_ROW, "clean_sheet"),
    *("quiet_win", "hat_trick", "beat_the_crowd", "no_eight"),
)


@dataclass(frozen=True)
class Honour:
    """How often one player earned it, on which night first and on which last."""

    key: str
    player_id: uuid.UUID
    times: int
    first: date
    last: date


@dataclass(frozen=True)
class Milestone:
    """A player's nth session (nth) or nth win (wins) in the group, over all variants; the other is None."""

    player_id: uuid.UUID
    night_id: uuid.UUID
    day: date
    nth: int | None
    wins: int | None


@cached
def honours_of(selection: Selection) -> Sequence[Honour]:
    """Every honour earned in a selection, by player; in the order of HONOURS, most often first. Two
    queries.
    """
    figures: list[SqlExpression] = []
    for earned in _CONDITIONS.values():
        day = case((earned, Outcome.day), else_=None)
        figures += [count_where(earned), func.min(day), func.max(day)]
    query = db.select(Outcome.player_id, *figures).where(*selection.conditions()).group_by(Outcome.player_id)
    honours = []
    for player_id, *values in db.session.execute(query):
        for place, key in enumerate(_CONDITIONS):
            times, first, last = values[3 * place : 3 * place + 3]
            if times:
                honours.append(Honour(key, player_id, times, first, last))
    run = _numbered_in_group(selection)
    in_a_row = (
        db.select(Outcome.player_id, func.count(), func.min(Outcome.day), func.max(Outcome.day))
        .join(run, run.c.seat_id == Outcome.seat_id)
        .where(*selection.conditions(), run.c.streak == WINS_IN_A_ROW)
        .group_by(Outcome.player_id)
    )
    honours += [Honour(FIVE_IN_A_ROW, *row) for row in db.session.execute(in_a_row)]
    return sorted(honours, key=lambda h: (HONOURS.index(h.key), -h.times, h.first, h.player_id))


def _numbered_in_group(selection: Selection) -> CTE:
    """The numbers of everything that the group, or the selected player, has played, whatever is selected."""
    return numbered(*Selection(selection.group_id, player_id=selection.player_id).conditions_in_order())


@cached
def milestones_of(selection: Selection, *, most: int = 60) -> Sequence[Milestone]:
    """The milestones reached in selected sessions, newest first, those of `most` sessions at most.

    Numbers count every session of the group, whatever is selected.
    """
    run = _numbered_in_group(selection)
    reached = run.c.nth.in_(ROUND_NUMBERS) | (run.c.won & run.c.wins.in_(ROUND_NUMBERS))
    query = (
        db.select(Outcome.player_id, Outcome.night_id, Outcome.day, run.c.nth, run.c.won, run.c.wins)
        .join(run, run.c.seat_id == Outcome.seat_id)
        .where(*selection.conditions(), reached)
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc(), Outcome.side, Outcome.seat_id)
        .limit(most)
    )
    milestones = []
    for player_id, night_id, day, nth, won, wins in db.session.execute(query):
        if won and wins in ROUND_NUMBERS:
            milestones.append(Milestone(player_id, night_id, day, None, wins))
        if nth in ROUND_NUMBERS:
            milestones.append(Milestone(player_id, night_id, day, nth, None))
    return milestones
