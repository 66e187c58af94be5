"""What a command does before it looks at the database, and a server before it starts."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

import click
from flask import current_app

from models.migrating import WrongRevision, prepare


def prepare_database() -> None:
    """The newest schema; where it cannot be had, the command ends in words."""
    try:
        prepare(current_app)
    except WrongRevision as error:
        raise click.ClickException(str(error)) from None


def prepare_metrics() -> None:
    """A folder that all processes of this server count into, where METRICS_FROM says that somebody asks.

    Named by this process; those of servers that are gone are cleared away.
    """
    if not current_app.config["METRICS_FROM"] or "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        return
    folders = Path(current_app.instance_path) / "metrics"
    folder = folders / str(os.getpid())
    for left in folders.glob("*"):
        if left == folder or not _is_running(left.name):
            shutil.rmtree(left)
    folder.mkdir(parents=True, mode=0o700)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _is_running(process: str) -> bool:
    with suppress(PermissionError):  # somebody else's
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, ValueError):
            return False
    return True
