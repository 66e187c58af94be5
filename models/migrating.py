"""Bringing the database to the newest schema when the server starts, once, however many workers start."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import text

from models.database import db

FOLDER = Path(__file__).parent.parent / "migrations"
ADVISORY_LOCK = 0x7E18


def bring_up_to_date(app: Flask) -> None:
    """Run the migrations that this database has not seen; returns at once where there are none."""
    with app.app_context():
        if _is_newest():
            return
        with _alone():
            if not _is_newest():
                upgrade(directory=str(FOLDER))
        db.session.remove()


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
    database = db.engine.url.database
    if not database or database == ":memory:":
        yield
        return
    with Path(f"{database}.migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
