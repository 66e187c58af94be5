"""A job is claimed once, in turn among groups, and again when its worker dies."""

import threading
import uuid
from datetime import timedelta
from io import BytesIO

import pytest

from models import Group, Job, db
from models.database import writing
from models.job import (
    LEASE,
    MAX_RUNS,
    PIECE_BYTES,
    RETENTION,
    JobState,
    claim_next,
    compressed_pieces,
    delete_expired,
    requeue_dead,
    store_file,
    stored_file,
)
from tests.databases import empty_tables
from tests.jobs import enqueue, job, put, work_off
from tests.table import at_work, start

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8, Bo K"], is_over=True),
]


def claim(app, at):
    with app.app_context(), writing():
        job_id = claim_next(at)
        db.session.commit()
        return job_id


def requeued(app, at, *, alone):
    """The jobs that are queued then."""
    with at_work(app):
        requeue_dead(at, alone=alone)
        db.session.commit()
        return db.session.scalars(db.select(Job.id).where(Job.state == JobState.WAITING)).all()


def test_an_identical_unfinished_job_is_enqueued_once(app, table):
    first = enqueue(table)
    assert enqueue(table) == first
    assert enqueue(table, language="sv") != first
    work_off(app)
    assert enqueue(table) != first


def test_a_form_sent_twice_makes_one_job_even_after_it_is_done(app, table):
    change_id = uuid.uuid4()
    first = enqueue(table, change_id=change_id)
    work_off(app)
    assert enqueue(table, change_id=change_id) == first


def test_of_many_workers_at_once_one_gets_a_job(app, table):
    job_ids = {enqueue(table, zone=zone) for zone in ("Europe/Paris", "Europe/Rome")}
    claimed, start = [], threading.Barrier(6)

    def worker():
        start.wait()
        claimed.append(claim(app, table.clock.now()))

    workers = [threading.Thread(target=worker) for _ in range(6)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert {job_id for job_id in claimed if job_id} == job_ids
    assert claimed.count(None) == 4


@pytest.mark.postgres
def test_on_postgresql_a_job_that_another_worker_is_claiming_is_skipped(postgres_app):
    """That worker has not committed yet: the next job is claimed without waiting."""
    empty_tables(postgres_app)
    table = start(postgres_app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    first, second = (enqueue(table, zone=zone) for zone in ("Europe/Paris", "Europe/Rome"))
    with_another = []
    other = threading.Thread(target=lambda: with_another.append(claim(postgres_app, table.clock.now())))
    with at_work(postgres_app):
        assert claim_next(table.clock.now()) == first
        other.start()
        other.join()
    assert with_another == [second]


def test_each_group_gets_its_turn_however_many_jobs_another_has(app, game, table):
    greedy = [enqueue(table, zone=zone) for zone in ("Europe/Stockholm", "Europe/Paris", "Europe/Rome")]
    modest = enqueue(game("derange", "Dan Eve Fay").plays("Fay out, Dan 8, Eve K").stops())
    at = table.clock.now()
    claimed = [claim(app, at + timedelta(seconds=n)) for n in range(5)]
    assert claimed == [greedy[0], modest, *greedy[1:], None]


def test_a_job_not_yet_started_stops_at_once(app, table):
    job_id = enqueue(table)
    with at_work(app):
        db.session.get_one(Job, job_id).stop(table.clock.now())
        db.session.commit()
    assert claim(app, table.clock.now()) is None
    assert (job(app, job_id).state, job(app, job_id).runs) == (JobState.STOPPED, 0)


def test_a_job_of_a_dead_worker_is_requeued_when_there_is_no_other_worker(app, table):
    job_id = enqueue(table)
    assert claim(app, table.clock.now()) == job_id
    assert requeued(app, table.clock.now(), alone=True) == [job_id]
    assert claim(app, table.clock.now()) == job_id
    assert job(app, job_id).runs == 2


def test_with_other_workers_a_job_is_dead_only_when_its_lease_has_ended(app, table):
    job_id = enqueue(table)
    at = table.clock.now()
    assert claim(app, at) == job_id
    assert requeued(app, at + LEASE, alone=False) == []
    assert requeued(app, at + LEASE + timedelta(seconds=1), alone=False) == [job_id]


def test_a_cancelled_job_stops_when_its_worker_dies(app, table):
    job_id = enqueue(table)
    assert claim(app, table.clock.now()) == job_id
    with at_work(app):
        db.session.get_one(Job, job_id).stop(table.clock.now())
        db.session.commit()
    assert requeued(app, table.clock.now(), alone=True) == []
    assert job(app, job_id).state == JobState.STOPPED


def test_a_job_that_kills_its_worker_each_time_fails(app, table):
    job_id = enqueue(table)
    for _ in range(MAX_RUNS):
        assert claim(app, table.clock.now()) == job_id
        requeued(app, table.clock.now(), alone=True)
    assert (job(app, job_id).state, job(app, job_id).reason) == (JobState.FAILED, "worker_died")


def test_a_job_and_its_file_are_deleted_after_a_day(app, table):
    ended = table.clock.now()
    job_id = put(table, JobState.DONE, ended_at=ended)
    for later, left in ((RETENTION - timedelta(minutes=1), True), (RETENTION + timedelta(minutes=1), False)):
        with at_work(app):
            delete_expired(ended + later)
            db.session.commit()
            assert (db.session.get(Job, job_id) is not None) == left
            assert b"".join(stored_file(job_id)) == (b"a,b" if left else b"")


@pytest.mark.parametrize("length", [3 * PIECE_BYTES + 7, 2 * PIECE_BYTES, 0])
def test_a_file_is_stored_byte_for_byte_and_a_second_run_replaces_it(app, table, length):
    job_id, content = put(table, JobState.RUNNING), bytes(n % 251 for n in range(length))
    with at_work(app):
        assert store_file(job_id, BytesIO(content)) == length
    with at_work(app):
        assert b"".join(stored_file(job_id)) == content


def test_a_file_to_read_is_stored_with_the_job(app, table):
    content = bytes(n % 251 for n in range(PIECE_BYTES + 1))
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        job_id = Job.enqueue(group, "read", {}, table.change_stamp(), compressed_pieces(BytesIO(content))).id
        assert b"".join(stored_file(job_id)) == content
