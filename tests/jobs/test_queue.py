"""What wakes the process for long work may be lost, and no job is."""

import logging

import pytest

from jobs.queue import Queue
from models.jobs.job import State
from tests.jobs.waiting import ask, job, work_off
from tests.table import at_work

pytestmark = pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8, Bo K"], is_over=True)


@pytest.fixture
def queue(app):
    return app.extensions["queue"]


def test_a_queue_that_lost_everything_finds_all_that_waits(app, table, queue):
    job_id = ask(table)
    queue.huey.flush()
    work_off(app)
    assert job(app, job_id).state == State.WAITING
    queue.look()
    work_off(app)
    assert job(app, job_id).state == State.DONE


def test_a_queue_out_of_reach_takes_the_job_all_the_same(app, table, queue, monkeypatch, caplog):
    caplog.set_level(logging.WARNING)
    monkeypatch.setitem(app.extensions, "bell", Queue(_out_of_reach(app)).ring)
    job_id = ask(table)
    assert job(app, job_id).state == State.WAITING
    assert "The queue does not answer." in caplog.text


def _out_of_reach(app):
    class Elsewhere:
        config = app.config | {"REDIS_URL": "redis://127.0.0.1:1/0"}
        testing = True

    return Elsewhere()


def test_the_queue_of_a_file_lies_beside_it_for_the_servers_user_alone(app_with, tmp_path):
    app = app_with(TESTING=False)
    queue = app.extensions["queue"]
    assert queue.answers()
    file = next(tmp_path.glob("*.queue"))
    assert file.name.startswith("other-0.sqlite3")
    assert file.stat().st_mode & 0o777 == 0o600


def test_how_many_wait_is_counted(app, table, queue):
    with at_work(app):
        assert queue.waiting() == 0
    ask(table)
    with at_work(app):
        assert queue.waiting() == 1


def test_every_hour_the_day_gets_its_backup_and_old_jobs_go(app_with, tmp_path):
    app = app_with(BACKUPS=str(tmp_path / "backups"))
    app.extensions["queue"].tidy()
    app.extensions["queue"].tidy()
    assert [path.suffix for path in (tmp_path / "backups").iterdir()] == [".sqlite3"]


def test_a_backup_that_cannot_be_made_is_told_and_stops_nothing(app_with, tmp_path, caplog):
    (tmp_path / "backups").write_text("in the way")
    app_with(BACKUPS=str(tmp_path / "backups")).extensions["queue"].tidy()
    assert "Today’s backup could not be made" in caplog.text


def test_what_somebody_else_put_there_is_not_read(app, queue, caplog):
    """Only what was signed with the server's key is."""
    queue.huey.storage.enqueue(b"cos\nsystem\n(S'true'\ntR.")
    with pytest.raises(ValueError, match=r"not found|mismatch"):
        work_off(app)
