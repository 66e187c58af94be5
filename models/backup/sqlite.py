"""A backup of SQLite is a SQLite file: copied page by page, and laid in the database's place as a whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import NullPool, create_engine, inspect

from models.backup.files import BackupRefused, key, put

PAGES_AT_ONCE = 256
BESIDE = ("-wal", "-shm", "-journal")
OBJECTS = "SELECT type, name FROM sqlite_master WHERE substr(name, 1, 7) != 'sqlite_'"  # those are its own
COLUMNS = "SELECT name FROM pragma_table_info(?)"


def write(database: Path, draft: Path) -> None:
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as source:
            # Within a transaction all pages are of one snapshot, and a write by another process does not
            # restart the copy. In WAL mode readers do not block writers.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with closing(sqlite3.connect(draft, isolation_level=None)) as target:
                source.backup(target, pages=PAGES_AT_ONCE)
        _make_one_file(draft)
    except sqlite3.Error as error:  # it cannot be read, or the disk is full
        raise BackupRefused(f"{database} cannot be copied: {error}.") from None


def wrote(head: bytes) -> bool:
    """By how the file begins."""
    return head.startswith(b"SQLite format 3\0")


def revision_of(file: Path) -> str | None:
    """The revision of a backup that is whole; None where its tables are none of ours."""
    if any(path.exists() and path.stat().st_size for path in _beside(file)):
        raise BackupRefused(f"{file} is a database in use: make a backup of it.")
    try:
        with closing(_reader(file)) as backup:
            found = [row[0] for row in backup.execute("PRAGMA integrity_check(3)")]
            if found != ["ok"]:
                raise BackupRefused(f"{file} is damaged: {'; '.join(found)}.")
            row = backup.execute("SELECT version_num FROM alembic_version").fetchone()
            backup.execute("SELECT id FROM groups LIMIT 1")
    except sqlite3.OperationalError:
        return None
    except sqlite3.DatabaseError as error:
        raise BackupRefused(f"{file} is damaged: {error}.") from None
    return str(row[0]) if row else None


def schema_of(file: Path) -> tuple[dict[str, frozenset[str]], frozenset[str], frozenset[str]]:
    """The columns of each table, its keys, and the other objects but indexes: models/backup/schema.py."""
    with closing(_reader(file)) as backup:
        objects = backup.execute(OBJECTS).fetchall()
        columns = {
            name: frozenset(column for (column,) in backup.execute(COLUMNS, (name,)))
            for kind, name in objects
            if kind == "table"
        }
    others = frozenset(f"{kind} {name}" for kind, name in objects if kind not in ("table", "index"))
    return columns, frozenset(_keys(file)), others


def _keys(file: Path) -> Iterator[str]:
    engine = create_engine("sqlite://", creator=lambda: _reader(file), poolclass=NullPool)
    schema = inspect(engine)
    for table in schema.get_table_names():
        yield key("primary key", table, schema.get_pk_constraint(table)["constrained_columns"])
        for unique in schema.get_unique_constraints(table):
            yield key("unique key", table, unique["column_names"])
        for index in schema.get_indexes(table):
            kind = "unique index" if index["unique"] else "index"
            yield key(kind, table, index["column_names"])
        for reference in schema.get_foreign_keys(table):
            to = f"{reference['referred_table']} ({', '.join(reference['referred_columns'])})"
            on_delete = reference["options"].get("ondelete", "")
            columns = reference["constrained_columns"]
            yield key("foreign key", table, columns, refers_to=to, on_delete=on_delete)


def _reader(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


@contextmanager
def beside(file: Path, database: Path) -> Iterator[Path]:
    """Copy a file into the folder of the database, to prepare it; deleted afterwards unless it has been
    moved.
    """
    copy = database.with_name(f"{database.name}.restoring")
    try:
        copy.unlink(missing_ok=True)
        copy.touch(mode=0o600, exist_ok=False)
        shutil.copyfile(file, copy)
        if database.exists():
            shutil.copymode(database, copy)
            with suppress(PermissionError):  # only root may give it away
                os.chown(copy, database.stat().st_uid, database.stat().st_gid)
        yield copy
    finally:
        for path in (copy, *_beside(copy)):
            path.unlink(missing_ok=True)


def put_in_place(copy: Path, database: Path) -> None:
    """At one moment the one, at the next the other; refused while anybody has the old one open."""
    _make_one_file(copy)
    with _exclusive(database):
        # A WAL file belongs to the old database, and would be applied to the new one.
        for path in _beside(database):
            path.unlink(missing_ok=True)
        put(copy, database)


@contextmanager
def _exclusive(database: Path) -> Iterator[None]:
    """Lock a database file that no other process has open. A file that cannot be read needs no lock."""
    if not database.exists():
        yield
        return
    with closing(sqlite3.connect(database, isolation_level=None, timeout=1)) as old:
        try:
            old.execute("PRAGMA journal_mode=DELETE")  # brings in what lies beside; only who is alone may
            old.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise BackupRefused("A server is using the database: stop it first.") from None
        except sqlite3.DatabaseError:
            pass
        yield


def _make_one_file(database: Path) -> None:
    """Leave WAL mode, so that no other file belongs to it."""
    with closing(sqlite3.connect(database, isolation_level=None)) as alone:
        alone.execute("PRAGMA journal_mode=DELETE")


def _beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + suffix) for suffix in BESIDE]
