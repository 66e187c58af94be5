"""Records of whole nights.

Rounds and not hours: a session may be entered, or ended, days after it was played.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func

from models.database import db
from models.statistics.outcome import Figure, Outcome
from models.statistics.selection import Selection
from models.statistics.version import cached


@dataclass(frozen=True)
class BiggestNight:
    """The first night on which so many rounds, or sessions, were played to the end as on no other.

    times: on how many nights, with this one.
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


def _biggest(selection: Selection, size: Figure) -> BiggestNight | None:
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
