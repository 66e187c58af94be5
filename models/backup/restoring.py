"""Restore a backup: it replaces the database as a whole, and is upgraded to today's schema."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import inspect, select, table, text
from sqlalchemy.exc import DatabaseError

from models.backup import postgres, sqlite
from models.backup.files import BackupRefused, Schema
from models.database import db, sqlite_file
from models.migrating import (
    LAST_WITH_OLDER,
    is_too_old,
    revision,
    revisions,
    schema_lock,
    upgrade_beside,
)

VERSIONS = "alembic_version"


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


def expected_schema(wanted: str) -> Schema:
    """The schema that the migrations create. It has the same names on both engines."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "expected.sqlite3")
        upgrade_beside(file, wanted)
        return sqlite.schema_of(file)


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
    here = "PostgreSQL" if db.engine.dialect.name == "postgresql" else "SQLite"
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
        tables = [name for name in _tables() if name != VERSIONS]
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
    return sorted({*inspect(db.engine).get_table_names()} & {*db.metadata.tables, VERSIONS})
