"""A group whose history is too long to wait for its file, made once and copied into each database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from flask import Flask

from demo.years import GAMES_A_NIGHT, make_years_group
from models import Session, db
from tests.table import Clock, Table, at_work
from views.files.exports import MOST_AT_ONCE

NIGHTS = 1 + MOST_AT_ONCE // GAMES_A_NIGHT


def long_history(app: Flask) -> Table:
    """The table that is played at tonight."""
    now = datetime.now(UTC)
    with at_work(app):
        group = make_years_group(NIGHTS, now, ZoneInfo("Europe/Stockholm"), Random(8))
        tonight = db.select(Session.id).filter_by(group_id=group.id, finished_at=None)
        session_id = db.session.scalars(tonight).one()
        db.session.commit()
        return Table(app, group.id, session_id, Clock(now - timedelta(hours=1)))


def copied(table: Table, to: Flask) -> Table:
    """Everything of the database of a table, into one that has nothing of it."""
    tables = db.metadata.sorted_tables
    with at_work(table.app):
        rows = {each: db.session.execute(each.select()).mappings().all() for each in tables}
    with at_work(to):
        for each in tables:
            if rows[each]:
                db.session.execute(each.insert(), [dict(row) for row in rows[each]])
        db.session.commit()
    return Table(to, table.group_id, table.session_id, table.clock)
