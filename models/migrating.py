"""Bringing the database to the newest schema, once, however many start at the same moment.

The server does it when it starts; where UPGRADE_ON_START=0, `flask --app app db upgrade` does it, and the
server only looks. Either way migrations/env.py is what runs, and ends with the outcomes filled in.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import groupby
from pathlib import Path

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask, current_app
from flask_migrate import upgrade
from sqlalchemy import create_engine, text

from models.alone import sqlite_file
from models.database import db, in_turns, writing
from models.round import Round
from models.session import Session
from models.statistics.outcome import Outcome
from models.statistics.outcomes import note_many, rewrite_all
from models.statistics.version import EDITION, StatisticsVersion

FOLDER = Path(__file__).parent.parent / "migrations"
ADVISORY_LOCK = 0x7E18
AT_ONCE = 200  # sessions; ten years of hands would not fit in a small machine
A_STEP = "UPGRADE_ON_START=0 leaves it to a step of its own: flask --app app db upgrade"

_OF_ANOTHER_EDITION = db.select(StatisticsVersion.group_id).where(StatisticsVersion.edition != EDITION)
_MISSING = db.select(Session.group_id, Session.id).where(
    Session.finished_at.is_not(None),
    db.select(Round.id).where(Round.session_id == Session.id).exists(),
    ~db.select(Outcome.seat_id).where(Outcome.session_id == Session.id).exists(),
)
_is_alone: ContextVar[bool] = ContextVar("is_alone", default=False)


class WrongRevision(RuntimeError):
    """The schema is not this version's, and it cannot or must not be changed here; the message says why."""


def prepare(app: Flask) -> None:
    """What a server or a command does before it reads: the newest schema, or WrongRevision."""
    with app.app_context():
        found = revision()
    if found is not None and found not in revisions():
        raise WrongRevision(
            f"The database is at revision {found}, which this version of Turn Eight does not know: "
            "a newer one made it. Start that one."
        )
    if app.config["UPGRADE_ON_START"]:
        bring_up_to_date(app)
    elif found != revisions()[0]:
        raise WrongRevision(
            f"The database is at revision {found or 'nothing'}, the newest is {revisions()[0]}. {A_STEP}"
        )
    else:
        _look_for_figures(app)


def bring_up_to_date(app: Flask) -> None:
    """Run the migrations that this database has not seen."""
    with app.app_context(), alone():
        if not is_newest():
            upgrade(directory=str(FOLDER))
        fill_figures()
        db.session.remove()


def upgrade_beside(file: Path) -> None:
    """The schema of another SQLite file, which is to take the place of the database."""
    config = current_app.extensions["migrate"].migrate.get_config(str(FOLDER))
    engine = create_engine(f"sqlite:///{file}")
    config.attributes["beside"] = engine
    try:
        command.upgrade(config, "head")
    finally:
        engine.dispose()


def _look_for_figures(app: Flask) -> None:
    """Whoever was to fill them in may have been stopped in the middle of it."""
    with app.app_context():
        wanting = [db.session.execute(q.limit(1)).first() for q in (_OF_ANOTHER_EDITION, _MISSING)]
        db.session.remove()
    if any(wanting):
        raise WrongRevision(f"The database has not added up all of its figures. {A_STEP}")


def fill_figures() -> None:
    """Whatever the database stores of finished sessions and this version wants; asked each time, for a server
    that was stopped in the middle of it goes on here.
    """
    _update_running_figures()
    _fill_outcomes()


def _update_running_figures() -> None:
    """Groups whose running figures are of another edition get those of today."""
    for group_id in db.session.scalars(_OF_ANOTHER_EDITION).all():
        rewrite_all(group_id)
        db.session.commit()
        db.session.expunge_all()


def _fill_outcomes() -> None:
    """Sessions that ended before outcomes were kept get theirs, in the order they were played."""
    missing = db.session.execute(_MISSING.order_by(Session.group_id, Session.started_at, Session.id)).all()
    for group_id, rows in groupby(missing, key=lambda row: row.group_id):
        theirs = [row.id for row in rows]
        for some in in_turns(theirs, AT_ONCE):
            note_many(group_id, some)
            db.session.commit()
            db.session.expunge_all()


def _make_private(file: Path) -> None:
    """A new file is for the server's user alone, and so are those that SQLite lays beside it.

    One that is there already keeps the mode that somebody gave it.
    """
    if not file.exists():
        file.touch(mode=0o600)


def is_newest() -> bool:
    return revision() == revisions()[0]


def revision() -> str | None:
    """What the database is at; None where it has no tables yet."""
    file = sqlite_file()
    if file is not None and not file.exists():
        return None  # to ask would make it, for everybody to read
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@cache
def revisions() -> tuple[str, ...]:
    """Those that this version knows, the newest first."""
    return tuple(script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions())


@contextmanager
def alone() -> Iterator[None]:
    """Keep other processes out while the schema changes; whoever is alone already may ask again.

    From the first connection on: two that make a new SQLite file ready at the same moment find it locked,
    whatever their patience.
    """
    if _is_alone.get():
        yield
        return
    token = _is_alone.set(True)
    try:
        with writing(), _lock():
            yield
    finally:
        _is_alone.reset(token)


@contextmanager
def _lock() -> Iterator[None]:
    if db.engine.dialect.name == "postgresql":
        with db.engine.connect() as connection:
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": ADVISORY_LOCK})
            try:
                yield
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": ADVISORY_LOCK})
        return
    file = sqlite_file()
    if file is None:
        yield
        return
    with Path(f"{file}.migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _make_private(file)
        yield
