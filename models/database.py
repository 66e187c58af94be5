"""The one database: its base class, column types, and how a transaction begins on each engine."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import uuid6
from flask import has_request_context, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, MetaData, Uuid, event
from sqlalchemy.engine import Connection, Dialect, Engine
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeDecorator

Thing = TypeVar("Thing")

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LONGEST_LOOK = 0.1  # seconds
PRAGMAS = ("journal_mode=WAL", "busy_timeout=10000", "foreign_keys=ON", "synchronous=NORMAL")

_one_id = Lock()
# Whether a transaction that begins now is to write, where that is not for the request to say.
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


db = SQLAlchemy(model_class=Base)

if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def in_turns(things: Sequence[Thing], most: int) -> Iterator[Sequence[Thing]]:
    """The same things, at most so many together: a statement takes only so many parameters."""
    for start in range(0, len(things), most):
        yield things[start : start + most]


def new_id() -> uuid.UUID:
    """A fresh id, version 7: later ones sort after earlier ones, whichever thread of a process makes them."""
    with _one_id:  # the library remembers the last one's time, and looks and writes in two steps
        return uuid.UUID(bytes=uuid6.uuid7().bytes)


Id = Annotated[uuid.UUID, mapped_column(Uuid, primary_key=True, default=new_id)]
Moment = Annotated[datetime, mapped_column(UtcTime)]
Json = Annotated[Any, mapped_column(JSON(none_as_null=True))]


@event.listens_for(Engine, "connect")
def _connect(dbapi_connection: Any, _record: Any) -> None:
    if not type(dbapi_connection).__module__.startswith("sqlite3"):
        return
    dbapi_connection.isolation_level = None  # transactions begin in _begin, not behind our back
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
    """Whether a request or `reading` changes nothing: what might be rolled back is never seen."""
    return request.method in SAFE_METHODS if has_request_context() else _reading.get()


@contextmanager
def reading() -> Iterator[None]:
    """Outside of a request: a transaction of its own that changes nothing, one view of everything.

    What was read before it is not at hand within, what is read within not after it.
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
    """Outside of a request: transactions that begin within are to write; SQLite has one at a time."""
    token = _writing.set(True)
    try:
        yield
    finally:
        _writing.reset(token)


def _is_writing() -> bool:
    said = _writing.get()
    if said is not None:
        return said
    return has_request_context() and request.method not in SAFE_METHODS


def give_way() -> None:
    """Between two steps that write: who waits for SQLite's writer looks only every tenth of a second, and
    would find it taken each time.
    """
    if db.engine.dialect.name == "sqlite":
        time.sleep(LONGEST_LOOK)


@contextmanager
def one_transaction(*, writes: bool) -> Iterator[None]:
    """A transaction of its own, for work that must not hold up others: ended before and after, kept whole
    or not at all. One that only reads lets everybody write meanwhile, in an unsafe request too.
    """
    db.session.commit()
    said = _writing.set(writes)
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    finally:
        _writing.reset(said)
