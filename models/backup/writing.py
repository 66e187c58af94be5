"""Make backups: under another name until they are complete and checked; one a day, kept for a week."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from models.backup import postgres, sqlite
from models.backup.files import BackupRefused, put
from models.database import db, sqlite_file

FOR_OWNER = 0o600
BEFORE_TODAY = timedelta(days=6)
A_DAY = "20[0-9][0-9]-[01][0-9]-[0-3][0-9]"


class BeingWritten(BackupRefused):
    """Another process is making the same backup."""


def back_up(file: Path, *, overwrite: bool = False) -> None:
    """Write a snapshot of the whole database to `file`, without blocking writers."""
    if file.exists() and not overwrite:
        raise BackupRefused(f"{file} exists already: use --overwrite to replace it.")
    with _draft(file) as draft:
        if db.engine.dialect.name == "postgresql":
            postgres.write(draft)
            found = postgres.revision_of(draft)
        else:
            sqlite.write(_database(), draft)
            found = sqlite.revision_of(draft)
        if found is None:
            raise BackupRefused("The database is empty.")


def daily_backup(now: datetime, folder: Path | None) -> Path | None:
    """Make today's backup in `folder` if it is missing, and delete those that are a week old.

    Return it if it was made. `now` decides the day. Any number of processes may call this at the same time:
    one of them makes it. Raise BackupRefused or OSError if it cannot be made; then none is deleted.
    """
    if folder is None:
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = Path(db.engine.url.database or "").stem
    ending = ".dump" if db.engine.dialect.name == "postgresql" else ".sqlite3"
    today = folder / f"{name}-{now.date()}{ending}"
    made = not today.exists()
    if made:
        try:
            back_up(today)
        except BeingWritten:
            return None
    oldest = f"{name}-{now.date() - BEFORE_TODAY}"
    backups = f"{name}-{A_DAY}{ending}"
    for path in (*folder.glob(backups), *folder.glob(f"{backups}.part*")):  # as one left that was broken off
        if path.name < oldest:
            path.unlink(missing_ok=True)
    return today if made else None


def _database() -> Path:
    database = sqlite_file()
    if database is None or not database.exists():
        raise BackupRefused("There is no database yet.")
    return database


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A temporary file with mode 600 that is renamed to `file` on success and deleted on an error."""
    draft = file.with_name(f"{file.name}.part")
    try:
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, FOR_OWNER)
    except OSError as error:
        raise BackupRefused(f"{draft} cannot be written: {error.strerror}.") from None
    try:
        _claim(descriptor, draft)
        os.fchmod(descriptor, FOR_OWNER)
        os.truncate(draft, 0)  # what an earlier one left that was broken off
        try:
            yield draft
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        put(draft, file)
    finally:
        os.close(descriptor)


def _claim(descriptor: int, draft: Path) -> None:
    """Somebody may be writing it, or have finished meanwhile: then this is a good backup by now."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_still_draft = os.path.samestat(os.fstat(descriptor), draft.stat())
    except (BlockingIOError, FileNotFoundError):
        is_still_draft = False
    if not is_still_draft:
        raise BeingWritten(f"{draft} is being written by another process.")
