"""A backup a day, kept for a week."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from pathlib import Path

from models.backup.writing import BeingWritten, back_up
from models.database import db

KEPT = timedelta(days=7)
DAY = re.compile(r"-(\d{4}-\d\d-\d\d)$")


def daily_backup(now: datetime, folder: Path | None) -> Path | None:
    """Make today's backup in `folder` if it is missing, and remove those that are a week old.

    Returns it where it was made. A day is one of the clock that `now` tells. Any number of processes may ask
    at the same moment: one of them does it. Raises BackupRefused or OSError where it cannot be made; then
    none is removed.
    """
    if folder is None:
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = Path(db.engine.url.database or "")
    ending = ".dump" if db.engine.dialect.name == "postgresql" else ".sqlite3"
    today = folder / f"{database.stem}-{now.date()}{ending}"
    made = not today.exists()
    if made:
        try:
            back_up(today)
        except BeingWritten:
            return None
    for path in folder.glob(f"{database.stem}-*{ending}"):
        if _day(path, database.stem) <= now.date() - KEPT:
            path.unlink(missing_ok=True)
    return today if made else None


def _day(path: Path, name: str) -> date:
    """Which day's backup a file is; the last of all days where somebody called it otherwise."""
    told = DAY.fullmatch(path.stem.removeprefix(name))
    try:
        return date.fromisoformat(told[1]) if told else date.max
    except ValueError:
        return date.max
