"""A full database: nothing is saved in part, and input is sent again with one tap."""

import logging
from contextlib import contextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from models import database, db
from tests.databases import let_go
from tests.table import at_work

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.table("vandatta_pagat", "Anna Bo Cara", rounds=99),
    pytest.mark.phone("scorer"),
]

ANY_ROUND = "Cara out, Anna =12, Bo =20"
DISK_FULL = """
CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER disk_full BEFORE UPDATE ON sheets FOR EACH ROW EXECUTE FUNCTION disk_full()
"""


@contextmanager
def full_database(app, monkeypatch):
    """SQLite may not grow; PostgreSQL raises its error for a full disk."""
    if app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"):
        let_go(app)
        with monkeypatch.context() as patched:
            patched.setattr(database, "PRAGMAS", (*database.PRAGMAS, "max_page_count=1"))
            yield
        let_go(app)
    else:
        do(app, DISK_FULL)
        yield
        do(app, "DROP FUNCTION disk_full CASCADE")


def do(app, statement):
    with at_work(app):
        db.session.execute(text(statement))
        db.session.commit()


def test_a_round_refused_by_a_full_database_is_sent_again_later(app, table, phone, monkeypatch, caplog):
    caplog.set_level(logging.ERROR)
    with full_database(app, monkeypatch):
        with pytest.raises(OperationalError):
            table.plays(*[ANY_ROUND] * 99)
        saved = len(table.numbers())
        phone.get(f"{table.path}/rounds/{saved + 1}")
        typed = {
            "out": str(table.seat_id("Cara")),
            f"points-{table.seat_id('Anna')}": "12",
            f"points-{table.seat_id('Bo')}": "20",
        }
        phone.submit("#round", typed, status=503)
        assert phone.page.heading == "The server has no room to save"
        assert "nothing you typed is lost" in phone.page.words
        assert phone.answer.headers["Retry-After"]
        assert len(table.numbers()) == saved
    message = caplog.messages[-1]
    assert ": database: " in message
    assert str(table.group_id) not in message
    phone.submit(f"{table.path}/rounds/{saved + 1}")
    assert table.kinds() == ["record"] * (saved + 1)
