"""Records of whole nights."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func

from models.database import db
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.tally import total


@dataclass(frozen=True)
class BigNight:
    """How much was played in one night, and the other nights of which the same is true."""

    night_id: uuid.UUID
    day: date
    value: int
    also: list[date]


@dataclass(frozen=True)
class _Night:
    night_id: uuid.UUID
    day: date
    sessions: int
    rounds: int


@cached
def biggest_nights(selection: Selection) -> tuple[BigNight | None, BigNight | None]:
    """The night of most rounds and that of most finished sessions, the first of several; None for no night.

    Rounds and not hours: a session may be entered, or ended, days after it was played.
    """
    query = (
        db.select(
            Outcome.night_id,
            func.min(Outcome.day),
            func.count(Outcome.session_id.distinct()),
            total(Outcome.dealer_rounds),  # every round has one dealer, who plays it
        )
        .where(*selection.conditions())
        .group_by(Outcome.night_id)
    )
    nights = sorted((_Night(*row) for row in db.session.execute(query)), key=lambda n: (n.day, n.night_id))
    return _biggest(nights, lambda night: night.rounds), _biggest(nights, lambda night: night.sessions)


def _biggest(nights: list[_Night], size: Callable[[_Night], int]) -> BigNight | None:
    most = max(map(size, nights), default=0)
    first, *others = [night for night in nights if size(night) == most] if most else [None]
    if first is None:
        return None
    return BigNight(first.night_id, first.day, most, [night.day for night in others if night])
