"""Many copies of a session, as in a group of ten years."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from models import Hand, Round, Seat, Session, db
from models.database import new_id
from tests.table import Table, at_work


def copied(table: Table, times: int, *, later: int = 0) -> None:
    """So many copies of the table's session, started so many hours later, without first dealers."""
    with at_work(table.app):
        session = db.session.get_one(Session, table.session_id)
        began = session.started_at + timedelta(hours=later)
        hands = [hand for played in session.rounds for hand in played.hands]
        for _copy in range(times):
            ids = {thing.id: new_id() for thing in (session, *session.seats, *session.rounds)}
            _insert(Session, [session], ids, started_at=began, first_dealers=[], next_deal=None)
            _insert(Seat, session.seats, ids)
            _insert(Round, session.rounds, ids, chain=None)
            _insert(Hand, hands, ids)
        db.session.commit()


def _insert(model: Any, things: Iterable[Any], ids: Mapping[uuid.UUID, uuid.UUID], **other: Any) -> None:
    columns = [column.name for column in model.__table__.columns]
    rows = [{name: getattr(thing, name) for name in columns} for thing in things]
    own = [{name: ids.get(v, v) if name.endswith("id") else v for name, v in row.items()} for row in rows]
    db.session.execute(db.insert(model), [{**row, **other} for row in own])
