"""A backup a day, kept for a week."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from models.backup.writing import BeingWritten, back_up
from models.database import db

BEFORE_TODAY = timedelta(days=6)
A_DAY = "20[0-9][0-9]-[01][0-9]-[0-3][0-9]"


def daily_backup(now: datetime, folder: Path | None) -> Path | None:
    """Make today's backup in `folder` if it is missing, and remove those that are a week old.

    Returns it where it was made. A day is one of the clock that `now` tells. Any number of processes may ask
    at the same moment: one of them does it. Raises BackupRefused or OSError where it cannot be made; then
    none is removed.
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
