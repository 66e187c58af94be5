"""How much of a group's history is meant: all of it, one night or one session."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement
from sqlalchemy.orm import joinedload, selectinload

from models.database import db, in_turns
from models.round import Round
from models.seat import Seat
from models.session import Session

AT_ONCE = 100  # sessions in memory


@dataclass(frozen=True)
class Scope:
    """Everything of the group, or what a night or a session of it holds."""

    group_id: uuid.UUID
    night_id: uuid.UUID | None = None
    session_id: uuid.UUID | None = None

    @property
    def is_everything(self) -> bool:
        return self.night_id is None and self.session_id is None

    def conditions(self) -> list[ColumnElement[bool]]:
        """What a session must be to be meant."""
        wanted: list[ColumnElement[bool]] = [Session.group_id == self.group_id]
        if self.night_id is not None:
            wanted.append(Session.night_id == self.night_id)
        if self.session_id is not None:
            wanted.append(Session.id == self.session_id)
        return wanted

    def session_ids(self) -> list[uuid.UUID]:
        """Oldest first."""
        found = db.select(Session.id).where(*self.conditions()).order_by(Session.started_at, Session.id)
        return list(db.session.scalars(found))


def sessions_in(scope: Scope) -> Iterator[Session]:
    """The sessions with night, players, rounds and hands, oldest first.

    Few are in memory at once, as long as the caller lets go of each.
    """
    yield from sessions_called(scope.session_ids())


def sessions_called(ids: list[uuid.UUID]) -> Iterator[Session]:
    """The same for ids that belong to the group, in their order; four queries a hundred."""
    for wanted in in_turns(ids, AT_ONCE):
        found = db.session.scalars(
            db.select(Session)
            .where(Session.id.in_(wanted))
            .options(
                joinedload(Session.night),
                selectinload(Session.seats).joinedload(Seat.player),
                selectinload(Session.rounds).selectinload(Round.hands),
            )
        )
        by_id = {session.id: session for session in found}
        for session_id in wanted:
            if session_id in by_id:  # else it was deleted since
                yield by_id.pop(session_id)
