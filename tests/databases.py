"""The databases that tests run on: a migrated SQLite file to copy, and a PostgreSQL where one answers."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from psycopg import sql
from sqlalchemy import URL, event, make_url

from app import create_app
from models import db
from models.migrating import bring_up_to_date
from tests.waiting import PATIENCE

TAKE = "SELECT pg_try_advisory_lock(hashtext(%s))"
ON_THIS_MACHINE = "postgresql://postgres@127.0.0.1:5432/postgres"
MAINTENANCE, TEST_DATABASE = "postgres", "turn_eight_test"
RELAXED = {"options": "-csynchronous_commit=off"}  # nobody pulls the plug on a test
CONFIG = {
    "SECRET_KEY": "only for this test",
    "TESTING": True,
    "RATELIMIT_ENABLED": False,
    "UPGRADE_ON_START": False,
}
# Databases in PostgreSQL: names of those that this process has taken and that are empty, the connection that
# holds a lock on each name which it has taken, and the number of the next name to try.
_unused: list[str] = []
_holding: list[psycopg.Connection[Any]] = []
_numbers = itertools.count()
_newest_schema: list[tuple[Any, Any]] = []  # statements that make it, with their parameters


class CompiledTemplates(BytecodeCache):
    """Templates that this process has compiled, for its next application."""

    def __init__(self) -> None:
        self.bytecode: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.bytecode:
            bucket.bytecode_from_string(self.bytecode[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.bytecode[bucket.key] = bucket.bytecode_to_string()


_compiled = CompiledTemplates()


def app_on(url: str, **config: Any) -> Flask:
    """The application on a database that is there already."""
    app = create_app({**CONFIG, "DATABASE_URL": url, **config})
    app.jinja_env.bytecode_cache = _compiled
    if url.startswith("sqlite:///"):
        with app.app_context():
            event.listen(db.engine, "connect", _write_without_waiting)
    return app


def _write_without_waiting(connection: Any, _record: object) -> None:
    """To close a SQLite file waits 20 ms for the disk; only a computer that fails makes a difference."""
    connection.execute("PRAGMA synchronous=OFF")


def let_go(app: Flask) -> None:
    """Close every connection that the application keeps."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def migrated_sqlite(path: Path) -> Path:
    """A SQLite file with the newest schema and no row."""
    app = app_on(f"sqlite:///{path}")
    bring_up_to_date(app)
    let_go(app)
    return path


def lay_anew(template: Path, path: Path) -> None:
    """Put an untouched copy of a SQLite file in the place of one that has been used."""
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(template, path)


def sqlite_file(app: Flask) -> Path:
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


def has_been_opened(app: Flask) -> bool:
    """Whether there is a connection to the application's SQLite file, or there was since it was laid."""
    file = sqlite_file(app)
    return file.with_name(f"{file.name}-wal").exists()


@contextmanager
def new_postgres(*, migrated: bool = False) -> Iterator[str]:
    """The URL of an empty PostgreSQL database of this test alone; skips where no server answers.

    migrated: it has the newest schema. TEST_DATABASE_URL names a server, by any database of it; what is in
    that database is left alone. To create and drop a database takes a second and more: it is emptied, and
    stays for other tests and for later runs.
    """
    url = _server().set(database=_unused.pop() if _unused else _take())
    database = str(url.database)
    try:
        ready = url.update_query_dict(RELAXED).render_as_string(hide_password=False)
        if migrated:
            _lay_newest_schema(ready)
        yield ready
    finally:
        _empty(url)
        _unused.append(database)


def _server() -> URL:
    """Where PostgreSQL answers."""
    return make_url(os.environ.get("TEST_DATABASE_URL") or ON_THIS_MACHINE).set(drivername="postgresql")


def _prefix() -> str:
    """Of the names. Locks hold within one database: runs that name another one must not share these."""
    database = str(_server().database)
    return TEST_DATABASE if database == MAINTENANCE else database


def _connect(url: URL) -> psycopg.Connection[Any]:
    return psycopg.connect(
        url.render_as_string(hide_password=False), autocommit=True, connect_timeout=int(PATIENCE)
    )


def _take() -> str:
    """The name of an empty database that no other process uses until this one ends."""
    if not _holding:
        _holding.append(_first_connection())
    server = _holding[0]
    names = (f"{_prefix()}_{number}" for number in _numbers)
    database = next(name for name in names if _is_yes(server, TAKE, name))
    if _is_yes(server, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = %s)", database):
        _empty(_server().set(database=database))  # a run that was killed left something in it
    else:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    return database


def _is_yes(server: psycopg.Connection[Any], question: LiteralString, name: str) -> bool:
    row = server.execute(question, [name]).fetchone()
    return bool(row and row[0])


def _first_connection() -> psycopg.Connection[Any]:
    try:
        return _connect(_server())
    except psycopg.OperationalError as error:
        if os.environ.get("TEST_DATABASE_URL"):
            pytest.fail(f"TEST_DATABASE_URL names a database that does not answer: {error}", pytrace=False)
        pytest.skip("no PostgreSQL answers on 127.0.0.1:5432, and TEST_DATABASE_URL names none")


def _empty(url: URL) -> None:
    """End every connection to a database, and take everything out of it."""
    with _connect(_server()) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s", [url.database]
        )
    with _connect(url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        if tables:
            names = sql.SQL(", ").join(sql.Identifier(name) for (name,) in tables)
            connection.execute(sql.SQL("DROP TABLE {} CASCADE").format(names))


def _lay_newest_schema(url: str) -> None:
    """Run the migrations; from the second time on, only the statements that they came to."""
    if not _newest_schema:
        _newest_schema.extend(_migrated(url))
        return
    with psycopg.connect(url) as connection, connection.pipeline():
        for statement, values in _newest_schema:
            connection.execute(statement, values)


def _migrated(url: str) -> list[tuple[Any, Any]]:
    """Run the migrations; the statements that change something, with their parameters."""
    statements = []

    def remember(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.split(maxsplit=1)[0].upper() != "SELECT":
            statements.append((statement, values))

    app = app_on(url)
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", remember)
    bring_up_to_date(app)
    let_go(app)
    return statements


def leave_databases() -> None:
    """Let other processes have those that this one has taken in PostgreSQL."""
    while _holding:
        _holding.pop().close()


def empty_tables(app: Flask) -> None:
    """Take every row out of a PostgreSQL database."""
    with app.app_context(), db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):  # so few rows go quicker so than by TRUNCATE
            connection.execute(table.delete())
