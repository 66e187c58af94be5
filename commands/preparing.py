"""Preparations of commands and of the server."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from flask import current_app

from commands.refusing import Refused
from models.migrating import prepare


def prepare_database() -> None:
    """Upgrade the schema."""
    prepare(current_app)


def prepare_backups() -> None:
    """Create the folder for daily backups; ends the command with a message if it is not writable."""
    folder = current_app.config["BACKUPS"]
    if folder is None:
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        NamedTemporaryFile(dir=folder).close()
    except OSError as error:
        raise Refused(f"BACKUPS: the folder {folder} cannot be used: {error.strerror}.") from None


def prepare_metrics() -> None:
    """Create a folder for the counters of all processes of this server, if METRICS_FROM is set.

    It is named after this process; folders of ended servers are deleted.
    """
    if not current_app.config["METRICS_FROM"] or "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        return
    folders = Path(current_app.instance_path) / "metrics"
    folder = folders / str(os.getpid())
    for existing in folders.glob("*"):
        if existing == folder or not _is_running(existing.name):
            shutil.rmtree(existing)
    folder.mkdir(parents=True, mode=0o700)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _is_running(process: str) -> bool:
    with suppress(PermissionError):  # of another user
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, ValueError):
            return False
    return True
