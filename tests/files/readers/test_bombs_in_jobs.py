"""Decompression bombs and similar files that are uploaded are refused by the worker, which goes on."""

import json
import subprocess
import sys

import pytest

from forms import imports as form
from models import Job, db
from tests.files.importing.files import TOTALS
from tests.files.readers.test_bombs import BOMBS, PROJECT
from tests.sampling import chance_for, full_only, half_of_each_kind
from tests.table import at_work
from tests.views.files.importing.test_imports import upload
from tests.waiting import PATIENCE

MOST_MEGABYTES = 300  # the application is loaded too
GOOD = "a table"
WORKER = """
import json, resource, sys
sys.modules["numpy"] = None  # no server has it; here it came with pandas
from commands.worker import Worker, run_next_job
from files.importing.preview import Preview
from models import Group, Import, Job, db
from tests.databases import app_on
from views.files.import_page import why_not

def people_of(job):
    file = db.session.get(Import, job.id)
    preview = file and Preview(db.session.get_one(Group, job.group_id), file)
    return [match.name for match in preview.people] if preview else []

app = app_on(sys.argv[1])
worker = Worker(app)
worker.upkeep()
most = int(sys.argv[2]) * 1_000_000  # of memory of its own, beside what programs share
resource.setrlimit(resource.RLIMIT_DATA, (most, most))
while worker.step():
    pass
found = {}
with app.test_request_context("/"):
    for job in db.session.scalars(db.select(Job)):
        found[str(job.id)] = job.state, job.runs, job.reason, why_not(job), people_of(job)
print(json.dumps(found))
"""

pytestmark = [full_only, pytest.mark.phone("owner")]


@pytest.fixture(autouse=True)
def _every_import_is_a_job(monkeypatch):
    monkeypatch.setattr(form, "LONG_FILE_BYTES", 0)


def some_bombs():
    """Half of the names; all in a complete grid. test_bombs.py reads all of them."""
    return half_of_each_kind(BOMBS, type, chance_for("bombs in jobs"))


def upload_all(app, table, phone):
    """The names of the files, by the id of their job; the last one is good."""
    names = {}
    contents = {name: BOMBS[name][0]() for name in some_bombs()} | {GOOD: TOTALS}
    for name, content in contents.items():
        upload(phone, table, content if isinstance(content, bytes) else content.encode())
        names[phone.path.rpartition("/")[2]] = name
    with at_work(app):
        assert {str(job) for job in db.session.scalars(db.select(Job.id))} == names.keys()
    return names


def test_a_bomb_in_a_job_is_refused_and_the_worker_goes_on(app, table, phone):
    names = upload_all(app, table, phone)
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    worker = [sys.executable, "-c", WORKER, url, str(MOST_MEGABYTES)]
    ended = subprocess.run(worker, cwd=PROJECT, capture_output=True, check=True, text=True, timeout=PATIENCE)
    found = {names[job]: result for job, result in json.loads(ended.stdout).items()}
    assert found.pop(GOOD) == ["done", 1, "", "", ["Anna", "Bo"]]
    refused = {name: (state, runs, reason) for name, (state, runs, reason, _why, _people) in found.items()}
    assert refused == dict.fromkeys(some_bombs(), ("failed", 1, "unreadable"))
    assert [name for name, (*_rest, why, _people) in found.items() if not why] == []
    assert "Traceback" not in ended.stderr
