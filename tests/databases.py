"""Databases for tests: a migrated SQLite file to copy, and PostgreSQL if a server answers."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache, StrictUndefined, Undefined, UndefinedError
from jinja2.utils import missing
from psycopg import sql
from sqlalchemy import URL, event, make_url
from werkzeug.routing import Rule

from app import create_app
from models import db
from models.migrating import bring_up_to_date
from tests.waiting import PATIENCE

LOCK = "SELECT pg_try_advisory_lock(hashtext(%s))"
SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
ON_THIS_MACHINE = "postgresql://postgres@127.0.0.1:5432/postgres"
COMPILED_TEMPLATES = "TEST_COMPILED_TEMPLATES"  # names the folder that all processes of the run share
MAINTENANCE, TEST_DATABASE = "postgres", "turn_eight_unnamed_test"
RELAXED = {"options": "-csynchronous_commit=off"}  # no test depends on durability
CONFIG = {
    "SECRET_KEY": "only for this test, and long enough",
    "TESTING": True,
    "RATELIMIT_ENABLED": False,
    "UPGRADE_ON_START": False,
    "UPGRADE_WITHOUT_BACKUP": True,
}
# Databases in PostgreSQL: names of empty ones that this process has locked, the connection that holds the
# locks, and the number of the next name to try.
_unused: list[str] = []
_holding: list[psycopg.Connection[Any]] = []
_numbers = itertools.count()

# Functions that build the address of a rule. Werkzeug compiles two for each rule, which takes 130 of the
# 160 ms of create_app. The same rules of other applications get the same functions.
_address_builders: dict[Hashable, Callable[..., Any]] = {}
_compile_builder = Rule._compile_builder


def _compile_builder_once(rule: Rule, append_unknown: bool = True) -> Callable[..., Any]:
    key = (*rule._trace, repr(rule.defaults), append_unknown)
    if key not in _address_builders:
        _address_builders[key] = _compile_builder(rule, append_unknown)
    return _address_builders[key]


Rule._compile_builder = _compile_builder_once  # type: ignore[method-assign]


class StrictAttributes(Undefined):
    """Raises UndefinedError where a template writes an attribute that an object does not have.

    Variables that are not set and missing keys are empty, because templates test for them.
    """

    def __new__(
        cls, hint: Any = None, obj: Any = missing, name: Any = None, exc: Any = UndefinedError
    ) -> Any:
        is_attribute = obj is not missing and not isinstance(obj, (Mapping, str))
        return (StrictUndefined if is_attribute else Undefined)(hint, obj, name, exc)


def app_on(url: str, **config: Any) -> Flask:
    """The application on an existing database."""
    app = create_app({**CONFIG, "DATABASE_URL": url, **config})
    app.jinja_env.undefined = StrictAttributes
    for language in app.config["LANGUAGES"]:
        compiled = FileSystemBytecodeCache(os.environ[COMPILED_TEMPLATES], f"{language}-%s.cache")
        app.jinja_env.in_language(language).bytecode_cache = compiled
    if url.startswith("sqlite:///"):
        with app.app_context():
            event.listen(db.engine, "connect", _write_without_waiting)
    return app


def _write_without_waiting(connection: Any, _record: object) -> None:
    """Closing a SQLite file takes 20 ms for the disk, which matters only if the computer fails."""
    connection.execute("PRAGMA synchronous=OFF")


def let_go(app: Flask) -> None:
    """Close all connections of the application."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def migrated_sqlite(path: Path) -> Path:
    """A SQLite file with the newest schema and no rows."""
    app = app_on(f"sqlite:///{path}")
    bring_up_to_date(app)
    let_go(app)
    return path


def replace_database(template: Path, path: Path) -> None:
    """Replace a used SQLite file by a copy of the template."""
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(template, path)


def sqlite_file(app: Flask) -> Path:
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


def has_been_opened(app: Flask) -> bool:
    """Whether the SQLite file of the application has been connected to since it was copied."""
    file = sqlite_file(app)
    return file.with_name(f"{file.name}-wal").exists()


@contextmanager
def new_postgres(*, migrated: bool = False) -> Iterator[str]:
    """The URL of an empty PostgreSQL database for one test; skips if no server answers.

    migrated: with the newest schema. TEST_DATABASE_URL names a server by any of its databases; that database
    is not changed. Creating and dropping a database takes more than a second, so databases are emptied and
    reused by other tests and later runs.
    """
    url = _server_url().set(database=_unused.pop() if _unused else _lock_name())
    database = str(url.database)
    try:
        ready = url.update_query_dict(RELAXED).render_as_string(hide_password=False)
        if migrated:
            app = app_on(ready)
            bring_up_to_date(app)
            let_go(app)
        yield ready
    finally:
        _empty(url)
        _unused.append(database)


def _server_url() -> URL:
    """The PostgreSQL server."""
    return make_url(os.environ.get("TEST_DATABASE_URL") or ON_THIS_MACHINE).set(drivername="postgresql")


def _prefix() -> str:
    """Prefix of database names. Locks are per database, so runs connected to another one use other names."""
    database = str(_server_url().database)
    return TEST_DATABASE if database == MAINTENANCE else database


def _connect(url: URL) -> psycopg.Connection[Any]:
    return psycopg.connect(
        url.render_as_string(hide_password=False), autocommit=True, connect_timeout=int(PATIENCE)
    )


def _lock_name() -> str:
    """Lock the name of an empty database until the process ends."""
    if not _holding:
        _holding.append(_first_connection())
    server = _holding[0]
    names = (f"{_prefix()}_{number}" for number in _numbers)
    database = next(name for name in names if _is_yes(server, LOCK, name))
    if _is_yes(server, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = %s)", database):
        _empty(_server_url().set(database=database))  # left over from a run that was killed
    else:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    return database


def _is_yes(server: psycopg.Connection[Any], question: LiteralString, name: str) -> bool:
    row = server.execute(question, [name]).fetchone()
    return bool(row and row[0])


def _first_connection() -> psycopg.Connection[Any]:
    try:
        return _connect(_server_url())
    except psycopg.OperationalError as error:
        if os.environ.get("TEST_DATABASE_URL"):
            pytest.fail(f"TEST_DATABASE_URL names a database that does not answer: {error}", pytrace=False)
        pytest.skip("no PostgreSQL answers on 127.0.0.1:5432, and TEST_DATABASE_URL names none")


def _empty(url: URL) -> None:
    """Close all connections to a database, and drop everything in it."""
    with _connect(_server_url()) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s", [url.database]
        )
    with _connect(url) as connection:
        for (name,) in connection.execute(SCHEMAS).fetchall():
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(name)))
        connection.execute("CREATE SCHEMA public")


def leave_databases() -> None:
    """Release the names of PostgreSQL databases for other processes."""
    while _holding:
        _holding.pop().close()


def empty_tables(app: Flask) -> None:
    """Delete all rows of a PostgreSQL database."""
    with app.app_context(), db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):  # faster than TRUNCATE for so few rows
            connection.execute(table.delete())
