"""The whole database as one file, and the way back, for either engine.

A backup has another name until it is complete and checked. One is made each day and kept for a week, and one
before an upgrade from which only a backup leads back. A restored backup replaces the database as a whole, and
is upgraded to today's schema.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from flask import current_app
from sqlalchemy import inspect, select, table, text
from sqlalchemy.exc import DatabaseError

from models.backup import postgres, sqlite
from models.backup.files import BackupRefused, Schema, put
from models.database import db, sqlite_file
from models.migrating import (
    LAST_WITH_OLDER,
    NO_WAY_BACK,
    WrongRevision,
    is_too_old,
    revision,
    revisions,
    schema_lock,
    upgrade_beside,
)

__all__ = ["BackupRefused", "back_up", "back_up_before_upgrade", "daily_backup", "restore"]

OWNER_ONLY = 0o600
VERSION_TABLE = "alembic_version"


class BeingWritten(BackupRefused):
    """Another process is making the same backup."""


def back_up(file: Path, *, overwrite: bool = False) -> None:
    """Write a snapshot of the whole database to `file`, without blocking writers."""
    if file.exists() and not overwrite:
        raise BackupRefused(f"{file} exists already: use --overwrite to replace it.")
    engine = postgres if _is_postgres() else sqlite
    with _draft(file) as draft:
        engine.write(draft)
        if engine.revision_of(draft) is None:
            raise BackupRefused("The database is empty.")


def daily_backup(now: datetime, folder: Path | None) -> Path | None:
    """Make today's backup in `folder` if it is missing, and delete those that are a week old.

    Return it if it was made. `now` decides the day. Any number of processes may call this at the same time:
    one of them makes it. Raise BackupRefused or OSError if it cannot be made; then none is deleted.
    """
    if folder is None:
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    today = folder / _file_name(str(now.date()))
    is_missing = not today.exists()
    if is_missing:
        try:
            back_up(today)
        except BeingWritten:
            return None
    oldest = _file_name(str(now.date() - timedelta(days=6)))
    any_day = _file_name("20[0-9][0-9]-[01][0-9]-[0-3][0-9]")
    for path in (*folder.glob(any_day), *folder.glob(f"{any_day}.part*")):  # .part: of an interrupted backup
        if path.name < oldest:
            path.unlink(missing_ok=True)
    return today if is_missing else None


def back_up_before_upgrade(to: object) -> None:
    """Make a backup if a database with games is to be upgraded past NO_WAY_BACK, and say where it is.

    to: the revision wanted. Raise WrongRevision if none can be made, unless UPGRADE_WITHOUT_BACKUP is set.
    """
    present = revision()
    stays_before = isinstance(to, str) and to.isdigit() and to < NO_WAY_BACK
    if present is None or present >= NO_WAY_BACK or stays_before:
        return
    with db.engine.connect() as connection:
        has_games = connection.scalar(db.text("SELECT 1 FROM sessions LIMIT 1")) is not None
    if not has_games or current_app.config["UPGRADE_WITHOUT_BACKUP"]:
        return
    folder: Path = current_app.config["BACKUPS"] or Path(current_app.instance_path) / "backups"
    file = folder / _file_name(f"before-{NO_WAY_BACK}")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        back_up(file, overwrite=True)
    except (BackupRefused, OSError) as why:
        raise WrongRevision(
            f"This upgrade rewrites every game, and no backup could be made before it: {why} Make one, then "
            "set UPGRADE_WITHOUT_BACKUP=1."
        ) from None
    click.echo(f"This upgrade rewrites every game. The database as it was is in {file}.", err=True)


def restore(file: Path, *, overwrite: bool = False) -> None:
    """Put a backup in the place of the database; `overwrite` where that holds anything.

    The schema is at least the backup's afterwards; migrating.bring_up_to_date does the rest.
    """
    _check(file)
    db.session.remove()
    with schema_lock():
        if not overwrite and _holds_anything():
            raise BackupRefused("The database contains data already: use --overwrite to replace it.")
        database = sqlite_file()
        if database is None:
            postgres.restore(file, _tables())
        else:
            sqlite.restore(file, database)


def _is_postgres() -> bool:
    return db.engine.dialect.name == "postgresql"


def _file_name(label: str) -> str:
    ending = "dump" if _is_postgres() else "sqlite3"
    return f"{Path(db.engine.url.database or '').stem}-{label}.{ending}"


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A temporary file with mode 600 that is renamed to `file` on success and deleted on an error.

    Raise BeingWritten if another process has it, or has just renamed it: then `file` is a good backup.
    """
    draft = file.with_name(f"{file.name}.part")
    try:
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, OWNER_ONLY)
    except OSError as error:
        raise BackupRefused(f"{draft} cannot be written: {error.strerror}.") from None
    with os.fdopen(descriptor, "r+b") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_still_draft = os.path.samestat(os.fstat(descriptor), draft.stat())
        except (BlockingIOError, FileNotFoundError):
            is_still_draft = False
        if not is_still_draft:
            raise BeingWritten(f"{draft} is being written by another process.")
        os.fchmod(descriptor, OWNER_ONLY)
        opened.truncate(0)  # the content of an interrupted backup
        try:
            yield draft
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        put(draft, file)


