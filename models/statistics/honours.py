"""Honours, earned by rule and never by hand, and milestones: the 100th session, the 50th win."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import CTE, ColumnElement, and_, case, func

from models.database import db
from models.statistics.outcome import STAYED, Outcome, SqlExpression, count_where
from models.statistics.records import LONG
from models.statistics.running import numbered
from models.statistics.selection import Selection
from models.statistics.version import cached

IN_A_ROW = 5
OUTS_IN_A_ROW = 3
CROWD = 7
ROUND_NUMBERS = (1, 10, 50, 100, 250, 500, 750, *range(1000, 10_001, 500))

FIVE_IN_A_ROW = "five_in_a_row"  # of the wins over everything the group plays

# What an outcome must be, by the key of the honour, but for FIVE_IN_A_ROW.
_OF_ONE: dict[str, ColumnElement[bool]] = {
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
    for earned in _OF_ONE.values():
        day = case((earned, Outcome.day), else_=None)
        figures += [count_where(earned), func.min(day), func.max(day)]
    query = db.select(Outcome.player_id, *figures).where(*selection.conditions()).group_by(Outcome.player_id)
    found = []
    for player_id, *own in db.session.execute(query):
        for place, key in enumerate(_OF_ONE):
            times, first, last = own[3 * place : 3 * place + 3]
            if times:
                found.append(Honour(key, player_id, times, first, last))
    found += _in_a_row(selection)
    return sorted(found, key=lambda h: (HONOURS.index(h.key), -h.times, h.first, h.player_id))


def _in_a_row(selection: Selection) -> list[Honour]:
    run = _in_group(selection)
    query = (
        db.select(Outcome.player_id, func.count(), func.min(Outcome.day), func.max(Outcome.day))
        .join(run, run.c.seat_id == Outcome.seat_id)
        .where(*selection.conditions(), run.c.streak == IN_A_ROW)
        .group_by(Outcome.player_id)
    )
    return [Honour(FIVE_IN_A_ROW, *row) for row in db.session.execute(query)]


def _in_group(selection: Selection) -> CTE:
    """The numbers of everything that the group, or the selected player, has played, whatever is selected."""
    return numbered(*Selection(selection.group_id, player_id=selection.player_id).conditions_in_order())


@cached
def milestones_of(selection: Selection, *, most: int = 60) -> Sequence[Milestone]:
    """The milestones reached in selected sessions, newest first, those of `most` sessions at most.

    Numbers count every session of the group, whatever is selected.
    """
    run = _in_group(selection)
    reached = run.c.nth.in_(ROUND_NUMBERS) | (run.c.won & run.c.wins.in_(ROUND_NUMBERS))
    query = (
        db.select(Outcome.player_id, Outcome.night_id, Outcome.day, run.c.nth, run.c.won, run.c.wins)
        .join(run, run.c.seat_id == Outcome.seat_id)
        .where(*selection.conditions(), reached)
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc(), Outcome.side, Outcome.seat_id)
        .limit(most)
    )
    found = []
    for player_id, night_id, day, nth, won, wins in db.session.execute(query):
        if won and wins in ROUND_NUMBERS:
            found.append(Milestone(player_id, night_id, day, None, wins))
        if nth in ROUND_NUMBERS:
            found.append(Milestone(player_id, night_id, day, nth, None))
    return found
