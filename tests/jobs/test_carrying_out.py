"""A job is done once, survives the process that had it, and can be stopped at every step."""

import threading
import uuid
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from jobs import carrying_out, progress
from jobs.carrying_out import carry_out_next
from models import Job, db
from models.jobs.file import PIECE, file_of, keep_file
from models.jobs.job import KEPT, LEASE, MOST_RUNS, State, forget_jobs, give_back_lost, next_of
from tests.jobs.waiting import ask, job, work_off
from tests.table import at_work
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8, Bo K"], is_over=True),
]


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(progress, "EVERY", 0.01)


def does(monkeypatch, work):
    """From now on a job of kind "csv" is this."""
    monkeypatch.setattr(carrying_out, "KINDS", {"csv": work})


def content(app, job_id):
    with at_work(app):
        return b"".join(file_of(job_id))


def test_what_rang_is_carried_out_and_its_file_kept(app, table):
    job_id = ask(table)
    assert job(app, job_id).state == State.WAITING
    work_off(app)
    done = job(app, job_id)
    assert (done.state, done.runs, done.ended_at is not None) == (State.DONE, 1, True)
    assert content(app, job_id).decode("utf-8-sig").startswith("session_id,")
    assert done.came["bytes"] == len(content(app, job_id))


def test_the_same_that_is_still_to_be_done_is_asked_for_once(app, table):
    first = ask(table)
    assert ask(table) == first
    assert ask(table, language="sv") != first
    work_off(app)
    assert ask(table) != first


def test_a_form_that_is_sent_twice_asks_once_even_when_it_is_done(app, table):
    change_id = uuid.uuid4()
    first = ask(table, change_id=change_id)
    work_off(app)
    assert ask(table, change_id=change_id) == first


