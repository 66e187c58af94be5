"""Files, locks and processes that stop something stop it for nobody else."""

from __future__ import annotations

import io
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException

import psycopg
import pytest
from sqlalchemy import make_url

from tests.databases import replace_database
from tests.trust import hanging
from tests.trust.place import Place
from tests.waiting import wait_until

SOON = 1.0  # seconds, for /health
LOCKED_OUT = "Somebody else is saving a lot at once"
SAVERS = 6
# With a shorter patience of the supervisor.
SERVER = (
    "-c",
    "from serving import __main__, supervisor; supervisor.HANGS_AFTER = 2; __main__.main()",
    *("--host", "127.0.0.1", "--port", "{port}", "--application", "tests.trust.hanging:create_asgi"),
)


@pytest.fixture(scope="module")
def hanging_place(migrated_file, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hanging")
    replace_database(migrated_file, folder / "served.sqlite3")
    with closing(Place(folder, f"sqlite:///{folder / 'served.sqlite3'}", program=SERVER)) as place:
        place.served.first_answer()
        yield place


def health(place) -> float:
    """Ask /health several times, so that each process answers; the longest answer in seconds."""
    longest = 0.0
    for _ in range(6):
        began = time.monotonic()
        assert place.served.status("/health") == 200
        longest = max(longest, time.monotonic() - began)
    return longest


@contextmanager
def upload_of(place, content: bytes):
    """Upload this table within the block; the page that answers, as a future."""
    phone = place.phone(place.table(), "owner")
    phone.get(f"{phone.path}/imports")
    action, _method, fields = phone.filled("form[enctype]")
    upload = {**fields, "file": (io.BytesIO(content), "table.csv")}
    with ThreadPoolExecutor(1) as thread:
        yield thread.submit(phone.post, action, upload, 422, Sec_Fetch_Site="same-origin")


@pytest.mark.parametrize("content", [hanging.TABLE_THAT_HANGS, hanging.LARGE_TABLE], ids=["time", "memory"])
def test_a_file_that_takes_too_much_is_refused_and_stops_nobody(hanging_place, content):
    table = hanging_place.table()
    other = hanging_place.phone(table)
    with upload_of(hanging_place, content) as refused:
        assert health(hanging_place) < SOON
        assert other.send(other.round(table.path, 1, Anna=12, Bo=20)).status_code == 303
        is_early = refused.done()
        page = refused.result()
    assert not is_early or content == hanging.LARGE_TABLE
    assert "it takes too long to read, or too much memory" in page.words


def test_a_process_that_hangs_is_replaced(hanging_place):
    before = set(hanging_place.served.processes("turn-eight: web"))
    with closing(HTTPConnection("127.0.0.1", hanging_place.served.port, timeout=60)) as stopped:
        stopped.request("GET", hanging.HANGS)
        wait_until(lambda: "has not responded" in hanging_place.served.output, lambda: "It was not noticed")
    wait_until(lambda: _has_two_workers(hanging_place), lambda: hanging_place.served.output)
    assert health(hanging_place) < SOON
    assert before - set(hanging_place.served.processes("turn-eight: web"))


def _has_two_workers(place) -> bool:
    with suppress(OSError, HTTPException, AssertionError):
        health(place)
        return len(place.served.processes("turn-eight: web")) == 4
    return False


@contextmanager
def locked_sqlite(place, _table):
    with closing(sqlite3.connect(make_url(place.url).database)) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def locked_session(place, table):
    url = make_url(place.url).set(drivername="postgresql", query={})
    with psycopg.connect(url.render_as_string(hide_password=False)) as other:
        other.execute("SELECT id FROM sessions WHERE id = %s FOR UPDATE", [table.session_id])
        yield


@contextmanager
def saves_behind_a_lock(place, table, lock):
    """Within the block a lock is held, and saves wait for it: /health and pages answer. Each of these saves
    is refused, and can be sent again.
    """
    phones = [place.phone(table) for _ in range(SAVERS)]
    rounds = [phone.round(table.path, 1, Anna=12, Bo=20) for phone in phones]
    watcher = place.phone(table, "watcher")
    with lock(place, table), ThreadPoolExecutor(SAVERS) as threads:
        answers = [threads.submit(phone.send, sent) for phone, sent in zip(phones, rounds, strict=True)]
        assert health(place) < SOON
        watcher.get(table.path)
        yield
        refused = [answer.result() for answer in answers]
    assert {answer.status_code for answer in refused} == {503}
    phone = phones[0]
    phone.read(refused[0])
    assert "nothing you typed is lost" in phone.page.words
    phone.submit(f"{table.path}/rounds/1")
    assert table.totals() == {"Anna": 12, "Bo": 20, "Cara": 0}


def test_saves_wait_for_a_locked_sqlite_database_and_pages_do_not(hanging_place):
    with saves_behind_a_lock(hanging_place, hanging_place.table(), locked_sqlite):
        pass


@pytest.mark.postgres
def test_saves_at_a_locked_table_stop_no_other_table(on_postgres):
    other = on_postgres.table()
    with saves_behind_a_lock(on_postgres, on_postgres.table(), locked_session):
        phone = on_postgres.phone(other)
        assert phone.send(phone.round(other.path, 1, Anna=1, Bo=2)).status_code == 303


@pytest.mark.postgres
def test_pages_that_wait_for_a_locked_database_are_refused_with_a_page(on_postgres):
    table = on_postgres.table()
    phones = [on_postgres.phone(table) for _ in range(4)]
    url = make_url(on_postgres.url).set(drivername="postgresql", query={})
    with (
        psycopg.connect(url.render_as_string(hide_password=False)) as other,
        ThreadPoolExecutor(4) as threads,
    ):
        other.execute("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
        pages = [threads.submit(phone.get, table.path, 503) for phone in phones]
        assert health(on_postgres) < SOON
        assert {page.result().heading for page in pages} == {LOCKED_OUT}
