"""One at a time where a lock of the database would not do: work of many transactions, by whatever process.

Whoever dies lets go, so that what is found half done then is certainly nobody's any more.
"""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy import text

from models.database import db

TRIES, PAUSE = 50, 0.1  # seconds


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
        for _try in range(TRIES):
            if connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), key):
                break
            time.sleep(PAUSE)
        else:
            raise Busy
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), key)


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    """A file beside the database, which is there only as long as somebody holds it."""
    for _try in range(TRIES):
        file = path.open("w")
        if _is_ours(file, path):
            break
        file.close()
        time.sleep(PAUSE)
    else:
        raise Busy
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        file.close()


def _is_ours(file: IO[str], path: Path) -> bool:
    """Whether the lock is taken, and on the file that others find there, not on one just taken away."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.fstat(file.fileno()).st_ino == path.stat().st_ino
    except OSError:
        return False
