"""Exports made by jobs: enqueue, progress, stop, retry, download."""

import pytest

from commands import worker
from files.export.formats import formats_of
from models import Job, db
from models.job import JobState
from tests.jobs import enqueue, job, work_off
from tests.table import at_work
from views.files import exports

pytestmark = [pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], is_over=True), pytest.mark.phone("scorer")]


@pytest.fixture
def long_history(monkeypatch):
    """Every export of a session is made by a job."""
    monkeypatch.setattr(exports, "MAX_SESSIONS_PER_REQUEST", 0)


def enqueue_export(phone, table, kind):
    phone.get(f"{table.group_path}/export")
    return phone.submit("/jobs", button=f"kind={kind}")


def test_a_short_history_needs_no_job(table, phone):
    page = phone.get(f"{table.group_path}/export")
    assert f"{table.group_path}/export/rounds.csv" in page.hrefs()
    assert "take a moment" not in page.text


@pytest.mark.usefixtures("long_history")
@pytest.mark.parametrize("kind", formats_of("group"))
def test_the_file_of_a_job_can_be_downloaded_when_it_is_ready(app, table, phone, kind):
    page = enqueue_export(phone, table, kind)
    assert "It waits for its turn." in page.text
    assert page.select("noscript meta[http-equiv=refresh]")
    work_off(app)
    page = phone.get(phone.path)
    assert "The file is ready: 0.1" in page.text
    assert not page.select("noscript")
    phone.get(f"{phone.path}/file")
    assert phone.answer.headers["Content-Disposition"].endswith(f"all%20nights.{kind}")
    assert len(phone.answer.data) == int(phone.answer.headers["Content-Length"]) > 0


@pytest.mark.usefixtures("long_history")
def test_the_file_of_a_job_equals_the_direct_download(app, table, phone, monkeypatch):
    enqueue_export(phone, table, "csv")
    work_off(app)
    phone.get(f"{phone.path}/file")
    made = phone.answer.data
    monkeypatch.setattr(exports, "MAX_SESSIONS_PER_REQUEST", 200)
    phone.get(f"{table.group_path}/export/rounds.csv")
    assert phone.answer.data == made


@pytest.mark.usefixtures("long_history")
def test_the_address_of_a_file_redirects_to_the_page_of_exports(table, phone):
    phone.get(f"{table.group_path}/export/rounds.csv")
    assert phone.path == f"{table.group_path}/export"


@pytest.mark.usefixtures("long_history")
def test_the_job_is_listed_on_the_page_of_exports(app, table, phone):
    enqueue_export(phone, table, "csv")
    path = phone.path
    page = phone.get(f"{table.group_path}/export")
    assert "waits for its turn" in page.text
    work_off(app)
    page = phone.get(f"{table.group_path}/export")
    assert page.select(f"a[href='{path}']")
    assert "ready" in page.text


def test_progress_is_a_fragment_with_304_until_it_changes(app, table, phone):
    job_id = enqueue(table)
    path = f"{table.group_path}/jobs/{job_id}"
    headers = {"X-Fragment": "1"}
    phone.client.get(path, headers=headers)
    first = phone.client.get(path, headers=headers)
    assert first.text.startswith("<p role=")
    headers["If-None-Match"] = first.headers["ETag"]
    assert phone.client.get(path, headers=headers).status_code == 304
    with at_work(app):
        running = db.session.get_one(Job, job_id)
        running.state, running.done, running.whole = JobState.RUNNING, 1200, 3000
        db.session.commit()
    second = phone.client.get(path, headers=headers)
    assert second.status_code == 200
    assert "1,200 of 3,000 games" in second.text
    assert '<progress max="3000" value="1200"' in second.text


def test_a_job_can_be_stopped_and_retried(app, table, phone):
    job_id = enqueue(table)
    phone.get(f"{table.group_path}/jobs/{job_id}")
    page = phone.submit(button="Stop it")
    assert "It was stopped." in page.text
    work_off(app)
    assert job(app, job_id).runs == 0
    phone.submit(button="Try again")
    assert phone.path != f"{table.group_path}/jobs/{job_id}"
    work_off(app)
    assert "The file is ready" in phone.get(phone.path).text


def test_a_failure_has_a_message(app, table, phone, monkeypatch):
    def broken(_job, _progress):
        raise RuntimeError("secret")

    monkeypatch.setattr(worker, "WORK", {"csv": broken})
    job_id = enqueue(table)
    work_off(app)
    page = phone.get(f"{table.group_path}/jobs/{job_id}")
    assert "The file could not be made." in page.text
    assert "secret" not in page.text
    phone.get(f"{table.group_path}/jobs/{job_id}/file", status=404)


def test_an_unknown_kind_of_file_is_refused(table, phone):
    phone.get(f"{table.group_path}/settings", status=403)
    token = phone.token()
    phone.post(f"{table.group_path}/jobs", {"kind": "exe", "csrf_token": token}, status=400)
