"""`flask --app app work`: the process that carries out what takes long. `serve` starts it, too."""

from __future__ import annotations

import gc
import os
import resource

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from jobs.queue import Queue

NICENESS = 10  # tables come first
MOST_MEMORY = 2 * 1024**3  # bytes of addresses; a job that wants more fails, and harms nobody


@click.command(short_help="Run background jobs until interrupted.")
@with_appcontext
def work() -> None:
    """Run background jobs until interrupted. `serve` does this too."""
    work_until_ended(current_app)


def work_until_ended(app: Flask) -> None:
    """The same, for the process of a server."""
    os.nice(NICENESS)
    _limit_memory()
    gc.collect()
    gc.freeze()  # what is there now stays, and need not be looked through again and again
    queue: Queue = app.extensions["queue"]
    queue.carry_out_for_ever()


def _limit_memory() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (OSError, ValueError):  # macOS knows no such limit
        return
