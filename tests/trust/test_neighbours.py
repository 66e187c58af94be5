"""Nobody's long export or hostile file touches anybody else's table; and the export comes, whatever dies."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy.exc import OperationalError

from models import db
from models.jobs.job import State
from tests.serving.served import PROJECT
from tests.table import at_work
from tests.trust.histories import long_history
from tests.trust.remote import at_once
from tests.waiting import wait_until

pytestmark = pytest.mark.both_databases

BOMB = b"[" + b"[]," * 10_000_000 + b"[]]"
MOST_MEMORY = 300_000_000  # bytes
FOLLOWERS = 20
WRITE = "UPDATE players SET name = name"
REFUSED = "[role=alert]"
JOBS = "turn-eight: jobs"


@pytest.fixture(scope="module")
def years(place):
    """Tonight's table of a group that has met too often for a file of everything while somebody waits."""
    return long_history(place.app)


@pytest.fixture
def phone(place, years):
    return place.phone(years)


def test_a_file_is_there_in_the_end_though_its_process_was_killed(place, years, phone):
    for _ in range(5):
        address = phone.ask_for(years, "json")
        place.job(address, State.RUNNING, State.DONE)
        for process in place.served.processes(JOBS):
            process.kill()
        done = place.job(address, State.DONE)
        if done.runs > 1:  # else it was done before it was killed
            break
    assert done.runs == 2
    phone.get(f"{address}/file")
    assert told(phone.answer.data) == told(exported(place, years))


def told(document):
    return {name: part for name, part in json.loads(document).items() if name != "exported_at"}


def exported(place, table):
    command = [sys.executable, "-m", "flask", "--app", "app", "export", str(table.group_id)]
    env = os.environ | {"DATABASE_URL": place.url}
    return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, check=True).stdout


def test_what_two_ask_for_at_the_same_moment_is_one_job_and_can_be_stopped(place, years, phone):
    with suspended(place):
        phones = [phone, phone.other()]
        answers = at_once(phones, [each.wish(years, "csv") for each in phones])
        [address] = {answer.headers["Location"] for answer in answers}
        phone.get(address)
        phone.submit("/stop")
    phone.get(address)
    assert "stopped" in phone.page.words
    assert place.job(address).runs == 0


@contextmanager
def suspended(place):
    """The process for long work does nothing."""
    processes = place.served.processes(JOBS)
    assert processes
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            process.resume()


def test_while_everything_is_exported_twenty_phones_follow_and_one_saves(place, years, phone):
    """The export stands still in its middle: whoever waits for it now waits for ever."""
    table = place.table()
    keeper = place.phone(table)
    followers = [phone.other() for _ in range(FOLLOWERS)]
    with in_the_middle_of_an_export(place, years, phone) as half_done:
        asked_for = [phone.ask_for(years, kind) for kind in ("xlsx", "csv")]
        with ThreadPoolExecutor(FOLLOWERS) as threads:
            seen = threads.map(lambda each: each.get(years.path), followers)
            for number in (1, 2, 3):
                assert keeper.send(keeper.round(table.path, number, Anna=12, Bo=20)).status_code == 303
        assert len(list(seen)) == FOLLOWERS
        assert place.job(half_done).state == State.RUNNING
    assert [place.job(address, State.DONE).runs for address in (half_done, *asked_for)] == [1, 1, 1]


@contextmanager
def in_the_middle_of_an_export(place, table, phone):
    """The address of its job. Not while it notes how far it is: that is over in a moment."""
    for _ in range(10):
        address = phone.ask_for(table, "json")
        place.job(address, State.RUNNING, State.DONE)
        with suspended(place):
            if place.job(address).state == State.RUNNING and can_write(place):
                yield address
                return
        place.job(address, State.DONE)
    pytest.fail("Nobody writes while a file is made")


def can_write(place):
    with at_work(place.app):
        try:
            db.session.execute(db.text(WRITE))
        except OperationalError:
            return False
        finally:
            db.session.rollback()
    return True


def test_a_bomb_is_refused_in_words_and_nobody_else_hears_it(place):
    """Only the process for long work looks at it."""
    stranger = place.stranger()
    stranger.get("/new/derange")
    stranger.submit("#new-game", {"name": ["Eve", "Mallory", "Trent"]})
    stranger.get(f"{stranger.path.partition('/sessions')[0]}/arrivals")
    action, _method, fields = stranger.filled("form[enctype]")
    upload = {**fields, "file": (io.BytesIO(BOMB), "history.json")}
    table = place.table()
    other = place.phone(table, "watcher")
    with watched(place) as most:
        with suspended(place):
            brought = stranger.post(action, upload, Sec_Fetch_Site="same-origin")
            assert not brought.select(REFUSED)
            for _ in range(4):
                other.get(table.path)
        refused = refusal_of(stranger)
    assert max(most.values()) < MOST_MEMORY
    assert "expected an object" in refused.words


def refusal_of(phone):
    """The page that says what became of its file."""
    wait_until(lambda: phone.get(phone.path).select(REFUSED), lambda: phone.page.words)
    return phone.page


@contextmanager
def watched(place):
    """By how many bytes each process of the server has grown at most, filled in meanwhile."""
    processes = place.served.processes()
    before = {process.pid: process.memory_info().rss for process in processes}
    grown = dict.fromkeys(before, 0)
    over = threading.Event()

    def watch():
        while not over.wait(0.02):
            for process in processes:
                rss = process.memory_info().rss
                grown[process.pid] = max(grown[process.pid], rss - before[process.pid])

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield grown
    finally:
        over.set()
        watcher.join()
