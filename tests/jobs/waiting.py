"""Jobs in tests: carried out when a test says so, as the process beside the web servers would."""

import uuid
from io import BytesIO
from typing import Any

from flask import Flask

from models import Author, Group, Job, db
from models.database import new_id
from models.jobs.file import keep_file
from models.jobs.job import State
from tests.table import Table, at_work
from views.web.jobs import BELL

FILE = {"name": "Everything", "type": "text/csv", "bytes": 3}
EVERYTHING = {"name": "Everything", "language": "en", "zone": "Europe/Stockholm", "separator": ","}


def work_off(app: Flask) -> None:
    """Carry out whatever waits, as far as anybody rang for it."""
    huey = app.extensions["queue"].huey
    while (task := huey.dequeue()) is not None:
        huey.execute(task)


def ask(table: Table, kind: str = "csv", change_id: uuid.UUID | None = None, **asked: str) -> uuid.UUID:
    """The id of a job for everything of the table's group."""
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        author = Author(change_id or new_id(), "Anna’s phone", table.clock.now())
        job_id = Job.ask(group, kind, EVERYTHING | asked, author).id
        db.session.commit()
    table.app.extensions[BELL]()
    return job_id


def put(table: Table, state: State, **about: Any) -> uuid.UUID:
    """A job that stands like this, as if it had been carried out so far; a file of three letters with it."""
    with at_work(table.app):
        author = table.author()
        own = {"kind": "csv", "asked": EVERYTHING, "by": author.by, "at": author.at, "came": {}, **about}
        db.session.add(Job(id=author.change_id, group_id=table.group_id, state=state, **own))
        keep_file(author.change_id, BytesIO(b"a,b"))
        return author.change_id


def job(app: Flask, job_id: uuid.UUID) -> Job:
    """As it stands now, to look at."""
    with at_work(app):
        found = db.session.get_one(Job, job_id)
        db.session.expunge(found)
        return found
