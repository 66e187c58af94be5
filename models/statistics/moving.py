"""Outcomes that change hands with everything else of their group, as they are."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from models.database import db
from models.statistics.outcome import Outcome


def move_outcomes(
    hidden_id: uuid.UUID,
    group_id: uuid.UUID,
    *,
    players: Mapping[uuid.UUID, uuid.UUID],
    nights: Mapping[uuid.UUID, uuid.UUID],
) -> None:
    """All of a hidden group's become the group's; players, nights: who and what its stand-ins are there.

    Each row once where that can be: it stands in five indexes.
    """
    for player_id, own in players.items():
        _update(Outcome.player_id == player_id, group_id=group_id, player_id=own)
    for night_id, own in nights.items():
        _update(Outcome.night_id == night_id, night_id=own)
    _update(Outcome.group_id == hidden_id, group_id=group_id)


def hide_outcomes(
    session_ids: Sequence[uuid.UUID], hidden_id: uuid.UUID, *, player_id: uuid.UUID, night_id: uuid.UUID
) -> None:
    """Those of these sessions become a hidden group's, to be deleted there."""
    of_sessions = Outcome.session_id.in_(session_ids)
    _update(of_sessions, group_id=hidden_id, player_id=player_id, night_id=night_id)


def _update(which: Any, **values: uuid.UUID) -> None:
    update = db.update(Outcome).where(which).values(**values)
    db.session.execute(update.execution_options(synchronize_session=False))
