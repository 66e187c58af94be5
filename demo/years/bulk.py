"""Writing very many rows at once, and ids that lie as those of real nights would."""

from __future__ import annotations

import uuid
from datetime import datetime
from functools import cache
from secrets import randbits
from typing import Any

from sqlalchemy import inspect

from models import Change, Hand, Night, Player, Round, Seat, Session, db
from models.database import Base
from models.season import Season
from models.statistics.outcome import CardsLeft, Outcome

ORDER = (
    Player,
    Season,
    Night,
    Session,
    Seat,
    Round,
    Hand,
    Outcome,
    CardsLeft,
    Change,
)  # nobody before those it points to


class Writer:
    """Gathers things that no database session knows and inserts them table by table."""

    def __init__(self) -> None:
        self.waiting: dict[type[Base], list[dict[str, Any]]] = {model: [] for model in ORDER}
        self.written: dict[str, int] = {model.__tablename__: 0 for model in ORDER}

    def add(self, *things: Base) -> None:
        for thing in things:
            fields = _fields(type(thing))
            self.waiting[type(thing)].append({field: getattr(thing, field) for field in fields})

    def add_rows(self, model: type[Base], rows: list[dict[str, Any]]) -> None:
        self.waiting[model] += rows

    def write(self) -> None:
        for model, rows in self.waiting.items():
            if rows:
                # nulls as they are: rows of one table stay one statement
                db.session.execute(db.insert(model).execution_options(render_nulls=True), rows)
                self.written[model.__tablename__] += len(rows)
                rows.clear()


def id_at(moment: datetime) -> uuid.UUID:
    """A UUID version 7 as it would have been made at that moment."""
    milliseconds = int(moment.timestamp() * 1000)
    return uuid.UUID(int=milliseconds << 80 | 7 << 76 | randbits(12) << 64 | 2 << 62 | randbits(62))


@cache
def _fields(model: type[Base]) -> tuple[str, ...]:
    return tuple(attribute.key for attribute in inspect(model).column_attrs)
