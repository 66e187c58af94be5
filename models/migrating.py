"""Upgrade the database to the newest schema, once, whatever the number of processes that start at the same
time.

The server does it at its start; with UPGRADE_ON_START=0 `flask --app app db upgrade` does it, and the
server only checks. Both end by computing the outcomes of groups that are of another edition.
"""

from __future__ import annotations

import fcntl
import os
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask, current_app
from flask_migrate import upgrade
from sqlalchemy import create_engine, text

from models.database import db, in_turns, sqlite_file, writing
from models.session import Session
from models.statistics.storing import save_outcomes
from models.statistics.version import EDITION, StatisticsVersion

FOLDER = Path(__file__).parent.parent / "migrations"
ADVISORY_LOCK = 0x7E18
NO_WAY_BACK = "0023"  # the newest revision that drops what an older version reads
LAST_WITH_OLDER = "d26fddd2"  # the last commit with migrations before the oldest one that is here
BATCH_SIZE = 200  # sessions; ten years of hands would not fit in a small machine
SEPARATE_STEP = "UPGRADE_ON_START=0 leaves it to a step of its own: flask --app app db upgrade"

_has_lock: ContextVar[bool] = ContextVar("has_lock", default=False)


class DatabaseUnusable(Exception):
    """The database cannot be used; the message says why, without a password."""


class WrongRevision(DatabaseUnusable):
    """The schema is not that of this version, and may not be changed here; the message says why."""


def prepare(app: Flask) -> None:
    """Upgrade or check the schema, before a server or a command reads; raise WrongRevision."""
    with app.app_context():
        current = revision()
    check_revision(current)
    if app.config["UPGRADE_ON_START"]:
        bring_up_to_date(app)
        return
    if current != revisions()[0]:
        raise WrongRevision(
            f"The database is at revision {current or 'nothing'}, the newest is {revisions()[0]}. "
            f"{SEPARATE_STEP}"
        )
    with app.app_context():
        is_incomplete = bool(_groups_of_another_edition())  # fill_figures was stopped
        db.session.remove()
    if is_incomplete:
        raise WrongRevision(f"The database has not added up all of its figures. {SEPARATE_STEP}")


def check_revision(current: str | None) -> None:
    """Raise WrongRevision if this version does not know the revision of a database."""
    if current is None or current in revisions():
        return
    if is_too_old(current):
        raise WrongRevision(
            f"The database is older than this version of Turn Eight can upgrade (revision {current}). "
            f"Install the version of commit {LAST_WITH_OLDER} first, start it once, then this one."
        )
    raise WrongRevision(
        f"The database is at revision {current}, which this version of Turn Eight does not know: "
        "a newer one made it. Start that one."
    )


def is_too_old(wanted: str) -> bool:
    """Whether a revision is older than the oldest one that this version knows."""
    return wanted.isdigit() and wanted < revisions()[-1]


def too_far_back() -> WrongRevision:
    """Raised by a downgrade that would lose parts of games."""
    return WrongRevision(
        f"This version of Turn Eight does not downgrade a database below revision {NO_WAY_BACK}. Install the "
        "version that made the backup before the upgrade, and restore that."
    )


def bring_up_to_date(app: Flask) -> None:
    """Run the migrations that this database has not seen."""
    with app.app_context(), schema_lock():
        if not is_newest():
            upgrade(directory=str(FOLDER))
        fill_figures()
        db.session.remove()


def upgrade_beside(file: Path, to: str = "head") -> None:
    """Upgrade the schema of another SQLite file to a revision."""
    config = current_app.extensions["migrate"].migrate.get_config(str(FOLDER))
    engine = create_engine(f"sqlite:///{file}")
    config.attributes["beside"] = engine
    try:
        command.upgrade(config, to)
    finally:
        engine.dispose()


def fill_figures() -> None:
    """Compute the outcomes of groups whose outcomes are of another edition.

    If the process is stopped, the next one begins with the group that it was at.
    """
    for group_id in _groups_of_another_edition():
        ended = (Session.visible_in(group_id), Session.finished_at.is_not(None))
        for batch in in_turns(db.session.scalars(db.select(Session.id).where(*ended)).all(), BATCH_SIZE):
            save_outcomes(group_id, batch)
            db.session.commit()
            db.session.expunge_all()
        version = db.update(StatisticsVersion).where(StatisticsVersion.group_id == group_id)
        db.session.execute(version.values(edition=EDITION))
        db.session.commit()


def _groups_of_another_edition() -> Sequence[uuid.UUID]:
    other = db.select(StatisticsVersion.group_id).where(StatisticsVersion.edition != EDITION)
    return db.session.scalars(other).all()


def is_newest() -> bool:
    return revision() == revisions()[0]


def revision() -> str | None:
    """The revision of the database; None if it has no tables yet."""
    file = sqlite_file()
    if file is not None and not file.exists():
        return None  # connecting would create it, readable by all users
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@cache
def revisions() -> tuple[str, ...]:
    """The revisions that this version knows, newest first."""
    return tuple(script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions())


@contextmanager
def schema_lock() -> Iterator[None]:
    """Keep other processes out while the schema changes; reentrant.

    Taken before the first connection: two processes that create a SQLite file at the same time would find
    it locked.
    """
    if _has_lock.get():
        yield
        return
    token = _has_lock.set(True)
    try:
        with writing(), _lock():
            yield
    finally:
        _has_lock.reset(token)


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
    with os.fdopen(_open_lock(file), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            file.touch(mode=0o600)  # the files that SQLite adds inherit it
        yield


def _open_lock(file: Path) -> int:
    """A descriptor of the file that is locked for a SQLite file. Raises DatabaseUnusable."""
    try:
        return os.open(f"{file}.migrating", os.O_WRONLY | os.O_CREAT, 0o666)
    except OSError as error:
        raise DatabaseUnusable(f"The database {file} cannot be used: {error.strerror}.") from None
