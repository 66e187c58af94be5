"""Bulk inserts: a history is written many times as fast as rows than as objects of the ORM."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

from sqlalchemy import inspect

from models.custom_game import CustomGame
from models.database import Model, db
from models.night import Night
from models.player import Player
from models.session import Seat, Session, StoredSheet
from models.statistics.outcome import Outcome
from models.statistics.outcomes import outcome_rows
from models.tournament.tournament import Entrant, Tournament, TournamentTable

Fields = dict[str, Any]
# Each stands on those before it.
IN_ORDER = (
    *(CustomGame, Player, Night, Session, StoredSheet, Seat, Outcome),
    *(Tournament, Entrant, TournamentTable),
)


class Rows:
    """Rows by model, collected until `write`."""

    def __init__(self) -> None:
        self.of: dict[type[Model], list[Fields]] = defaultdict(list)

    def __len__(self) -> int:
        return sum(map(len, self.of.values()))

    def add(self, thing: Model) -> None:
        """Add the row of an object that is not in a database session."""
        self.of[type(thing)].append({column: getattr(thing, column) for column in _columns(type(thing))})

    def add_session(self, session: Session) -> None:
        """Add a session with its sheet, seats and outcomes."""
        self.add(session)
        self.of[StoredSheet].append({"session_id": session.id, "text": session.stored_sheet.text})
        for seat in session.seats:
            seat.session_id = session.id
            self.add(seat)
        if session.is_finished:
            self.of[Outcome] += outcome_rows(session)

    def write(self) -> None:
        for model in IN_ORDER:
            if self.of[model]:
                db.session.execute(db.insert(model), self.of[model])
        self.of.clear()


@cache
def _columns(model: type[Model]) -> list[str]:
    return list(inspect(model).column_attrs.keys())
