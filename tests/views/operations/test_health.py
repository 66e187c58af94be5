"""Health checks for a load balancer."""

import flask_migrate
import pytest

from models.migrating import FOLDER
from tests.databases import app_on


def get(app, path, **environ):
    return app.test_client().get(path, environ_overrides=environ)


@pytest.mark.both_databases
def test_a_complete_server_is_alive_and_ready(app):
    alive = get(app, "/health")
    assert (alive.status_code, alive.text) == (200, "ok\n")
    ready = get(app, "/ready")
    assert ready.status_code == 200
    assert ready.json == {"ready": True, "checks": {"database": True, "migrations": True}}


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
    assert answer.json == {"ready": False, "checks": {"database": False, "migrations": False}}
    assert "s3cr3t" not in answer.text


def test_before_the_newest_revision_a_server_is_not_ready(app_with):
    app = app_with()
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER))
    assert get(app, "/ready").json["checks"] == {"database": True, "migrations": False}