def test_two_processes_that_are_woken_for_one_job_do_it_once(app, table, monkeypatch):
    begun = []
    does(monkeypatch, lambda job, _progress: begun.append(job.id) or {})
    job_id = ask(table)
    both = [threading.Thread(target=carry_out_next, args=(app,)) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert begun == [job_id]


def test_each_group_gets_its_turn_however_much_one_has_asked_for(app, game, table, monkeypatch):
    begun = []
    does(monkeypatch, lambda job, _progress: begun.append(job.id) or {})
    greedy = [ask(table, zone=zone) for zone in ("Europe/Stockholm", "Europe/Paris", "Europe/Rome")]
    modest = ask(game("derange", "Dan Eve Fay").plays("Fay out, Dan 8, Eve K").stops())
    work_off(app)
    assert begun == [greedy[0], modest, *greedy[1:]]


def test_what_breaks_says_so_and_keeps_nothing_from_the_next(app, table, monkeypatch, caplog):
    def broken(_job, _progress):
        raise RuntimeError("".join(("An", "na")))

    does(monkeypatch, broken)
    job_id = ask(table)
    work_off(app)
    assert (job(app, job_id).state, job(app, job_id).reason) == (State.FAILED, "broke")
    assert "in broken" in caplog.text
    assert "Anna" not in caplog.text  # what an error says may be a name
    does(monkeypatch, lambda _job, _progress: {})
    second = ask(table)
    work_off(app)
    assert job(app, second).state == State.DONE


def test_a_job_whose_database_goes_away_is_left_for_the_next_run(app, table, monkeypatch):
    def cut_off(_job, _progress):
        raise OperationalError(None, None, OSError("the connection is closed"), connection_invalidated=True)

    does(monkeypatch, cut_off)
    job_id = ask(table)
    work_off(app)
    assert job(app, job_id).state == State.RUNNING
    assert look(app, job(app, job_id).alive_at + 2 * LEASE, alone=False) == [job_id]


def test_what_is_too_much_for_the_memory_is_told(app, table, monkeypatch):
    def huge(_job, _progress):
        raise MemoryError

    does(monkeypatch, huge)
    job_id = ask(table)
    work_off(app)
    assert job(app, job_id).reason == "memory"


@pytest.mark.usefixtures("quick")
def test_it_tells_how_far_it_is(app, table, monkeypatch):
    seen = []

    def counting(own, progress):
        progress(300, 3000)
        wait_until(lambda: job(app, own.id).done)
        found = job(app, own.id)
        seen.append((found.state, found.done, found.whole))
        return {}

    does(monkeypatch, counting)
    ask(table)
    work_off(app)
    assert seen == [(State.RUNNING, 300, 3000)]


def test_what_nobody_has_begun_stops_at_once(app, table):
    job_id = ask(table)
    with at_work(app):
        db.session.get_one(Job, job_id).stop(table.clock.now())
        db.session.commit()
    work_off(app)
    assert (job(app, job_id).state, job(app, job_id).runs) == (State.STOPPED, 0)


@pytest.mark.usefixtures("quick")
def test_what_runs_stops_at_its_next_step(app, table, monkeypatch):
    after = []

    def endless(own, progress):
        with at_work(app):
            db.session.get_one(Job, own.id).stop(table.clock.now())
            db.session.commit()
        wait_until(lambda: progress(1, 2))
        after.append("went on")

    does(monkeypatch, endless)
    job_id = ask(table)
    work_off(app)
    assert (job(app, job_id).state, after) == (State.STOPPED, [])


def lose(app, table, job_id):
    """Its process dies in the middle."""
    with at_work(app):
        assert next_of(table.clock.now()) == job_id
        db.session.commit()


def look(app, at, *, alone):
    """What waits then."""
    with at_work(app):
        give_back_lost(at, alone=alone)
        db.session.commit()
        return db.session.scalars(db.select(Job.id).where(Job.state == State.WAITING)).all()


def test_a_job_whose_process_died_is_done_by_the_next(app, table):
    job_id = ask(table)
    lose(app, table, job_id)
    assert look(app, table.clock.now(), alone=True) == [job_id]
    assert carry_out_next(app)
    assert (job(app, job_id).state, job(app, job_id).runs) == (State.DONE, 2)


def test_beside_others_a_job_is_lost_only_when_nobody_has_heard_of_it_for_a_while(app, table):
    job_id = ask(table)
    lose(app, table, job_id)
    begun = job(app, job_id).alive_at
    assert look(app, begun + LEASE / 2, alone=False) == []
    assert look(app, begun + LEASE * 2, alone=False) == [job_id]


def test_a_job_that_kills_its_process_each_time_is_given_up(app, table):
    job_id = ask(table)
    for _ in range(MOST_RUNS):
        lose(app, table, job_id)
        look(app, table.clock.now(), alone=True)
    assert (job(app, job_id).state, job(app, job_id).reason) == (State.FAILED, "died")


@pytest.mark.usefixtures("quick")
def test_a_run_that_was_thought_dead_ends_without_a_word(app, table, monkeypatch):
    def slow(own, progress):
        with at_work(app):  # another process has it meanwhile
            db.session.get_one(Job, own.id).runs += 1
            db.session.commit()
        wait_until(lambda: progress(1, 2))

    does(monkeypatch, slow)
    job_id = ask(table)
    assert carry_out_next(app)
    assert job(app, job_id).state == State.RUNNING


def test_a_day_after_its_end_a_job_and_its_file_go(app, table):
    job_id = ask(table)
    work_off(app)
    ended = job(app, job_id).ended_at
    for later, left in ((KEPT - timedelta(minutes=1), True), (KEPT + timedelta(minutes=1), False)):
        with at_work(app):
            forget_jobs(ended + later)
            db.session.commit()
            assert (db.session.get(Job, job_id) is not None) == left
    assert content(app, job_id) == b""


def test_a_long_file_comes_back_byte_for_byte_and_a_second_run_replaces_it(app, table, tmp_path):
    job_id = ask(table)
    for length in (3 * PIECE + 7, 2 * PIECE, 0):
        written = (tmp_path / "file").open("w+b")
        with written as file, at_work(app):
            file.write(bytes(n % 251 for n in range(length)))
            assert keep_file(job_id, file) == length
        assert content(app, job_id) == bytes(n % 251 for n in range(length))
