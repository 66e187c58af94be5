"""The worker runs each job once, survives failing jobs, and cleans up in between."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import OperationalError

from commands import worker
from commands.worker import POLL_SECONDS, RETRY_SECONDS, Worker, run_next_job
from models import Group, Job, db
from models.job import LEASE, JobState, claim_next, requeue_dead, stored_file
from models.purging import hide_group
from tests.jobs import enqueue, job, put, work_off
from tests.models.rows import row_counts
from tests.table import at_work, start
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8, Bo K"], is_over=True),
]


class Ended(BaseException):
    """Raised to end the endless loop of a worker."""


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(worker, "HEARTBEAT_SECONDS", 0.01)


def does(monkeypatch, work):
    """Replace jobs of kind "csv" by this function."""
    monkeypatch.setattr(worker, "WORK", {"csv": work})


def content(app, job_id):
    with at_work(app):
        return b"".join(stored_file(job_id))


def test_a_job_is_done_and_its_file_stored(app, table):
    job_id = enqueue(table)
    assert job(app, job_id).state == JobState.WAITING
    work_off(app)
    done = job(app, job_id)
    assert (done.state, done.runs, done.ended_at is not None) == (JobState.DONE, 1, True)
    assert content(app, job_id).decode("utf-8-sig").startswith("session_id,")
    assert done.result["bytes"] == len(content(app, job_id))


def test_two_workers_run_a_job_once(app, table, monkeypatch):
    begun = []
    does(monkeypatch, lambda job, _progress: begun.append(job.id) or {})
    job_id = enqueue(table)
    both = [threading.Thread(target=run_next_job, args=(app,)) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert begun == [job_id]


def test_a_failing_job_has_a_reason_and_does_not_stop_the_next(app, table, monkeypatch, caplog):
    def broken(_job, _progress):
        raise RuntimeError("".join(("An", "na")))

    does(monkeypatch, broken)
    job_id = enqueue(table)
    work_off(app)
    assert (job(app, job_id).state, job(app, job_id).reason) == (JobState.FAILED, "error")
    assert "in broken" in caplog.text
    assert "Anna" not in caplog.text  # the message may contain a name
    does(monkeypatch, lambda _job, _progress: {})
    second = enqueue(table)
    work_off(app)
    assert job(app, second).state == JobState.DONE


def test_running_out_of_memory_is_reported(app, table, monkeypatch):
    def huge(_job, _progress):
        raise MemoryError

    does(monkeypatch, huge)
    job_id = enqueue(table)
    work_off(app)
    assert job(app, job_id).reason == "out_of_memory"


@pytest.mark.usefixtures("quick")
def test_it_reports_progress(app, table, monkeypatch):
    seen = []

    def counting(own, progress):
        progress(300, 3000)
        wait_until(lambda: job(app, own.id).done)
        found = job(app, own.id)
        seen.append((found.state, found.done, found.whole))
        return {}

    does(monkeypatch, counting)
    enqueue(table)
    work_off(app)
    assert seen == [(JobState.RUNNING, 300, 3000)]


@pytest.mark.usefixtures("quick")
def test_a_cancelled_job_stops_at_its_next_step(app, table, monkeypatch):
    after = []

    def endless(own, progress):
        with at_work(app):
            db.session.get_one(Job, own.id).stop(table.clock.now())
            db.session.commit()
        wait_until(lambda: progress(1, 2))
        after.append("went on")

    does(monkeypatch, endless)
    job_id = enqueue(table)
    work_off(app)
    assert (job(app, job_id).state, after) == (JobState.STOPPED, [])


@pytest.mark.usefixtures("quick")
def test_a_run_that_lost_its_lease_ends_without_a_result(app, table, monkeypatch):
    def slow(own, progress):
        with at_work(app):  # another process claims it meanwhile
            db.session.get_one(Job, own.id).runs += 1
            db.session.commit()
        wait_until(lambda: progress(1, 2))

    does(monkeypatch, slow)
    job_id = enqueue(table)
    assert run_next_job(app)
    assert job(app, job_id).state == JobState.RUNNING


def test_a_job_whose_database_disconnects_is_left_for_the_next_run(app, table, monkeypatch):
    def cut_off(_job, _progress):
        raise OperationalError(None, None, OSError("the connection is closed"), connection_invalidated=True)

    does(monkeypatch, cut_off)
    job_id = enqueue(table)
    with pytest.raises(OperationalError):
        run_next_job(app)
    begun = job(app, job_id)
    assert begun.state == JobState.RUNNING
    with at_work(app):
        requeue_dead(begun.alive_at + 2 * LEASE, alone=False)
        db.session.commit()
    assert job(app, job_id).state == JobState.WAITING


def lose(app, table, job_id):
    """Its worker dies during the job."""
    with at_work(app):
        assert claim_next(table.clock.now()) == job_id
        db.session.commit()


def test_a_job_of_a_dead_worker_is_run_by_the_next(app, table):
    job_id = enqueue(table)
    lose(app, table, job_id)
    Worker(app).upkeep()
    assert run_next_job(app)
    assert (job(app, job_id).state, job(app, job_id).runs) == (JobState.DONE, 2)


def test_only_a_starting_worker_takes_over_running_jobs(app, table):
    started = Worker(app)
    started.upkeep()
    job_id = enqueue(table)
    with at_work(app):
        assert claim_next(datetime.now(UTC)) == job_id
        db.session.commit()
    started.upkeep()
    assert job(app, job_id).state == JobState.RUNNING


def test_with_several_machines_no_worker_takes_over_running_jobs(app_with):
    app = app_with(REDIS_URL="redis://127.0.0.1:1/0")
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    job_id = put(table, JobState.RUNNING, alive_at=datetime.now(UTC))
    Worker(app).upkeep()
    assert job(app, job_id).state == JobState.RUNNING


def test_data_hidden_by_a_request_is_deleted(app, table):
    with at_work(app):
        hide_group(db.session.get_one(Group, table.group_id))
        db.session.commit()
    Worker(app).upkeep()
    assert not any(row_counts(app).values())


@pytest.fixture
def table_without_backups(app_with):
    """A table whose database makes no backups."""
    return start(app_with(BACKUPS="0"), "derange", "Anna Bo").plays("Anna out, Bo 8").stops()


def test_it_polls_the_job_table(table_without_backups):
    pauses, job_ids = [], []

    def pause(seconds):
        pauses.append(seconds)
        if len(pauses) == 3:
            raise Ended
        job_ids.append(enqueue(table_without_backups, zone="UTC"))
        job_ids.append(enqueue(table_without_backups, zone="Europe/Rome"))

    with pytest.raises(Ended):
        Worker(table_without_backups.app).run(pause)
    assert pauses == [POLL_SECONDS] * 3
    assert [job(table_without_backups.app, job_id).state for job_id in job_ids] == [JobState.DONE] * 4


def test_a_failure_between_jobs_is_logged_without_message_and_retried(
    table_without_backups, monkeypatch, caplog
):
    pauses = []

    def broken(_at):
        raise RuntimeError("".join(("An", "na")))

    def pause(seconds):
        pauses.append(seconds)
        if len(pauses) == 2:
            raise Ended
        monkeypatch.undo()

    monkeypatch.setattr(worker, "claim_next", broken)
    job_id = enqueue(table_without_backups)
    with pytest.raises(Ended):
        Worker(table_without_backups.app).run(pause)
    assert pauses == [RETRY_SECONDS, POLL_SECONDS]
    assert job(table_without_backups.app, job_id).state == JobState.DONE
    assert "in broken" in caplog.text
    assert "Anna" not in caplog.text


def test_a_daily_backup_is_made_and_old_jobs_are_deleted(app_with, tmp_path):
    app = app_with(BACKUPS=str(tmp_path / "backups"))
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    _old, new = (
        put(table, JobState.DONE, ended_at=datetime.now(UTC) - timedelta(days=days)) for days in (2, 0)
    )
    Worker(app).tidy()
    Worker(app).tidy()
    assert [path.suffix for path in (tmp_path / "backups").iterdir()] == [".sqlite3"]
    with at_work(app):
        assert db.session.scalars(db.select(Job.id)).all() == [new]


def test_a_failed_backup_is_logged_and_stops_nothing(app_with, tmp_path, caplog):
    (tmp_path / "backups").write_text("in the way")
    Worker(app_with(BACKUPS=str(tmp_path / "backups"))).tidy()
    assert "Today’s backup could not be made" in caplog.text
