"""Who was caught with most eights."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func

from models.database import db
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.tally import STAYED


@dataclass(frozen=True)
class MostEights:
    """Somebody caught with so many eights over one session."""

    cards: int
    player_id: uuid.UUID
    night_id: uuid.UUID
    day: date
    variant: str


@cached
def most_eights(selection: Selection) -> list[MostEights]:
    """Everybody who was caught with the most eights in one session, the first first; two queries."""
    counted = (*selection.conditions(), STAYED)
    most = db.session.scalar(db.select(func.max(Outcome.eights)).where(*counted))
    if not most:
        return []
    query = (
        db.select(Outcome.eights, Outcome.player_id, Outcome.night_id, Outcome.day, Outcome.variant)
        .where(*counted, Outcome.eights == most)
        .order_by(Outcome.started_at, Outcome.session_id)
    )
    return [MostEights(*row) for row in db.session.execute(query)]
