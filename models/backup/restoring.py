"""The way back: a backup takes the place of the database as a whole, and is brought up to today's schema."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import inspect, select, table, text
from sqlalchemy.exc import DatabaseError

from models.backup import postgres, sqlite
from models.backup.files import BackupRefused
from models.backup.schema import Schema, check_schema
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
            postgres.put_in_place(file, _tables())
            return
        db.engine.dispose()  # what we have open ourselves
        place = database.resolve()  # not the link that may lead there
        with sqlite.beside(file, place) as copy:
            upgrade_beside(copy)
            sqlite.put_in_place(copy, place)


def _check(file: Path) -> None:
    """That it is a backup of ours, for this engine, and has the schema of a revision that this version
    knows.
    """
    try:
        with file.open("rb") as opened:
            head = opened.read(16)
    except OSError as error:
        raise BackupRefused(f"{file} cannot be read: {error.strerror}.") from None
    engines = {"SQLite": sqlite, "PostgreSQL": postgres}
    made_on = next((name for name, engine in engines.items() if engine.wrote(head)), None)
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
    found = engines[made_on].revision_of(file)
    if found is None:
        raise BackupRefused(f"{file} is not a backup from Turn Eight.")
    if is_too_old(found):
        raise BackupRefused(
            f"{file} is older than this version of Turn Eight can upgrade (revision {found}). Install the "
            f"version of commit {LAST_WITH_OLDER} first, restore the backup with it, then install this one."
        )
    if found not in revisions():
        raise BackupRefused(
            f"{file} was made by a newer version of Turn Eight (revision {found}): install that."
        )
    check_schema(file, Schema(*engines[made_on].schema_of(file)), Schema.of_revision(found))


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
    """Ours, as far as they are there. What an unknown version has made this one cannot clear away."""
    found = revision()
    if found is not None and found not in revisions():
        age = "an older" if is_too_old(found) else "a newer"
        raise BackupRefused(
            f"The database is of {age} version of Turn Eight (revision {found}): restore into an empty one."
        )
    return sorted({*inspect(db.engine).get_table_names()} & {*db.metadata.tables, VERSIONS})
