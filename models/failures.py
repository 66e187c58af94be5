"""Classify errors of the database, for both engines."""

from __future__ import annotations

from enum import Enum, auto

from sqlalchemy.exc import DBAPIError


class Failure(Enum):
    DEADLOCK = auto()  # the request may be retried
    BUSY = auto()  # another transaction has held a lock for too long, or a statement took too long
    FULL = auto()  # disk full, or an I/O error
    READ_ONLY = auto()
    UNREACHABLE = auto()  # no connection; whether a commit was carried out is unknown


SQLITE = {
    "SQLITE_BUSY": Failure.BUSY,
    "SQLITE_FULL": Failure.FULL,
    "SQLITE_IOERR": Failure.FULL,
    "SQLITE_READONLY": Failure.READ_ONLY,
}
POSTGRESQL = {
    "40P01": Failure.DEADLOCK,
    "55P03": Failure.BUSY,
    "57014": Failure.BUSY,
    "53100": Failure.FULL,
    "58030": Failure.FULL,
    "25006": Failure.READ_ONLY,
}


def reason_of(error: DBAPIError) -> str:
    """The first line of the database's message. Neither SQLite nor PostgreSQL names a password in it."""
    return str(error.orig).partition("\n")[0].strip().rstrip(".")


def failure_of(error: DBAPIError) -> Failure | None:
    """The kind of failure; None for a programming error."""
    sqlite = getattr(error.orig, "sqlite_errorname", None) or ""
    kind = "_".join(sqlite.split("_")[:2])  # SQLITE_BUSY_SNAPSHOT is one of SQLITE_BUSY
    failure = SQLITE.get(kind) or POSTGRESQL.get(getattr(error.orig, "sqlstate", ""))
    if failure is None and (error.connection_invalidated or error.statement is None):
        return Failure.UNREACHABLE
    return failure
