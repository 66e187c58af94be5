"""A backup of SQLite is a SQLite file: copied page by page, and laid in the database's place as a whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import NullPool, create_engine, inspect

from models.backup.files import BackupRefused, Schema, key, put
from models.database import db, sqlite_file
from models.migrating import upgrade_beside

FILE_HEAD = b"SQLite format 3\0"
PAGES_PER_STEP = 256
ONE_FILE = "PRAGMA journal_mode=DELETE"  # merges the WAL, so that no other file belongs to the database
# Not those that SQLite makes for itself.
OTHER_OBJECTS = (
    "SELECT type, name FROM sqlite_master "
    "WHERE type NOT IN ('table', 'index') AND substr(name, 1, 7) != 'sqlite_'"
)


def write(draft: Path) -> None:
    database = sqlite_file()
    if database is None or not database.exists():
        raise BackupRefused("There is no database yet.")
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as source:
            # Within a transaction all pages are of one snapshot, and a write by another process does not
            # restart the copy. In WAL mode readers do not block writers.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with closing(sqlite3.connect(draft, isolation_level=None)) as target:
                source.backup(target, pages=PAGES_PER_STEP)
                target.execute(ONE_FILE)
    except sqlite3.Error as error:  # it cannot be read, or the disk is full
        raise BackupRefused(f"{database} cannot be copied: {error}.") from None


def revision_of(file: Path) -> str | None:
    """The revision of a backup that is whole; None if its tables are not those of Turn Eight."""
    if any(path.exists() and path.stat().st_size for path in _journals(file)):
        raise BackupRefused(f"{file} is a database in use: make a backup of it.")
    try:
        with closing(_reader(file)) as backup:
            errors = [row[0] for row in backup.execute("PRAGMA integrity_check(3)")]
            if errors != ["ok"]:
                raise BackupRefused(f"{file} is damaged: {'; '.join(errors)}.")
            row = backup.execute("SELECT version_num FROM alembic_version").fetchone()
            backup.execute("SELECT id FROM groups LIMIT 1")
    except sqlite3.OperationalError:
        return None
    except sqlite3.DatabaseError as error:
        raise BackupRefused(f"{file} is damaged: {error}.") from None
    return str(row[0]) if row else None


def schema_of(file: Path) -> Schema:
    with closing(_reader(file)) as backup:
        others = frozenset(f"{kind} {name}" for kind, name in backup.execute(OTHER_OBJECTS))
    schema = inspect(create_engine("sqlite://", creator=lambda: _reader(file), poolclass=NullPool))
    columns, keys = {}, set()
    for table in schema.get_table_names():
        columns[table] = frozenset(column["name"] for column in schema.get_columns(table))
        keys.add(key("primary key", table, schema.get_pk_constraint(table)["constrained_columns"]))
        for unique in schema.get_unique_constraints(table):
            keys.add(key("unique key", table, unique["column_names"]))
        for index in schema.get_indexes(table):
            kind = "unique index" if index["unique"] else "index"
            keys.add(key(kind, table, index["column_names"]))
        for reference in schema.get_foreign_keys(table):
            to = f"{reference['referred_table']} ({', '.join(reference['referred_columns'])})"
            on_delete = reference["options"].get("ondelete", "")
            own_columns = reference["constrained_columns"]
            keys.add(key("foreign key", table, own_columns, refers_to=to, on_delete=on_delete))
    return Schema(columns, frozenset(keys), others)


def restore(file: Path, database: Path) -> None:
    """Upgrade a copy of the backup, and put it in the place of the database."""
    db.engine.dispose()  # the connections of this process
    database = database.resolve()  # not the link that may lead there
    copy = database.with_name(f"{database.name}.restoring")
    try:
        copy.unlink(missing_ok=True)
        copy.touch(mode=0o600, exist_ok=False)
        shutil.copyfile(file, copy)
        shutil.copymode(database, copy)
        with suppress(PermissionError):  # only root may give it away
            os.chown(copy, database.stat().st_uid, database.stat().st_gid)
        upgrade_beside(copy)
        with closing(sqlite3.connect(copy, isolation_level=None)) as upgraded:
            upgraded.execute(ONE_FILE)
        _replace(database, copy)
    finally:
        for path in (copy, *_journals(copy)):
            path.unlink(missing_ok=True)


def _replace(database: Path, copy: Path) -> None:
    """Put the copy in place at one moment; refused while another process has the database open."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=1)) as old:
        try:
            old.execute(ONE_FILE)  # only the sole connection may
            old.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise BackupRefused("A server is using the database: stop it first.") from None
        except sqlite3.DatabaseError:
            pass  # a file that cannot be read needs no lock
        # A WAL file belongs to the old database, and would be applied to the new one.
        for path in _journals(database):
            path.unlink(missing_ok=True)
        put(copy, database)


def _reader(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _journals(file: Path) -> list[Path]:
    return [file.with_name(file.name + suffix) for suffix in ("-wal", "-shm", "-journal")]
