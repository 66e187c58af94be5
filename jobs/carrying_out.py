"""One job from its begin to its end, whatever comes of it."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from flask import Flask
from sqlalchemy.exc import DBAPIError

from jobs import imports
from jobs.exports import export
from jobs.progress import Progress, Stopped
from models.database import db, writing
from models.failures import Failure, failure_of
from models.jobs.job import Job, Refused, State, next_of
from serving.stack import stack_of

Work = Callable[[Job, Progress], dict[str, Any]]  # gives what came of it
KINDS: Mapping[str, Work] = {
    "csv": export,
    "json": export,
    "xlsx": export,
    "read": imports.read,
    "gather": imports.gather,
    "apply": imports.apply,
    "revert": imports.revert,
}

logger = logging.getLogger(__name__)


def carry_out_next(app: Flask) -> bool:
    """Do what is next, if anything waits that nobody else does already; whether it was so."""
    with app.app_context():
        with writing():
            job_id = next_of(datetime.now(UTC))
            db.session.commit()
        if job_id is None:
            return False
        job = db.session.get_one(Job, job_id)
        run = job.runs
        state, came = _outcome(app, job)
        _end(job_id, run, state, came)
        return True


def _outcome(app: Flask, job: Job) -> tuple[State, dict[str, Any]]:
    try:
        with Progress(app, job) as progress:
            return State.DONE, KINDS[job.kind](job, progress)
    except Stopped:
        return State.STOPPED, {}
    except Refused as why:
        return State.FAILED, why.came
    except DBAPIError as error:
        if failure_of(error) == Failure.AWAY:  # then its end could not be told either: it is begun once more
            raise
        return _broken(job, error)
    except MemoryError:
        return State.FAILED, {"reason": "memory"}
    except Exception as error:
        return _broken(job, error)
    finally:
        db.session.rollback()


def _broken(job: Job, error: Exception) -> tuple[State, dict[str, Any]]:
    logger.error("A job (%s) failed.\n%s", job.kind, stack_of(error))
    return State.FAILED, {"reason": "broke"}


def _end(job_id: uuid.UUID, run: int, state: State, came: dict[str, Any]) -> None:
    """Unless another run has it now, or its group is gone."""
    mine = (Job.id == job_id, Job.runs == run, Job.state == State.RUNNING)
    ended = {"state": state, "came": came, "ended_at": datetime.now(UTC)}
    with writing():
        db.session.execute(db.update(Job).where(*mine).values(ended))
        db.session.commit()
