"""Games won in a row where only some count: a run goes on over whatever was not chosen.

Over everything a group plays, each outcome keeps its streak (models/statistics/running.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, case, func

from models.database import db
from models.statistics.outcome import STAYED, Outcome
from models.statistics.selection import Selection

_ORDER = ("started_at", "session_id")
_COLUMNS = ("player_id", "session_id", "night_id", "day", *_ORDER[:1])


def longest_winning_runs(selection: Selection) -> Sequence[Row[Any]]:
    """The outcomes in which the longest run was reached, oldest first, each with its `streak`; none where
    nobody has won twice in a row. One query, which grows with the outcomes.
    """
    order = [getattr(Outcome, name) for name in _ORDER]
    lost = func.sum(case((Outcome.won, 0), else_=1)).over(partition_by=Outcome.player_id, order_by=order)
    columns = [getattr(Outcome, name) for name in _COLUMNS]
    stayed = db.select(*columns, Outcome.won, lost.label("lost")).where(*selection.conditions(), STAYED)
    stayed = stayed.subquery().c
    so_far = func.count().over(
        partition_by=(stayed.player_id, stayed.lost), order_by=[stayed[name] for name in _ORDER]
    )
    runs = db.select(*(stayed[name] for name in _COLUMNS), so_far.label("streak")).where(stayed.won).cte()
    longest = db.select(func.max(runs.c.streak)).scalar_subquery()
    reached = db.select(runs).where(runs.c.streak == longest, runs.c.streak > 1)
    return db.session.execute(reached.order_by(*(runs.c[name] for name in _ORDER))).all()
