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
class NightFigures:
    """How much was played on a night to the end."""

    night_id: uuid.UUID
    day: date
    sessions: int
    rounds: int


@cached
def biggest_nights(selection: Selection) -> tuple[list[NightFigures], list[NightFigures]]:
    """The nights of most rounds and those of most finished sessions, the first of each first.

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
    nights = [NightFigures(*row) for row in db.session.execute(query)]
    nights.sort(key=lambda night: (night.day, night.night_id))
    return _biggest(nights, lambda night: night.rounds), _biggest(nights, lambda night: night.sessions)


def _biggest(nights: list[NightFigures], size: Callable[[NightFigures], int]) -> list[NightFigures]:
    most = max(map(size, nights), default=0)
    return [night for night in nights if size(night) == most > 0]
