"""Nobody's long export or hostile file touches anybody else's table; and the export comes, whatever dies."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from benchmarks.served import ask_at_once, request_of
from models.jobs.job import State
from tests.phone import COOKIE
from tests.serving.served import PROJECT
from tests.trust.histories import long_history
from tests.trust.remote import at_once

pytestmark = pytest.mark.both_databases

PROMPT = 2  # seconds in which every other phone has its answer
BOMB = b"[" + b"[]," * 10_000_000 + b"[]]"
REFUSED_WITHIN = 6  # seconds; half of that where nothing else runs
MOST_MEMORY = 300_000_000  # bytes
POLLS = 20
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
    return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, check=True, timeout=60).stdout


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
    table = place.table()
    keeper = place.phone(table)
    with ThreadPoolExecutor(1) as threads:
        following = poll(phone, years)
        polls = threads.submit(ask_at_once, place.served.port, following, POLLS, seconds=4, every=0.5)
        waits, addresses = [], []
        for kind in ("xlsx", "csv", "json"):
            sent = phone.wish(years, kind)
            addresses.append(timed(waits, phone, sent).headers["Location"])
        for number in range(1, 100):
            if polls.done():
                break
            timed(waits, keeper, keeper.round(table.path, number, Anna=12, Bo=20))
            time.sleep(0.1)
    assert max(waits) < PROMPT
    assert max(polls.result()) < PROMPT
    assert [place.job(address, State.DONE).runs for address in addresses] == [1, 1, 1]


def timed(waits, phone, sent):
    begun = time.monotonic()
    answer = phone.send(sent)
    waits.append(time.monotonic() - begun)
    assert answer.status_code == 303
    return answer


def poll(phone, table):
    """The request of a phone that follows a table and has seen its newest state."""
    answer = phone.client.get(table.path, headers={**phone.headers, "X-Fragment": "1"})
    cookie = f"{COOKIE}={phone.client.get_cookie(COOKIE).value}"
    return request_of(table.path, cookie, "X-Fragment: 1", f"If-None-Match: {answer.headers['ETag']}")


def test_a_bomb_is_refused_in_words_and_nobody_else_hears_it(place):
    stranger = place.stranger()
    stranger.get("/new/derange")
    stranger.submit("#new-game", {"name": ["Eve", "Mallory", "Trent"]})
    stranger.get(f"{stranger.path.partition('/sessions')[0]}/arrivals")
    action, _method, fields = stranger.filled("form[enctype]")
    upload = {**fields, "file": (io.BytesIO(BOMB), "history.json")}
    table = place.table()
    other = place.phone(table, "watcher")
    with watched(place) as most, ThreadPoolExecutor(1) as threads:
        begun, waits = time.monotonic(), []
        refused = threads.submit(bring, stranger, action, upload)
        while not refused.done():
            asked_at = time.monotonic()
            other.get(table.path)
            waits.append(time.monotonic() - asked_at)
        took = time.monotonic() - begun
    assert max(most.values()) < MOST_MEMORY
    assert max(waits) < PROMPT
    assert took < REFUSED_WITHIN
    assert "expected an object" in refused.result().words


def bring(stranger, action, upload):
    """The page that says what became of a long file."""
    page = stranger.post(action, upload, Sec_Fetch_Site="same-origin")
    deadline = time.monotonic() + 60
    while not page.select("[role=alert]"):
        assert time.monotonic() < deadline, page.words
        time.sleep(0.1)
        page = stranger.get(stranger.path)
    return page


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
