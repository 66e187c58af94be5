"""One at a time where a lock of the database would not do: work of many transactions, by whatever process.

Whoever dies lets go, so that what is found half done then is certainly nobody's any more.
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
Taken = TypeVar("Taken")


class Busy(RuntimeError):
    """Somebody else is at it, and for longer than a reader waits."""


@contextmanager
def alone(what: uuid.UUID) -> Iterator[None]:
    """Nobody else is alone with the same, in this process or another; raises Busy.

    What the caller has begun is committed first: nobody waits here and keeps others waiting.
    """
    db.session.commit()
    if db.engine.dialect.name == "postgresql":
        with _advisory_lock(what):
            yield
        return
    file = sqlite_file()
    if file is None:
        yield
        return
    with _file_lock(Path(f"{file}.{what.hex}.lock")):
        yield


def sqlite_file() -> Path | None:
    """Where the database is a file of its own."""
    url = db.engine.url
    named = url.database if url.get_backend_name() == "sqlite" else None
    return Path(named) if named and named != ":memory:" else None


@contextmanager
def _advisory_lock(what: uuid.UUID) -> Iterator[None]:
    key = {"key": int.from_bytes(what.bytes[-8:], signed=True)}  # the end of an id is what differs
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        _waited_for(lambda: connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), key))
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), key)


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    """A file beside the database, which is there only as long as somebody holds it."""
    with _waited_for(lambda: _locked(path)):
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _waited_for(take: Callable[[], Taken | None]) -> Taken:
    """What was taken in the end; raises Busy."""
    for _try in range(TRIES):
        if taken := take():
            return taken
        time.sleep(PAUSE)
    raise Busy


def _locked(path: Path) -> IO[str] | None:
    """The file with the lock on it, if it is the one that others find there and not one just taken away."""
    file = path.open("w")
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
            return file
    file.close()
    return None
