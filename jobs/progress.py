"""How far a job is, written down once a second while it runs, so that whoever asks sees it move."""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, cast

from flask import Flask
from sqlalchemy import CursorResult
from sqlalchemy.exc import OperationalError

from models.database import db, writing
from models.jobs.job import Job, State

EVERY = 1.0  # seconds
logger = logging.getLogger(__name__)


class Stopped(Exception):
    """Somebody has asked to stop the job, or another process has it now."""


class Progress:
    """Use it as a context round the work, and call it between the steps. It may raise Stopped there."""

    def __init__(self, app: Flask, job: Job) -> None:
        self.app, self.job_id, self.run = app, job.id, job.runs
        self.done = self.whole = 0
        self.stopping = False
        self.woken = threading.Event()
        self.thread = threading.Thread(target=self._write_down_till_the_end, name="progress", daemon=True)

    def __call__(self, done: int, whole: int) -> None:
        self.done, self.whole = done, whole
        if self.stopping:
            raise Stopped

    def __enter__(self) -> Progress:
        self.thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.woken.set()
        self.thread.join()

    def _write_down_till_the_end(self) -> None:
        with self.app.app_context():
            while not self.woken.wait(EVERY):
                try:
                    self.stopping = not self._write_down()
                except OperationalError:  # the database is busy, or away for a moment
                    logger.warning("A job cannot tell how far it is.", exc_info=True)
                    db.session.rollback()

    def _write_down(self) -> bool:
        """Whether it may go on: it is still this run that has the job, and nobody wants it stopped."""
        mine = (Job.id == self.job_id, Job.runs == self.run, Job.state == State.RUNNING)
        told = {"done": self.done, "whole": self.whole, "alive_at": datetime.now(UTC)}
        with writing():
            updated = db.session.execute(db.update(Job).where(*mine).values(told))
            stopping = db.session.scalar(db.select(Job.stopping).where(Job.id == self.job_id))
            db.session.commit()
        return cast(CursorResult[Any], updated).rowcount == 1 and not stopping
