"""Nobody's long export or hostile file touches anybody else's table; and the export comes, whatever dies."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from sqlalchemy.exc import OperationalError

from models import db
from models.job import JobState
from tests.serving.served import PROJECT
from tests.table import at_work
from tests.trust.histories import long_history
from tests.trust.remote import at_once
from tests.waiting import wait_until

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
def remote_phone(place, years):
    return place.phone(years)


def test_a_file_is_complete_though_its_process_was_killed(place, years, remote_phone):
    address = wait_until(
        lambda: killed_in_the_middle(place, years, remote_phone), "No export was in its middle"
    )
    assert place.job(address, JobState.DONE).runs == 2
    remote_phone.get(f"{address}/file")
    assert told(remote_phone.answer.data) == told(exported(place, years))


def killed_in_the_middle(place, table, phone):
    """The address of an export whose process has been killed; None where the export was quicker."""
    address = phone.ask_for(table, "json")
    place.job(address, JobState.RUNNING, JobState.DONE)
    with suspended(place) as processes:
        is_running = place.job(address).state == JobState.RUNNING
        if is_running:
            for process in processes:
                process.kill()
    place.job(address, JobState.DONE)
    return address if is_running else None


def told(document):
    return {name: part for name, part in json.loads(document).items() if name != "exported_at"}


def exported(place, table):
    command = [sys.executable, "-m", "flask", "--app", "app", "export", str(table.group_id)]
    env = os.environ | {"DATABASE_URL": place.url}
    return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, check=True).stdout


def test_what_two_ask_for_at_the_same_moment_is_one_job_and_can_be_stopped(place, years, remote_phone):
    with suspended(place):
        phones = [remote_phone, remote_phone.other()]
        answers = at_once(phones, [each.wish(years, "csv") for each in phones])
        [address] = {answer.headers["Location"] for answer in answers}
        remote_phone.get(address)
        remote_phone.submit("/stop")
    remote_phone.get(address)
    assert "stopped" in remote_phone.page.words
    assert place.job(address).runs == 0


@contextmanager
def suspended(place):
    """The process for jobs does nothing."""
    processes = wait_until(lambda: place.served.processes(JOBS), lambda: place.served.said)
    for process in processes:
        process.suspend()
    try:
        yield processes
    finally:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.resume()


def test_while_everything_is_exported_twenty_phones_follow_and_one_saves(place, years, remote_phone):
    """The export stands still in its middle: whoever waits for it now waits for ever."""
    table = place.table()
    keeper = place.phone(table)
    followers = [remote_phone.other() for _ in range(FOLLOWERS)]
    with in_the_middle_of_an_export(place, years, remote_phone) as half_done:
        asked_for = [remote_phone.ask_for(years, kind) for kind in ("xlsx", "csv")]
        with ThreadPoolExecutor(FOLLOWERS) as threads:
            seen = threads.map(lambda each: each.get(years.path), followers)
            for number in (1, 2, 3):
                assert keeper.send(keeper.round(table.path, number, Anna=12, Bo=20)).status_code == 303
        assert len(list(seen)) == FOLLOWERS
        assert place.job(half_done).state == JobState.RUNNING
    assert [place.job(address, JobState.DONE).runs for address in (half_done, *asked_for)] == [1, 1, 1]


@contextmanager
def in_the_middle_of_an_export(place, table, phone):
    """The address of its job. Not while it notes how far it is: that is over in a moment."""
    with ExitStack() as stack:

        def suspend_one():
            address = phone.ask_for(table, "json")
            place.job(address, JobState.RUNNING, JobState.DONE)
            with ExitStack() as trying:
                trying.enter_context(suspended(place))
                if place.job(address).state == JobState.RUNNING and can_write(place):
                    stack.push(trying.pop_all())
                    return address
            place.job(address, JobState.DONE)
            return None

        yield wait_until(suspend_one, "Others cannot write while a file is made")


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
    """Only the process for jobs looks at it."""
    stranger = place.stranger()
    stranger.get("/new/derange")
    stranger.submit("#new-game", {"name": ["Eve", "Mallory", "Trent"]})
    stranger.get(f"{stranger.path.partition('/sessions')[0]}/imports")
    action, _method, fields = stranger.filled("form[enctype]")
    upload = {**fields, "file": (io.BytesIO(BOMB), "history.json")}
    table = place.table()
    other = place.phone(table, "watcher")
    before = memory_of(place)
    with suspended(place):
        brought = stranger.post(action, upload, Sec_Fetch_Site="same-origin")
        assert not brought.select(REFUSED)
        for _ in range(4):
            other.get(table.path)
    refused = refusal_of(stranger)
    assert max(most_memory_of(pid) - used for pid, used in before.items()) < MOST_MEMORY
    assert "a JSON object is expected" in refused.words


def refusal_of(phone):
    """The page that says what became of its file."""
    wait_until(lambda: phone.get(phone.path).select(REFUSED), lambda: phone.page.words)
    return phone.page


def memory_of(place):
    """By process of the server the bytes that it holds now; the most that it has held is forgotten."""
    processes = place.served.processes()
    for process in processes:
        Path(f"/proc/{process.pid}/clear_refs").write_text("5")
    return {process.pid: process.memory_info().rss for process in processes}


def most_memory_of(pid):
    """The most bytes that a process has held since then."""
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])
