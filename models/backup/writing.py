"""Making a backup: under another name until it is whole and has been looked through."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from models.alone import sqlite_file
from models.backup import postgres, sqlite
from models.backup.files import put
from models.backup.refused import BackupRefused
from models.database import db

FOR_OWNER = 0o600


class BeingWritten(BackupRefused):
    """Somebody else makes the same backup right now."""


def back_up(file: Path, *, overwrite: bool = False) -> None:
    """Write the whole database, as it is at one moment, to `file`; nobody waits for it meanwhile."""
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


def _database() -> Path:
    database = sqlite_file()
    if database is None or not database.exists():
        raise BackupRefused("There is no database yet.")
    return database


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A file for its owner alone, which becomes `file` when all went well and is gone when not."""
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
