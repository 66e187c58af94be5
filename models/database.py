"""The one database: its base class, column types, and how a transaction begins on each engine."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import uuid6
from flask import has_request_context, request
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import JSON, DateTime, MetaData, Uuid, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Dialect, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeDecorator

Thing = TypeVar("Thing")

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
WRITER_RETRY = 0.1  # seconds
INSERTS: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}  # with ON CONFLICT
PRAGMAS = ("journal_mode=WAL", "busy_timeout=5000", "foreign_keys=ON", "synchronous=NORMAL")

_one_id = Lock()
# Whether transactions that begin now will write; None: the method of the request decides.
_writing: ContextVar[bool | None] = ContextVar("writing", default=None)
_reading: ContextVar[bool] = ContextVar("reading", default=False)


class Base(DeclarativeBase):
    """The base of every table; named constraints, so that a migration can drop them by name."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class RequestSession(Session):
    """Session that can be closed although the database has closed its connection: nothing is open to lose."""

    def close(self) -> None:
        try:
            super().close()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise


db = SQLAlchemy(model_class=Base, session_options={"class_": RequestSession})

if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC; SQLite does not store the zone, so it is added when read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def sqlite_file() -> Path | None:
    """The path of a SQLite database; None for PostgreSQL and in-memory databases."""
    url = db.engine.url
    named = url.database if url.get_backend_name() == "sqlite" else None
    return Path(named) if named and named != ":memory:" else None


def in_turns(things: Sequence[Thing], most: int) -> Iterator[Sequence[Thing]]:
    """Batches of at most `most`: the number of parameters of a statement is limited."""
    for start in range(0, len(things), most):
        yield things[start : start + most]


def new_id() -> uuid.UUID:
    """A UUID version 7: later ones sort after earlier ones, across the threads of a process."""
    with _one_id:  # the library remembers the last one's time, and looks and writes in two steps
        return uuid.UUID(bytes=uuid6.uuid7().bytes)


Id = Annotated[uuid.UUID, mapped_column(Uuid, primary_key=True, default=new_id)]
Timestamp = Annotated[datetime, mapped_column(UtcTime)]
Json = Annotated[Any, mapped_column(JSON(none_as_null=True))]


@event.listens_for(Engine, "connect")
def _connect(dbapi_connection: Any, _record: Any) -> None:
    if not type(dbapi_connection).__module__.startswith("sqlite3"):
        return
    dbapi_connection.isolation_level = None  # transactions begin in _begin only
    cursor = dbapi_connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    # A deferred BEGIN that later writes fails at once when another phone writes too; IMMEDIATE waits.
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if _is_writing() else "BEGIN")
    elif only_reads():  # one view of everything, as on SQLite: figures and names of a page belong together
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def only_reads() -> bool:
    """Whether the transaction only reads, so that it never sees its own uncommitted changes."""
    return request.method in SAFE_METHODS if has_request_context() else _reading.get()


@contextmanager
def reading() -> Iterator[None]:
    """Outside of a request: run the block in a read-only transaction with one snapshot.

    Objects loaded before cannot be used within, and objects loaded within cannot be used afterwards.
    """
    db.session.remove()
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)
        db.session.remove()


@contextmanager
def writing() -> Iterator[None]:
    """Outside of a request: transactions that begin in the block write; SQLite has one at a time."""
    token = _writing.set(True)
    try:
        yield
    finally:
        _writing.reset(token)


def _is_writing() -> bool:
    writing_now = _writing.get()
    if writing_now is not None:
        return writing_now
    return has_request_context() and request.method not in SAFE_METHODS


def yield_writer() -> None:
    """Pause between two writing steps: on SQLite, waiting writers retry only every tenth of a second."""
    if db.engine.dialect.name == "sqlite":
        time.sleep(WRITER_RETRY)


@contextmanager
def one_transaction(*, writes: bool) -> Iterator[None]:
    """Run the block in a transaction of its own, committed at its end or rolled back on an error.

    The open transaction is committed first. writes: False lets others write meanwhile, also in an unsafe
    request.
    """
    db.session.commit()
    token = _writing.set(writes)
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    finally:
        _writing.reset(token)
