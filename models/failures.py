"""What it means when the database does not do what it was told, whichever database it is."""

from __future__ import annotations

from enum import Enum, auto

from sqlalchemy.exc import DBAPIError


class Failure(Enum):
    KNOTTED = auto()  # two writers waited for each other, and one was ended: it may try again
    BUSY = auto()  # SQLite lets one write at a time, and somebody has been at it for longer than others wait
    FULL = auto()  # there is no room, or the disk does not take it
    READ_ONLY = auto()
    AWAY = auto()  # no connection, or none any more; whether a commit came through is not known


SQLITE = {
    "SQLITE_BUSY": Failure.BUSY,
    "SQLITE_FULL": Failure.FULL,
    "SQLITE_IOERR": Failure.FULL,
    "SQLITE_READONLY": Failure.READ_ONLY,
}
POSTGRESQL = {
    "40P01": Failure.KNOTTED,
    "53100": Failure.FULL,
    "58030": Failure.FULL,
    "25006": Failure.READ_ONLY,
}


def failure_of(error: DBAPIError) -> Failure | None:
    """None where it is a mistake of ours."""
    sqlite = getattr(error.orig, "sqlite_errorname", None) or ""
    kind = "_".join(sqlite.split("_")[:2])  # SQLITE_BUSY_SNAPSHOT is one of SQLITE_BUSY
    known = SQLITE.get(kind) or POSTGRESQL.get(getattr(error.orig, "sqlstate", ""))
    if known is None and (error.connection_invalidated or error.statement is None):
        return Failure.AWAY
    return known
