"""Store the outcomes of finished sessions, consistent with their rounds.

A round of a running session costs nothing here; a session that ends writes one row per seat.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy.orm import joinedload, selectinload

from game.analysis.outcome import scale_of, seat_outcomes
from game.variants.eights import class_of_eights
from models.database import db
from models.night import Night
from models.session import Seat, Session
from models.statistics.outcome import Outcome
from models.statistics.version import lock_statistics

Fields = dict[str, Any]


def update_outcomes(session: Session, *, was_finished: bool) -> None:
    """Update the outcomes of a session after Session.finalize."""
    if not (was_finished or session.is_finished):
        return
    night = db.select(Night.id).where(Night.id == session.night_id)
    # outcomes refer to it; locked before the statistics
    db.session.execute(night.with_for_update(read=True, key_share=True))
    lock_statistics(session.group_id)
    write_outcomes([session])


def save_outcomes(group_id: uuid.UUID, session_ids: Sequence[uuid.UUID]) -> None:
    """Compute the outcomes of these sessions anew. All their rounds are in memory at once."""
    sessions = db.session.scalars(
        db.select(Session)
        .where(Session.id.in_(session_ids))
        .options(joinedload(Session.night), joinedload(Session.stored_sheet), selectinload(Session.seats))
    ).all()
    lock_statistics(group_id)
    write_outcomes(sessions)


def write_outcomes(sessions: Collection[Session]) -> None:
    """Replace the outcomes of sessions; one that is not finished has none. Lock the statistics before."""
    rows = [row for session in sessions if session.is_finished for row in outcome_rows(session)]
    outdated = db.delete(Outcome).where(Outcome.session_id.in_([session.id for session in sessions]))
    db.session.execute(outdated.execution_options(synchronize_session=False))
    db.session.flush()
    if rows:
        db.session.execute(db.insert(Outcome), rows)


def reassign_outcomes(group_id: uuid.UUID) -> None:
    """Update Outcome.player_id from the seats."""
    lock_statistics(group_id)
    db.session.flush()
    owner = db.select(Seat.player_id).where(Seat.id == Outcome.seat_id).scalar_subquery()
    db.session.execute(
        db.update(Outcome)
        .where(Outcome.group_id == group_id, Outcome.player_id != owner)
        .values(player_id=owner)
        .execution_options(synchronize_session=False)
    )


def outcome_rows(session: Session) -> list[Fields]:
    """The rows of `outcomes` for a finished session."""
    rules, sheet = session.rules, session.sheet
    outcomes = seat_outcomes(rules, session.scored.seats, sheet.rounds, totals_only=sheet.totals_only)
    players = {seat.id: seat.player_id for seat in session.seats}
    eights = class_of_eights(session.variant, rules) if rules.cards_left_are_bad else None
    about: Fields = {
        "group_id": session.group_id,
        "night_id": session.night_id,
        "session_id": session.id,
        "variant": session.variant,
        "scale": scale_of(rules),
        "started_at": session.started_at,
        "day": session.night.date,
    }
    return [
        {
            **about,
            "player_id": players[outcome.seat_id],
            **outcome.columns,
            "eights": outcome.cards_by_class.get(eights, (0, 0))[0] if eights is not None else None,
        }
        for outcome in outcomes
    ]
