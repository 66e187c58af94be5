"""Command `work`: the worker, which runs background jobs. `serve` starts one, too.

It polls the job table and runs one job at a time. Between jobs it maintains the database.
"""

from __future__ import annotations

import gc
import logging
import os
import resource
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import click
from flask import Flask, current_app
from flask.cli import with_appcontext
from sqlalchemy.exc import DBAPIError, OperationalError

from commands.preparing import prepare_database
from files.export.formats import EXPORT_JOBS
from files.importing.jobs import IMPORT_JOBS
from models.backup import BackupRefused, daily_backup
from models.database import db, writing
from models.failures import Failure, failure_of
from models.job import (
    Job,
    JobRefused,
    JobState,
    claim_next,
    delete_expired,
    heartbeat,
    requeue_dead,
    update_run,
)
from models.progress import Progress
from models.purging import purge_hidden
from models.recycle_bin import purge_expired
from serving.stack import stack_of

WORK: Mapping[str, Callable[[Job, Progress], dict[str, Any]]] = {**EXPORT_JOBS, **IMPORT_JOBS}
NICENESS = 10  # tables come first
MAX_MEMORY_BYTES = 2 * 1024**3  # of addresses; a job that needs more fails alone
POLL_SECONDS = 1.0  # between two looks at the job table
RETRY_SECONDS = 10.0  # after a failure
HEARTBEAT_SECONDS = 1.0
UPKEEP_SECONDS, TIDYING_SECONDS = 10.0, 3600.0

logger = logging.getLogger(__name__)


@click.command(short_help="Run background jobs until interrupted.")
@with_appcontext
def work() -> None:
    """Run background jobs until interrupted. `serve` starts this process too."""
    prepare_database()
    run_worker(current_app)


def run_worker(app: Flask) -> None:
    """Run until a signal ends the process; the next worker requeues an unfinished job."""
    os.nice(NICENESS)
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MAX_MEMORY_BYTES, hard)
    with suppress(OSError, ValueError):  # macOS knows no such limit
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    gc.collect()
    gc.freeze()  # what is there now stays, and need not be looked through again and again
    Worker(app).run()


class Worker:
    """Runs jobs one by one, and maintenance between them."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        # Where no other machine serves the same database (docs/server.md), a job that runs when the worker
        # starts is one whose worker has died. Otherwise that shows when its lease ends.
        self.takes_over = not app.config["REDIS_URL"]
        self.upkeep_at = self.tidying_at = time.monotonic()

    def run(self, pause: Callable[[float], None] = time.sleep) -> None:
        """Run forever. pause: sleeps for a number of seconds."""
        while True:
            try:
                had_job = self.step()
            except Exception as error:
                logger.error("The worker could not go on; it tries again.\n%s", stack_of(error))
                pause(RETRY_SECONDS)
            else:
                if not had_job:
                    pause(POLL_SECONDS)

    def step(self) -> bool:
        """Run maintenance that is due and the next job. Return whether there was one."""
        if time.monotonic() >= self.upkeep_at:
            self.upkeep_at = time.monotonic() + UPKEEP_SECONDS
            self.upkeep()
        had_job = run_next_job(self.app)
        if time.monotonic() >= self.tidying_at:
            self.tidying_at = time.monotonic() + TIDYING_SECONDS
            self.tidy()
        return had_job

    def upkeep(self) -> None:
        """Requeue jobs of dead workers and complete unfinished work of requests and dead processes."""
        with self.app.app_context():
            with writing():
                requeue_dead(datetime.now(UTC), alone=self.takes_over)
                db.session.commit()
            self.takes_over = False
            purge_hidden()

    def tidy(self) -> None:
        """Delete expired jobs and expired contents of recycle bins, and make the daily backup."""
        at = datetime.now(UTC)
        with self.app.app_context():
            purge_expired(at)
            purge_hidden()
            with writing():
                delete_expired(at)
                db.session.commit()
            try:
                daily_backup(at, self.app.config["BACKUPS"])
            except (BackupRefused, OSError) as error:
                logger.error("Today’s backup could not be made: %s", error)


def run_next_job(app: Flask) -> bool:
    """Run the job whose turn it is. Return whether there was one."""
    with app.app_context():
        with writing():
            job_id = claim_next(datetime.now(UTC))
            db.session.commit()
        if job_id is None:
            return False
        job = db.session.get_one(Job, job_id)
        run = job.runs
        state, result = _outcome(app, job)
        with writing():
            update_run(job_id, run, state=state, result=result, ended_at=datetime.now(UTC))
            db.session.commit()
        return True


def _outcome(app: Flask, job: Job) -> tuple[JobState, dict[str, Any]]:
    try:
        with Heartbeat(app, job) as progress:
            return JobState.DONE, WORK[job.kind](job, progress)
    except Stopped:
        return JobState.STOPPED, {}
    except JobRefused as refused:
        return JobState.FAILED, refused.result
    except MemoryError:
        return JobState.FAILED, {"reason": "out_of_memory"}
    except Exception as error:
        if isinstance(error, DBAPIError) and failure_of(error) == Failure.UNREACHABLE:
            raise  # its end cannot be recorded either: it is requeued
        logger.error("A job (%s) failed.\n%s", job.kind, stack_of(error))
        return JobState.FAILED, {"reason": "error"}
    finally:
        db.session.rollback()


class Stopped(Exception):
    """A user has stopped the job, or another worker runs it."""


class Heartbeat:
    """Renews the lease of a job each second while it runs, with its progress.

    A context around the work, which calls it between its steps: it may raise Stopped there.
    """

    def __init__(self, app: Flask, job: Job) -> None:
        self.app, self.job_id, self.run = app, job.id, job.runs
        self.done = self.whole = 0
        self.stopping = False
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def __call__(self, done: int, whole: int) -> None:
        self.done, self.whole = done, whole
        if self.stopping:
            raise Stopped

    def __enter__(self) -> Heartbeat:
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.ended.set()
        self.thread.join()

    def _beat(self) -> None:
        with self.app.app_context():
            while not self.ended.wait(HEARTBEAT_SECONDS):
                try:
                    with writing():
                        goes_on = heartbeat(self.job_id, self.run, self.done, self.whole, datetime.now(UTC))
                        db.session.commit()
                    self.stopping = not goes_on
                except OperationalError:  # the database is busy, or away for a moment
                    logger.warning("The progress of a job cannot be recorded.", exc_info=True)
                    db.session.rollback()
