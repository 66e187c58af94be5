"""The queue between the pages that ask for work and the process that carries it out.

It only wakes that process: what is to be done stands in the database (models/jobs/job.py). So a queue that
loses everything, or cannot be reached for a while, delays a job by a minute and loses none.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from flask import Flask
from huey import Huey, MemoryHuey, RedisHuey, SqliteHuey, crontab
from huey.consumer import Consumer
from huey.serializer import SignedSerializer
from redis import ConnectionPool
from sqlalchemy import make_url

from jobs.carrying_out import carry_out_next
from models.backup import BackupRefused, daily_backup
from models.database import db, writing
from models.hidden import clear_up
from models.jobs.job import Job, State, forget_jobs, give_back_lost
from views.operations.health import ready_when
from views.operations.metrics import measure
from views.web.jobs import BELL

NAME = "turn-eight"
WITHIN = 3  # seconds; whoever asks for a job does not wait longer for Redis
LONGEST_NAP = 1.0  # seconds between two looks into the queue
logger = logging.getLogger(__name__)


class Queue:
    """The application's queue; nothing is opened before somebody rings."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    @cached_property
    def huey(self) -> Huey:
        huey = self._opened()
        self._ring = huey.task(name="work")(self.work)
        huey.periodic_task(crontab(), name="look")(self.look)
        self._tidy = huey.periodic_task(crontab(minute="7"), name="tidy")(self.tidy)
        return huey

    @property
    def is_shared(self) -> bool:
        """Whether other machines may carry out jobs of the same database."""
        return bool(self.app.config["REDIS_URL"])

    def answers(self) -> bool:
        """Whether the queue can be reached."""
        return int(self.huey.storage.queue_size()) >= 0  # raises where it cannot

    def waiting(self) -> float:
        """How many jobs wait."""
        return float(db.session.scalar(db.select(db.func.count()).where(Job.state == State.WAITING)) or 0)

    def ring(self) -> None:
        """Have what waits done soon."""
        try:
            self.huey  # noqa: B018 - opens it
            self._ring()
        except Exception:  # it is looked for every minute
            logger.warning("The queue does not answer.", exc_info=True)

    def work(self) -> None:
        """The next job, or where none waits: in steps, what others have left to do."""
        if carry_out_next(self.app):
            self.ring()  # and not at once: a signal to end comes in between
        else:
            with self.app.app_context():
                clear_up()

    def look(self, *, alone: bool = False) -> None:
        """Whether anything waits that nobody rang for, or that has lost its process."""
        with self.app.app_context(), writing():
            give_back_lost(datetime.now(UTC), alone=alone)
            db.session.commit()
        self.ring()

    def carry_out_for_ever(self) -> None:
        """Until SIGINT or SIGTERM."""
        self.look(alone=not self.is_shared)
        self.huey  # noqa: B018 - opens it
        self._tidy()
        Consumer(self.huey, workers=1, max_delay=LONGEST_NAP).run()

    def tidy(self) -> None:
        """Done every hour: what ended long ago goes, and the day gets its backup."""
        at = datetime.now(UTC)
        with self.app.app_context():
            with writing():
                forget_jobs(at)
                db.session.commit()
            try:
                daily_backup(at, self.app.config["BACKUPS"])
            except (BackupRefused, OSError) as why:
                logger.error("Today’s backup could not be made: %s", why)

    def _opened(self) -> Huey:
        signed = {"serializer": SignedSerializer(self.app.config["SECRET_KEY"]), "results": False}
        if self.app.config["REDIS_URL"]:
            within = {"socket_connect_timeout": WITHIN, "socket_timeout": WITHIN}
            pool = ConnectionPool.from_url(self.app.config["REDIS_URL"], **within)
            return RedisHuey(NAME, connection_pool=pool, **signed)
        if self.app.testing:
            return MemoryHuey(NAME, **signed)
        return SqliteHuey(NAME, filename=str(_file(self.app)), **signed)


def register(app: Flask) -> None:
    app.extensions["queue"] = queue = Queue(app)
    app.extensions[BELL] = queue.ring
    ready_when(app, "queue", queue.answers)
    measure(app, "turn_eight_jobs_waiting", "Jobs that wait for their turn", queue.waiting)


def _file(app: Flask) -> Path:
    """Beside the database where that is a file, else named after it."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() == "sqlite" and url.database:
        beside = Path(app.instance_path, url.database)
    else:
        beside = Path(app.instance_path, url.database or "database")
    file = beside.with_name(beside.name + ".queue")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    return file
