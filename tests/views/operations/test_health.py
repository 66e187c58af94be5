"""What a load balancer is told."""

import flask_migrate
import pytest

from models.migrating import FOLDER
from tests.databases import app_on


def asked(app, path, **environ):
    return app.test_client().get(path, environ_overrides=environ)


@pytest.mark.both_databases
def test_a_server_that_has_all_it_needs_is_alive_and_ready(app):
    alive = asked(app, "/health")
    assert (alive.status_code, alive.text) == (200, "ok\n")
    ready = asked(app, "/ready")
    assert ready.status_code == 200
    assert ready.json == {"ready": True, "checks": {"database": True, "migrations": True}}


@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_neither_leaves_a_cookie_or_minds_the_name_it_is_asked_by(app_with, path):
    answer = asked(app_with(TRUSTED_HOSTS="cards.example.org"), path, HTTP_HOST="10.0.0.7:8000")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers


def test_without_its_database_a_server_is_alive_but_not_ready():
    app = app_on("postgresql://nobody:s3cr3t@127.0.0.1:1/nothing")
    assert asked(app, "/health").status_code == 200
    answer = asked(app, "/ready")
    assert answer.status_code == 503
    assert answer.json == {"ready": False, "checks": {"database": False, "migrations": False}}
    assert "s3cr3t" not in answer.text


def test_before_the_newest_revision_it_is_not_ready(app_with):
    app = app_with()
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER))
    assert asked(app, "/ready").json["checks"] == {"database": True, "migrations": False}
