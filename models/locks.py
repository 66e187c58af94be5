"""Exclusive locks across processes, for work that takes many transactions.

The lock of a process that dies is released, so that the next holder can clean up what it left.
"""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TypeVar

from sqlalchemy import text

from models.database import db

TRIES, PAUSE = 15, 0.1  # seconds; a page waits for it and has two
Handle = TypeVar("Handle")


class Locked(RuntimeError):
    """Another process holds the lock for longer than a request may wait."""


@contextmanager
def group_lock(group_id: uuid.UUID) -> Iterator[None]:
    """Hold an exclusive lock on `group_id` across processes. Raise Locked after 1.5 s.

    Commit the open transaction first, so that no database lock is held while waiting.
    """
    db.session.commit()
    if db.engine.dialect.name == "postgresql":
        with _advisory_lock(group_id):
            yield
        return
    file = sqlite_file()
    if file is None:
        yield
        return
    with _file_lock(Path(f"{file}.{group_id.hex}.lock")):
        yield


def sqlite_file() -> Path | None:
    """The path of a SQLite database; None for PostgreSQL and in-memory databases."""
    url = db.engine.url
    named = url.database if url.get_backend_name() == "sqlite" else None
    return Path(named) if named and named != ":memory:" else None


@contextmanager
def _advisory_lock(group_id: uuid.UUID) -> Iterator[None]:
    key = {"key": int.from_bytes(group_id.bytes[-8:], signed=True)}  # the end of an id is group_id differs
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        _acquire(lambda: connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), key))
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), key)


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    """A lock file next to the database, deleted when it is released."""
    with _acquire(lambda: _try_file_lock(path)):
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _acquire(take: Callable[[], Handle | None]) -> Handle:
    """Call `take` until it returns something; raise Locked after TRIES."""
    for _try in range(TRIES):
        if handle := take():
            return handle
        time.sleep(PAUSE)
    raise Locked


def _try_file_lock(path: Path) -> IO[str] | None:
    """Lock the file; None if it is locked, or was deleted by its holder meanwhile."""
    file = path.open("w")
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
            return file
    file.close()
    return None
