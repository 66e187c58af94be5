"""Outcomes that change hands with everything else of their group, as they are."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from models.database import db
from models.seat import Seat
from models.session import Session
from models.statistics.outcome import Outcome


def move_outcomes(hidden_id: uuid.UUID, group_id: uuid.UUID) -> None:
    """All of a hidden group's become the group's, each row once: it stands in five indexes.

    Their sessions and seats are there already, and say of which night and player they are.
    """
    night = db.select(Session.night_id).where(Session.id == Outcome.session_id).scalar_subquery()
    player = db.select(Seat.player_id).where(Seat.id == Outcome.seat_id).scalar_subquery()
    _update(Outcome.group_id == hidden_id, group_id=group_id, night_id=night, player_id=player)


def hide_outcomes(
    session_ids: Sequence[uuid.UUID], hidden_id: uuid.UUID, *, player_id: uuid.UUID, night_id: uuid.UUID
) -> None:
    """Those of these sessions become a hidden group's, to be deleted there."""
    of_sessions = Outcome.session_id.in_(session_ids)
    _update(of_sessions, group_id=hidden_id, player_id=player_id, night_id=night_id)


def _update(which: Any, **values: Any) -> None:
    update = db.update(Outcome).where(which).values(**values)
    db.session.execute(update.execution_options(synchronize_session=False))
