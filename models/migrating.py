"""Bringing the database to the newest schema when the server starts, once, however many workers start."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import text

from models.database import db
from models.round import Round
from models.session import Session
from models.statistics.outcome import Outcome
from models.statistics.outcomes import AT_ONCE, note_many

FOLDER = Path(__file__).parent.parent / "migrations"
ADVISORY_LOCK = 0x7E18


def bring_up_to_date(app: Flask) -> None:
    """Run the migrations that this database has not seen.

    Alone from the first connection on: two that make a new SQLite file ready at the same moment find it
    locked, whatever their patience.
    """
    with app.app_context(), _alone():
        _make_private(_sqlite_file())
        if not _is_newest():
            upgrade(directory=str(FOLDER))
        _fill_outcomes()  # each time: a server that was stopped in the middle of it goes on here
        db.session.remove()


def _fill_outcomes() -> None:
    """Sessions that ended before outcomes were kept get theirs, in the order they were played."""
    missing = db.session.execute(
        db.select(Session.group_id, Session.id)
        .where(
            Session.finished_at.is_not(None),
            db.select(Round.id).where(Round.session_id == Session.id).exists(),
            ~db.select(Outcome.seat_id).where(Outcome.session_id == Session.id).exists(),
        )
        .order_by(Session.group_id, Session.started_at, Session.id)
    ).all()
    for group_id, rows in groupby(missing, key=lambda row: row.group_id):
        theirs = [row.id for row in rows]
        for start in range(0, len(theirs), AT_ONCE):
            note_many(group_id, theirs[start : start + AT_ONCE])
            db.session.commit()
            db.session.expunge_all()  # ten years of hands would not fit in a small machine


def _sqlite_file() -> Path | None:
    """Where the database is a file of its own."""
    url = db.engine.url
    named = url.database if url.get_backend_name() == "sqlite" else None
    return Path(named) if named and named != ":memory:" else None


def _make_private(file: Path | None) -> None:
    """A new file is for the server's user alone, and so are those that SQLite lays beside it.

    One that is there already keeps the mode that somebody gave it.
    """
    if file is not None and not file.exists():
        file.touch(mode=0o600)


def _is_newest() -> bool:
    head = ScriptDirectory(str(FOLDER)).get_current_head()
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == head


@contextmanager
def _alone() -> Iterator[None]:
    """Keep other processes out while the schema changes."""
    if db.engine.dialect.name == "postgresql":
        with db.engine.connect() as connection:
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": ADVISORY_LOCK})
            try:
                yield
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": ADVISORY_LOCK})
        return
    file = _sqlite_file()
    if file is None:
        yield
        return
    with Path(f"{file}.migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
