"""How much was played: nights and sessions of a selection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func

from models.database import db
from models.outcome import Outcome
from models.statistics.selection import Selection


@dataclass(frozen=True)
class Overview:
    """sessions: by variant, most often played first; a night may have several."""

    nights: int
    sessions: Mapping[str, int]

    @property
    def all_sessions(self) -> int:
        return sum(self.sessions.values())


def overview_of(selection: Selection) -> Overview:
    """One pass for the sessions, told apart by variant and night, and a small one over these."""
    per_night = (
        db.select(
            Outcome.night_id, Outcome.variant, func.count(Outcome.session_id.distinct()).label("sessions")
        )
        .where(*selection.conditions())
        .group_by(Outcome.night_id, Outcome.variant)
    )
    rows = db.session.execute(per_night).all()
    played: dict[str, int] = {}
    for row in rows:
        played[row.variant] = played.get(row.variant, 0) + row.sessions
    by_number = dict(sorted(played.items(), key=lambda pair: (-pair[1], pair[0])))
    return Overview(nights=len({row.night_id for row in rows}), sessions=by_number)
