"""Writing very many rows at once, and ids that lie as those of real nights would."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from secrets import randbits
from typing import Any

from models import Change, Hand, Night, Player, Round, Seat, Session, db
from models.database import Base
from models.season import Season
from models.statistics.outcome import CardsLeft, Outcome

# Nobody before those it points to.
ORDER = (Player, Season, Night, Session, Seat, Round, Hand, Outcome, CardsLeft, Change)
FIELDS: dict[type[Base], Sequence[str]] = {model: model.__mapper__.column_attrs.keys() for model in ORDER}


class Writer:
    """Gathers things that no database session knows and inserts them table by table."""

    def __init__(self) -> None:
        self.waiting: dict[type[Base], list[dict[str, Any]]] = {model: [] for model in ORDER}
        self.written: dict[str, int] = {model.__tablename__: 0 for model in ORDER}

    def add(self, *things: Base) -> None:
        for thing in things:
            row = {field: getattr(thing, field) for field in FIELDS[type(thing)]}
            self.waiting[type(thing)].append(row)

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
