"""Records of whole nights.

Rounds and not hours: a session may be entered, or ended, days after it was played.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func

from models.database import db
from models.statistics.selection import Selection
from models.statistics.sums.reading import sums_of, total
from models.statistics.sums.tables import NightSums


@dataclass(frozen=True)
class BiggestNight:
    """The first night on which so many rounds, or sessions, were played to the end as on no other.

    times: on how many nights, with this one.
    """

    night_id: uuid.UUID
    day: date
    size: int
    times: int


def most_rounds(selection: Selection) -> BiggestNight | None:
    return _biggest(selection, "rounds")


def most_sessions(selection: Selection) -> BiggestNight | None:
    return _biggest(selection, "sessions")


def _biggest(selection: Selection, figure: str) -> BiggestNight | None:
    sums, wanted = sums_of(selection, NightSums, {"night_id", "day", figure})
    nights = (
        db.select(sums.night_id, func.min(sums.day).label("day"), total(sums[figure]).label("size"))
        .where(*wanted)
        .group_by(sums.night_id)
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
