"""Files of everything: how long the worker is at each, alone on its core."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from time import process_time
from typing import Any

from commands.worker import run_next_job
from models import Author, Group, Job, db
from models.database import new_id, writing
from tests.benchmarks.groups import Visit

ARGUMENTS = {"language": "en", "zone": "Europe/Stockholm"}
FILES = ("csv", "json", "xlsx")
Row = dict[str, Any]


def whole_file(visits: Sequence[Visit], kind: str) -> Row:
    """One kind of file, of each group; seconds of a core."""
    seconds, sizes = [], []
    for visit in visits:
        job_id = ask(visit, kind)
        begun = process_time()
        run_next_job(visit.app)
        seconds.append(process_time() - begun)
        with visit.app.app_context():
            sizes.append(db.session.get_one(Job, job_id).result["bytes"] / 1024**2)
    of_each = {f"{visit.size}, s": took for visit, took in zip(visits, seconds, strict=True)}
    return {"file": kind.upper(), **of_each, "MB": sizes}


def ask(visit: Visit, kind: str, name: str = "Everything") -> uuid.UUID:
    """The id of a job for a file of the group."""
    with visit.app.app_context(), writing():
        group = db.session.get_one(Group, visit.places["group"])
        author = Author(new_id(), "benchmark", datetime.now(UTC))
        job_id = Job.enqueue(group, kind, {**ARGUMENTS, "name": name}, author).id
        db.session.commit()
        return job_id
