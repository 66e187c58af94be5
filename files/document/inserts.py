"""Bulk inserts: a history is written many times as fast as rows than as objects of the ORM."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

from sqlalchemy import Dialect, insert, inspect

from models.custom_game import CustomGame
from models.database import Model, db
from models.night import Night
from models.player import Player
from models.rules import StoredRules, insert_rules
from models.session import Seat, Session, StoredSheet
from models.statistics.outcome import Outcome
from models.statistics.storing import outcome_rows
from models.tournament.tournament import Entrant, Tournament, TournamentTable

Fields = dict[str, Any]
# Each stands on those before it.
IN_ORDER = (
    *(CustomGame, Player, Night, StoredRules, Session, StoredSheet, Seat, Outcome),
    *(Tournament, Entrant, TournamentTable),
)


class Rows:
    """Rows by model, as the driver takes them: converted when they are added, so that writing is short."""

    def __init__(self) -> None:
        self.of: dict[type[Model], list[Any]] = defaultdict(list)
        self.rules: dict[str, str] = {}  # texts by id
        self.dialect = db.engine.dialect

    def add(self, thing: Model) -> None:
        """Add the row of an object that is not in a database session."""
        model = type(thing)
        self._add(
            model, {column: getattr(thing, column) for column in _insert_into(model, self.dialect).converted}
        )

    def add_session(self, session: Session) -> None:
        """Add a session with its sheet, seats and outcomes."""
        self.rules[session.frozen_rules.id] = session.frozen_rules.text
        self.add(session)
        self._add(StoredSheet, {"session_id": session.id, "text": session.stored_sheet.text})
        for seat in session.seats:
            seat.session_id = session.id
            self.add(seat)
        for row in outcome_rows(session) if session.is_finished else ():
            self._add(Outcome, row)

    def _add(self, model: type[Model], values: Fields) -> None:
        self.of[model].append(_insert_into(model, self.dialect).parameters(values))

    def write(self) -> None:
        """Insert them; ten years in half a second."""
        for rules_id, text in sorted(self.rules.items()):  # in one order, for they are locked
            self._add(StoredRules, {"id": rules_id, "text": text})
        connection = db.session.connection()
        for model in IN_ORDER:
            if self.of[model]:
                connection.exec_driver_sql(_insert_into(model, self.dialect).text, self.of[model])
        self.of.clear()


class _Insert:
    """The INSERT of a whole row of a model on a kind of database."""

    def __init__(self, model: type[Model], dialect: Dialect) -> None:
        columns = {attribute.key: attribute.columns[0] for attribute in inspect(model).column_attrs}
        query = insert_rules(dialect.name) if model is StoredRules else insert(model)
        statement = query.compile(dialect=dialect)
        self.text = str(statement)
        self.converted = {
            key: (column.name, column.type.dialect_impl(dialect).bind_processor(dialect))
            for key, column in columns.items()
        }
        self.order = statement.positiontup

    def parameters(self, values: Fields) -> Any:
        """What the driver takes for one row. values: by attribute."""
        row = {
            name: convert(values[key]) if convert else values[key]
            for key, (name, convert) in self.converted.items()
        }
        return row if self.order is None else tuple(row[name] for name in self.order)


@cache
def _insert_into(model: type[Model], dialect: Dialect) -> _Insert:
    return _Insert(model, dialect)