def _check(file: Path) -> None:
    """Raise BackupRefused unless it is a backup by Turn Eight, for this engine, of a revision that this
    version knows, with exactly the schema of that.
    """
    try:
        with file.open("rb") as opened:
            head = opened.read(16)
    except OSError as error:
        raise BackupRefused(f"{file} cannot be read: {error.strerror}.") from None
    engines = {"SQLite": sqlite, "PostgreSQL": postgres}
    made_on = next((name for name, engine in engines.items() if head.startswith(engine.FILE_HEAD)), None)
    here = "PostgreSQL" if _is_postgres() else "SQLite"
    database = sqlite_file()
    if made_on is None:
        raise BackupRefused(f"{file} is not a backup from Turn Eight.")
    if made_on != here:
        raise BackupRefused(
            f"{file} is a backup of {made_on}, and this database is {here}: "
            "use export and import to move groups from one to the other."
        )
    if database is not None and database.exists() and database.samefile(file):
        raise BackupRefused(f"{file} is the database itself.")
    made_at = engines[made_on].revision_of(file)
    if made_at is None:
        raise BackupRefused(f"{file} is not a backup from Turn Eight.")
    if is_too_old(made_at):
        raise BackupRefused(
            f"{file} is older than this version of Turn Eight can upgrade (revision {made_at}). Install the "
            f"version of commit {LAST_WITH_OLDER} first, restore the backup with it, then install this one."
        )
    if made_at not in revisions():
        raise BackupRefused(
            f"{file} was made by a newer version of Turn Eight (revision {made_at}): install that."
        )
    difference = engines[made_on].schema_of(file).first_difference(expected_schema(made_at))
    if difference:
        raise BackupRefused(f"{file} is not as Turn Eight made it: {difference}.")


def _holds_anything() -> bool:
    """Whether the database contains any row; True if it cannot be read."""
    try:
        tables = [name for name in _tables() if name != VERSION_TABLE]
        with db.engine.connect() as connection:
            return any(
                connection.scalar(select(text("1")).select_from(table(name)).limit(1)) for name in tables
            )
    except DatabaseError:
        return True


def _tables() -> list[str]:
    """The existing tables of this version. Raise BackupRefused if an unknown version made the database: this
    one cannot drop all of its objects.
    """
    present = revision()
    if present is not None and present not in revisions():
        age = "an older" if is_too_old(present) else "a newer"
        raise BackupRefused(
            f"The database is of {age} version of Turn Eight (revision {present}): restore into an empty one."
        )
    return sorted({*inspect(db.engine).get_table_names()} & {*db.metadata.tables, VERSION_TABLE})


def expected_schema(wanted: str) -> Schema:
    """The schema that the migrations create. It has the same names on both engines."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "expected.sqlite3")
        upgrade_beside(file, wanted)
        return sqlite.schema_of(file)
