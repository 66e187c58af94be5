"""Preparations of commands and of the server."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

import click
from flask import current_app

from models.migrating import WrongRevision, prepare


def prepare_database() -> None:
    """Upgrade the schema; ends the command with a message if that fails."""
    try:
        prepare(current_app)
    except WrongRevision as error:
        raise click.ClickException(str(error)) from None


def prepare_metrics() -> None:
    """Create a folder for the counters of all processes of this server, if METRICS_FROM is set.

    It is named after this process; folders of ended servers are deleted.
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
    with suppress(PermissionError):  # of another user
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, ValueError):
            return False
    return True
