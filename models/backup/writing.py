"""Make backups: under another name until they are complete and checked. One a day, kept for a week; and one
before an upgrade from which only a backup leads back.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import click
from flask import current_app

from models.backup import postgres, sqlite
from models.backup.files import BackupRefused, put
from models.database import db
from models.migrating import NO_WAY_BACK, WrongRevision, revision

OWNER_ONLY = 0o600
A_DAY = "20[0-9][0-9]-[01][0-9]-[0-3][0-9]"


class BeingWritten(BackupRefused):
    """Another process is making the same backup."""


def back_up(file: Path, *, overwrite: bool = False) -> None:
    """Write a snapshot of the whole database to `file`, without blocking writers."""
    if file.exists() and not overwrite:
        raise BackupRefused(f"{file} exists already: use --overwrite to replace it.")
    engine = postgres if db.engine.dialect.name == "postgresql" else sqlite
    with _draft(file) as draft:
        engine.write(draft)
        if engine.revision_of(draft) is None:
            raise BackupRefused("The database is empty.")


def daily_backup(now: datetime, folder: Path | None) -> Path | None:
    """Make today's backup in `folder` if it is missing, and delete those that are a week old.

    Return it if it was made. `now` decides the day. Any number of processes may call this at the same time:
    one of them makes it. Raise BackupRefused or OSError if it cannot be made; then none is deleted.
    """
    if folder is None:
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    today = folder / _file_name(str(now.date()))
    is_missing = not today.exists()
    if is_missing:
        try:
            back_up(today)
        except BeingWritten:
            return None
    oldest, any_day = _file_name(str(now.date() - timedelta(days=6))), _file_name(A_DAY)
    for path in (*folder.glob(any_day), *folder.glob(f"{any_day}.part*")):  # .part: of an interrupted backup
        if path.name < oldest:
            path.unlink(missing_ok=True)
    return today if is_missing else None


def back_up_before_upgrade(to: object) -> None:
    """Make a backup if a database with games is to be upgraded past NO_WAY_BACK, and say where it is.

    to: the revision wanted. Raise WrongRevision if none can be made, unless UPGRADE_WITHOUT_BACKUP is set.
    """
    present = revision()
    stays_before = isinstance(to, str) and to.isdigit() and to < NO_WAY_BACK
    if present is None or present >= NO_WAY_BACK or stays_before:
        return
    with db.engine.connect() as connection:
        has_games = connection.scalar(db.text("SELECT 1 FROM sessions LIMIT 1")) is not None
    if not has_games or current_app.config["UPGRADE_WITHOUT_BACKUP"]:
        return
    folder: Path = current_app.config["BACKUPS"] or Path(current_app.instance_path) / "backups"
    file = folder / _file_name(f"before-{NO_WAY_BACK}")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        back_up(file, overwrite=True)
    except (BackupRefused, OSError) as why:
        raise WrongRevision(
            f"This upgrade rewrites every game, and no backup could be made before it: {why} Make one, then "
            "set UPGRADE_WITHOUT_BACKUP=1."
        ) from None
    click.echo(f"This upgrade rewrites every game. The database as it was is in {file}.", err=True)


def _file_name(label: str) -> str:
    ending = "dump" if db.engine.dialect.name == "postgresql" else "sqlite3"
    return f"{Path(db.engine.url.database or '').stem}-{label}.{ending}"


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A temporary file with mode 600 that is renamed to `file` on success and deleted on an error.

    Raise BeingWritten if another process has it, or has just renamed it: then `file` is a good backup.
    """
    draft = file.with_name(f"{file.name}.part")
    try:
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, OWNER_ONLY)
    except OSError as error:
        raise BackupRefused(f"{draft} cannot be written: {error.strerror}.") from None
    with os.fdopen(descriptor, "r+b") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_still_draft = os.path.samestat(os.fstat(descriptor), draft.stat())
        except (BlockingIOError, FileNotFoundError):
            is_still_draft = False
        if not is_still_draft:
            raise BeingWritten(f"{draft} is being written by another process.")
        os.fchmod(descriptor, OWNER_ONLY)
        opened.truncate(0)  # the content of an interrupted backup
        try:
            yield draft
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        put(draft, file)
