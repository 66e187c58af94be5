"""Many copies of a session, as in a group of ten years."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import reduce
from typing import Any

from models import Seat, Session, StoredSheet, db
from models.database import new_id
from tests.table import Table, at_work


def copied(table: Table, times: int, *, later: int = 0) -> None:
    """So many copies of the table's session, started so many hours later."""
    with at_work(table.app):
        session = db.session.get_one(Session, table.session_id)
        began, text = session.started_at + timedelta(hours=later), session.stored_sheet.text
        for _copy in range(times):
            ids = {thing.id: new_id() for thing in (session, *session.seats, *session.rounds)}
            _insert(Session, [session], ids, started_at=began)
            _insert(Seat, session.seats, ids)
            sheet = reduce(lambda made, pair: made.replace(*map(str, pair)), ids.items(), text)
            db.session.execute(db.insert(StoredSheet).values(session_id=ids[session.id], text=sheet))
        db.session.commit()


def _insert(model: Any, things: Iterable[Any], ids: Mapping[uuid.UUID, uuid.UUID], **other: Any) -> None:
    columns = [column.name for column in model.__table__.columns]
    rows = [{name: getattr(thing, name) for name in columns} for thing in things]
    own = [{name: ids.get(v, v) if name.endswith("id") else v for name, v in row.items()} for row in rows]
    db.session.execute(db.insert(model), [{**row, **other} for row in own])
