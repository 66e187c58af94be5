"""Running and creating jobs in tests."""

import uuid
from io import BytesIO
from typing import Any

from flask import Flask

from commands.worker import Worker, run_next_job
from models import ChangeStamp, Group, Job, db
from models.database import new_id
from models.job import JobState, store_file
from tests.table import Table, at_work

FILE = {"name": "Everything", "type": "text/csv", "bytes": 3}
EVERYTHING = {"name": "Everything", "language": "en", "zone": "Europe/Stockholm"}


def work_off(app: Flask) -> None:
    """Run all waiting jobs, and then the upkeep of the worker."""
    while run_next_job(app):
        pass
    Worker(app).upkeep()


def enqueue(
    table: Table, kind: str = "csv", change_id: uuid.UUID | None = None, **arguments: str
) -> uuid.UUID:
    """Enqueue an export of all sessions of the group, and return the id of the job."""
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        stamp = ChangeStamp(change_id or new_id(), "Anna’s phone", table.clock.now())
        job_id = Job.enqueue(group, kind, EVERYTHING | arguments, stamp).id
        db.session.commit()
    return job_id


def put(table: Table, state: JobState, **values: Any) -> uuid.UUID:
    """Add a job in this state, with a file of three letters."""
    with at_work(table.app):
        stamp = table.change_stamp()
        own = {"kind": "csv", "arguments": EVERYTHING, "by": stamp.by, "at": stamp.at, "result": {}}
        db.session.add(Job(id=stamp.change_id, group_id=table.group_id, state=state, **own | values))
        store_file(stamp.change_id, BytesIO(b"a,b"))
        return stamp.change_id


def job(app: Flask, job_id: uuid.UUID) -> Job:
    """The current state of the job, detached."""
    with at_work(app):
        found = db.session.get_one(Job, job_id)
        db.session.expunge(found)
        return found
