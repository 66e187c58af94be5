"""Honours, earned by rule and never by hand, and milestones: the 100th session, the 50th win."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, and_, case, func

from models.database import db
from models.statistics.outcome import STAYED, Outcome, SqlExpression, count_where
from models.statistics.records import LONG
from models.statistics.selection import Selection
from models.statistics.version import cached

IN_A_ROW = 5
OUTS_IN_A_ROW = 3
CROWD = 7
ROUND_NUMBERS = (1, 10, 50, 100, 250, 500, 750, *range(1000, 10_001, 500))

# What an outcome must be, by the honour's key.
HONOURS: dict[str, ColumnElement[bool]] = {
    "start_to_finish": and_(LONG, Outcome.won, Outcome.rounds_led == Outcome.rounds),
    "from_behind": and_(LONG, Outcome.won, Outcome.last_midway),
    "five_in_a_row": and_(STAYED, Outcome.streak == IN_A_ROW),
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
    """Every honour earned in a selection, by player; in the order of HONOURS, most often first. One query."""
    figures: list[SqlExpression] = []
    for earned in HONOURS.values():
        day = case((earned, Outcome.day), else_=None)
        figures += [count_where(earned), func.min(day), func.max(day)]
    query = db.select(Outcome.player_id, *figures).where(*selection.conditions()).group_by(Outcome.player_id)
    found = []
    for player_id, *own in db.session.execute(query):
        for place, key in enumerate(HONOURS):
            times, first, last = own[3 * place : 3 * place + 3]
            if times:
                found.append(Honour(key, player_id, times, first, last))
    order = list(HONOURS)
    return sorted(found, key=lambda h: (order.index(h.key), -h.times, h.first, h.player_id))


def milestones_of(selection: Selection, *, most: int = 60) -> list[Milestone]:
    """The milestones reached in selected sessions, newest first, those of `most` sessions at most.

    Numbers are the running ones of the group, which count every session, whatever is selected.
    """
    reached = Outcome.nth.in_(ROUND_NUMBERS) | (Outcome.won & Outcome.wins.in_(ROUND_NUMBERS))
    query = (
        db.select(Outcome.player_id, Outcome.night_id, Outcome.day, Outcome.nth, Outcome.won, Outcome.wins)
        .where(*selection.conditions_in_order(), reached)
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
