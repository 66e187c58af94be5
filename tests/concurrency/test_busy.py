"""A locked or read-only SQLite database: a phone that cannot save gets a message, and keeps its input."""

import io
import sqlite3
from contextlib import closing, contextmanager

import pytest

from models import database
from tests.databases import let_go

pytestmark = pytest.mark.phone("owner")

OURS = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def app(app_with, monkeypatch):
    monkeypatch.setattr("models.database.PRAGMAS", ("journal_mode=WAL", "busy_timeout=20", "foreign_keys=ON"))
    return app_with()


@contextmanager
def write_lock(app):
    with closing(sqlite3.connect(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_round_is_sent_again_with_one_tap(app, table, phone):
    phone.get(f"{table.path}/rounds/1")
    anna, bo, cara = (table.seat_id(name) for name in ("Anna", "Bo", "Cara"))
    typed = {"out": str(cara), f"points-{anna}": "60", f"points-{bo}": "20"}
    with write_lock(app):
        phone.submit("#round", typed, status=503)
    assert phone.page.heading == "Somebody else is saving a lot at once"
    assert "nothing you typed is lost" in phone.page.words
    assert phone.answer.headers["Retry-After"] == "10"
    assert table.numbers() == []
    phone.submit(f"{table.path}/rounds/1")
    assert table.totals() == {"Anna": 60, "Bo": 20, "Cara": 0}


def test_a_file_must_be_chosen_again(app, table, phone):
    phone.get(f"{table.group_path}/imports")
    action, _method, fields = phone.filled("form[enctype]")
    with write_lock(app):
        upload = {**fields, "file": (io.BytesIO(b"date,variant,player,points\n"), "totals.csv")}
        phone.post(action, upload, 503, **OURS)
    assert phone.page.heading == "Somebody else is saving a lot at once"
    assert "Nothing was changed." in phone.page.words


def test_a_reader_does_not_wait(app, table, phone):
    with write_lock(app):
        phone.get(table.path)


def test_on_a_read_only_disk_a_save_is_refused_with_a_message(app, table, phone, monkeypatch):
    phone.get(f"{table.path}/rounds/1")
    anna, bo, cara = (table.seat_id(name) for name in ("Anna", "Bo", "Cara"))
    typed = {"out": str(cara), f"points-{anna}": "60", f"points-{bo}": "20"}
    let_go(app)
    with monkeypatch.context() as patched:
        patched.setattr(database, "PRAGMAS", (*database.PRAGMAS, "query_only=ON"))
        phone.submit("#round", typed, status=503)
        assert phone.page.heading == "Nothing can be saved just now"
        phone.get(table.path)
    let_go(app)
    assert table.numbers() == []
    phone.get(f"{table.path}/rounds/1")
    phone.submit("#round", typed)
    assert table.totals() == {"Anna": 60, "Bo": 20, "Cara": 0}
