"""A long export or a malicious file affects no other table, and the export survives killed processes."""

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
    """Tonight's table of a group whose history is too long for an immediate export."""
    return long_history(place.app)


@pytest.fixture
def remote_phone(place, years):
    return place.phone(years)


def test_an_export_is_complete_though_its_process_was_killed(place, years, remote_phone):
    address = wait_until(
        lambda: killed_during_export(place, years, remote_phone), "No export was in its middle"
    )
    assert place.job(address, JobState.DONE).runs == 2
    remote_phone.get(f"{address}/file")
    assert parsed(remote_phone.answer.data) == parsed(exported(place, years))


def killed_during_export(place, table, phone):
    """The address of an export whose process has been killed; None if the export finished before."""
    address = phone.start_export(table, "json")
    place.job(address, JobState.RUNNING, JobState.DONE)
    with suspended_worker(place) as processes:
        is_running = place.job(address).state == JobState.RUNNING
        if is_running:
            for process in processes:
                process.kill()
    place.job(address, JobState.DONE)
    return address if is_running else None


def parsed(document):
    return {name: part for name, part in json.loads(document).items() if name != "exported_at"}


def exported(place, table):
    command = [sys.executable, "-m", "flask", "--app", "app", "export", str(table.group_id)]
    env = os.environ | {"DATABASE_URL": place.url}
    return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, check=True).stdout


def test_two_simultaneous_requests_start_one_job_which_can_be_stopped(place, years, remote_phone):
    with suspended_worker(place):
        phones = [remote_phone, remote_phone.other()]
        answers = at_once(phones, [each.export_form(years, "csv") for each in phones])
        [address] = {answer.headers["Location"] for answer in answers}
        remote_phone.get(address)
        remote_phone.submit("/stop")
    remote_phone.get(address)
    assert "stopped" in remote_phone.page.words
    assert place.job(address).runs == 0


@contextmanager
def suspended_worker(place):
    """Suspend the worker process."""
    processes = wait_until(lambda: place.served.processes(JOBS), lambda: place.served.output)
    for process in processes:
        process.suspend()
    try:
        yield processes
    finally:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.resume()


def test_during_an_export_twenty_phones_follow_and_one_saves(place, years, remote_phone):
    """The export is suspended: a request that waited for it would wait for ever."""
    table = place.table()
    keeper = place.phone(table)
    followers = [remote_phone.other() for _ in range(FOLLOWERS)]
    with suspended_export(place, years, remote_phone) as half_done:
        asked_for = [remote_phone.start_export(years, kind) for kind in ("xlsx", "csv")]
        with ThreadPoolExecutor(FOLLOWERS) as threads:
            seen = threads.map(lambda each: each.get(years.path), followers)
            for number in (1, 2, 3):
                assert keeper.send(keeper.round(table.path, number, Anna=12, Bo=20)).status_code == 303
        assert len(list(seen)) == FOLLOWERS
        assert place.job(half_done).state == JobState.RUNNING
    assert [place.job(address, JobState.DONE).runs for address in (half_done, *asked_for)] == [1, 1, 1]


@contextmanager
def suspended_export(place, table, phone):
    """The job address of a suspended export. Not while it stores its progress, which takes a moment."""
    with ExitStack() as stack:

        def suspend_one():
            address = phone.start_export(table, "json")
            place.job(address, JobState.RUNNING, JobState.DONE)
            with ExitStack() as trying:
                trying.enter_context(suspended_worker(place))
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


def test_a_bomb_is_refused_with_a_message_and_other_users_notice_nothing(place):
    """Only the worker process reads it."""
    stranger = place.stranger()
    stranger.get("/new/derange")
    stranger.submit("#new-game", {"name": ["Eve", "Mallory", "Trent"]})
    stranger.get(f"{stranger.path.partition('/sessions')[0]}/imports")
    action, _method, fields = stranger.filled("form[enctype]")
    upload = {**fields, "file": (io.BytesIO(BOMB), "history.json")}
    table = place.table()
    other = place.phone(table, "watcher")
    before = memory_of(place)
    with suspended_worker(place):
        brought = stranger.post(action, upload, Sec_Fetch_Site="same-origin")
        assert not brought.select(REFUSED)
        for _ in range(4):
            other.get(table.path)
    refused = refusal_of(stranger)
    assert max(most_memory_of(pid) - used for pid, used in before.items()) < MOST_MEMORY
    assert "a JSON object is expected" in refused.words


def refusal_of(phone):
    """The page with the result of its file."""
    wait_until(lambda: phone.get(phone.path).select(REFUSED), lambda: phone.page.words)
    return phone.page


def memory_of(place):
    """Bytes currently used by each process of the server; resets the peak."""
    processes = place.served.processes()
    for process in processes:
        Path(f"/proc/{process.pid}/clear_refs").write_text("5")
    return {process.pid: process.memory_info().rss for process in processes}


def most_memory_of(pid):
    """The peak of a process since the reset, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])
