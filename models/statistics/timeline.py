"""Sessions in the order they were played: the form and the streaks of a player, as rows or counted in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any

from sqlalchemy import CTE, ColumnElement, Row, case, func

from game.analysis.form import Form, form_of
from models.database import db
from models.statistics.outcome import STAYED, Outcome
from models.statistics.selection import Selection


@dataclass(frozen=True)
class Timeline:
    """Every selected session that the player stayed in to the end, oldest first: `day`, `night_id`, `won`,
    `rank` and `beaten_share` of its outcome.
    """

    sessions: Sequence[Row[Any]]

    @property
    def streaks(self) -> list[list[Row[Any]]]:
        """Every run of wins, oldest first."""
        return [list(run) for won, run in groupby(self.sessions, key=lambda played: played.won) if won]

    @property
    def nights(self) -> int:
        return len({played.night_id for played in self.sessions})

    @property
    def longest_streak(self) -> list[Row[Any]]:
        """The longest run of wins, the first of several."""
        return max(self.streaks, key=len, default=[])

    @property
    def current_streak(self) -> int:
        """Sessions won in a row up to the last one."""
        return len(self.streaks[-1]) if self.sessions and self.sessions[-1].won else 0

    @cached_property
    def form(self) -> Form | None:
        """The share of opponents beaten, over the sessions in which there were any."""
        return form_of([played.beaten_share for played in self.sessions if played.beaten_share is not None])

    @cached_property
    def form_days(self) -> list[date]:
        """The day of the last session in each mean of the form."""
        days = [played.day for played in self.sessions if played.beaten_share is not None]
        return [days[end - 1] for end, _mean in self.form.means] if self.form else []


def timeline_of(selection: Selection) -> Timeline:
    """One query, which grows with the sessions; the selection is of one player."""
    query = (
        db.select(Outcome.day, Outcome.night_id, Outcome.won, Outcome.rank, Outcome.beaten_share)
        .where(*selection.conditions_in_order(), STAYED)
        .order_by(Outcome.started_at, Outcome.session_id)
    )
    return Timeline(db.session.execute(query).all())


def numbered(*conditions: ColumnElement[bool]) -> CTE:
    """SQL for the outcomes of players who stayed to the end, numbered by player in the order they were
    played: `nth`, `wins` so far, and `streak`, those in a row up to this one; with seat_id, player_id, won.
    """
    played = [Outcome.started_at, Outcome.session_id]
    nth = func.row_number().over(partition_by=Outcome.player_id, order_by=played).label("nth")
    row = (
        db.select(Outcome.seat_id, Outcome.player_id, Outcome.won, nth)
        .where(STAYED, *conditions)
        .subquery()
        .c
    )
    so_far: Any = {"partition_by": row.player_id, "order_by": row.nth}
    lost = func.max(case((row.won, 0), else_=row.nth)).over(**so_far)
    wins = func.sum(case((row.won, 1), else_=0)).over(**so_far)
    return db.select(*row, wins.label("wins"), (row.nth - lost).label("streak")).cte()
