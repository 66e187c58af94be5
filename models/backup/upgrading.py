"""The backup before an upgrade from which only a backup leads back."""

from __future__ import annotations

from pathlib import Path

import click
from flask import current_app

from models.backup.files import BackupRefused
from models.backup.writing import back_up
from models.database import db
from models.migrating import NO_WAY_BACK, WrongRevision, revision


def back_up_before_upgrade(to: object) -> None:
    """Make a backup if a database with games is to be upgraded past NO_WAY_BACK, and say where it is.

    to: the revision wanted. Raise WrongRevision if none can be made, unless UPGRADE_WITHOUT_BACKUP is set.
    """
    found = revision()
    stays_before = isinstance(to, str) and to.isdigit() and to < NO_WAY_BACK
    if found is None or found >= NO_WAY_BACK or stays_before or not _has_games():
        return
    if current_app.config["UPGRADE_WITHOUT_BACKUP"]:
        return
    folder: Path = current_app.config["BACKUPS"] or Path(current_app.instance_path) / "backups"
    ending = "dump" if db.engine.dialect.name == "postgresql" else "sqlite3"
    file = folder / f"{Path(db.engine.url.database or '').stem}-before-{NO_WAY_BACK}.{ending}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        back_up(file, overwrite=True)
    except (BackupRefused, OSError) as why:
        raise WrongRevision(
            f"This upgrade rewrites every game, and no backup could be made before it: {why} Make one, then "
            "set UPGRADE_WITHOUT_BACKUP=1."
        ) from None
    click.echo(f"This upgrade rewrites every game. The database as it was is in {file}.", err=True)


def _has_games() -> bool:
    with db.engine.connect() as connection:
        return connection.scalar(db.text("SELECT 1 FROM sessions LIMIT 1")) is not None
