"""Health checks for a load balancer."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from settings import VERSION
from tests.databases import app_on
from tests.migrations.older import make_older


def get(app, path, **environ):
    return app.test_client().get(path, environ_overrides=environ)


@pytest.mark.both_databases
def test_a_complete_server_is_alive_and_ready(app):
    alive = get(app, "/health")
    assert (alive.status_code, alive.text) == (200, "ok\n")
    ready = get(app, "/ready")
    assert ready.status_code == 200
    assert ready.json == {
        "ready": True,
        "version": VERSION,
        "checks": {"database": True, "migrations": True},
        "clock": {"jump_seconds": 0, "changes_out_of_order": 0},
    }


@pytest.mark.both_databases
def test_a_clock_that_was_set_back_is_reported_and_the_server_stays_ready(app, game, monkeypatch):
    table = game().plays("Cara out, Anna 8, Bo K")
    table.clock.time -= timedelta(hours=2)
    table.plays("Anna out, Bo 4, Cara 4", "Anna out, Bo 4, Cara 4")
    game(at=datetime.now(UTC) - timedelta(days=2)).plays("Cara out, Anna 8, Bo K")
    is_at = time.time() - 7200
    monkeypatch.setattr("views.web.clock.time.time", lambda: is_at)
    answer = get(app, "/ready")
    assert (answer.status_code, answer.json["ready"]) == (200, True)
    assert answer.json["clock"]["changes_out_of_order"] == 1
    assert answer.json["clock"]["jump_seconds"] < -7000


def test_a_game_that_seems_to_begin_after_its_first_change_is_out_of_order(app, game):
    table = game()
    table.clock.time -= timedelta(hours=2)
    table.plays("Cara out, Anna 8, Bo K")
    assert get(app, "/ready").json["clock"]["changes_out_of_order"] == 1


@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_checks_set_no_cookie_and_accept_any_host_name(app_with, path):
    answer = get(app_with(TRUSTED_HOSTS="cards.example.org"), path, HTTP_HOST="10.0.0.7:8000")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers


def test_without_a_database_a_server_is_alive_but_not_ready():
    app = app_on("postgresql://nobody:s3cr3t@127.0.0.1:1/nothing")
    assert get(app, "/health").status_code == 200
    answer = get(app, "/ready")
    assert answer.status_code == 503
    assert answer.json["checks"] == {"database": False, "migrations": False}
    assert answer.json["clock"] == {"jump_seconds": 0, "changes_out_of_order": None}
    assert "s3cr3t" not in answer.text


def test_before_the_newest_revision_a_server_is_not_ready(app_with):
    app = app_with()
    make_older(app)
    assert get(app, "/ready").json["checks"] == {"database": True, "migrations": False}
