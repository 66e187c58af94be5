"""What a group's ratings foretold of its last sessions (game/analysis/calibration.py)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Row, type_coerce
from sqlalchemy.types import NullType

from game.analysis.calibration import Prediction, RatedFinish, RatedSession, predictions
from game.analysis.rating import Rating
from models.database import db
from models.statistics.outcome import Outcome
from models.statistics.ratings import Scope

MOST_FINISHES = 600  # some 120 sessions; so the cost stays the same however long a history is


def foretold_in(scope: Scope) -> list[Prediction]:
    """In the last sessions of the scope, the oldest first; sessions as the database names them. One query."""
    rows = _last_finishes(scope)
    sessions = [
        RatedSession(session_id, at, [_finish(row) for row in finishes])
        for (at, session_id), finishes in groupby(rows, key=lambda row: (row.started_at, row.session_id))
    ]
    # The first one may have been cut in two.
    return list(predictions(sessions[1:] if len(rows) == MOST_FINISHES else sessions))


def _last_finishes(scope: Scope) -> Sequence[Row[Any]]:
    mu, sigma = scope.figures(Outcome)
    query = (
        db.select(
            Outcome.started_at,
            *(
                type_coerce(which, NullType).label(which.key)
                for which in (Outcome.session_id, Outcome.player_id)
            ),
            *(Outcome.side, Outcome.rank, mu.label("mu"), sigma.label("sigma")),
        )
        .where(*scope.conditions())
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc())
        .limit(MOST_FINISHES)
    )
    return db.session.execute(query).all()[::-1]


def _finish(row: Row[Any]) -> RatedFinish:
    return RatedFinish(row.player_id, row.side, row.rank, Rating(row.mu, row.sigma))
