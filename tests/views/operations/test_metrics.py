"""What Prometheus is told, and that nobody else is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from commands.preparing import prepare_metrics
from models import db
from models.job import JobState
from tests.jobs import enqueue, put
from tests.phone import Phone
from tests.table import start
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
HERE = {"METRICS_FROM": "127.0.0.1, 10.1.0.0/16"}


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)


def ask(app, address="127.0.0.1", **headers):
    return app.test_client().get("/metrics", environ_overrides={"REMOTE_ADDR": address}, headers=headers)


def told(app):
    """Every sample, by its name and labels."""
    answer = ask(app)
    assert answer.status_code == 200
    return samples(answer.text)


def samples(text):
    families = text_string_to_metric_families(text)
    return {(s.name, *sorted(s.labels.items())): s.value for family in families for s in family.samples}


def test_it_is_off_unless_somebody_may_ask(app):
    assert ask(app).status_code == 404


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3"])
def test_whoever_was_named_may(app_with, address):
    assert ask(app_with(**HERE), address).status_code == 200


@pytest.mark.parametrize("address", ["10.2.0.1", "::1", "nonsense", ""])
def test_nobody_else_may(app_with, address):
    assert ask(app_with(**HERE), address).status_code == 404


def test_the_address_behind_our_proxies_counts(app_with):
    direct, behind = app_with(**HERE), app_with(**HERE, TRUSTED_PROXIES=1)
    assert ask(direct, "203.0.113.9", X_Forwarded_For="10.1.2.3").status_code == 404
    assert ask(behind, "127.0.0.1", X_Forwarded_For="203.0.113.9").status_code == 404
    assert ask(behind, "127.0.0.1", X_Forwarded_For="10.1.2.3").status_code == 200


def test_requests_are_counted_by_their_route_and_no_secret_is_told(app_with):
    app = app_with(**HERE)
    client = app.test_client()
    for path in ("/join/s3cr3t-one", "/join/s3cr3t-two", "/nowhere/s3cr3t"):
        client.get(path)
    client.open("/", method="S3CR3T")
    counted = told(app)
    route = ("route", "/join/<secret>")
    assert counted["turn_eight_requests_total", ("method", "GET"), route, ("status", "404")] == 2
    assert counted["turn_eight_request_seconds_count", route] == 2
    assert counted["turn_eight_requests_total", ("method", "GET"), ("route", "none"), ("status", "404")] == 1
    assert "s3cr3t" not in ask(app).text.lower()


def test_sessions_that_are_played_now_are_told(app_with):
    app = app_with(**HERE)
    long_ago = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    assert told(app)["turn_eight_sessions_playing",] == 0
    phone = Phone(app)
    phone.get(long_ago.link("scorer"))
    phone.get(f"{long_ago.path}/rounds/2")
    anna, bo = (long_ago.seat_id(name) for name in ("Anna", "Bo"))
    phone.submit("#round", {"out": str(anna), f"points-{bo}": "20"})
    assert told(app)["turn_eight_sessions_playing",] == 1


def test_jobs_that_wait_are_counted_each_time(app_with):
    table = start(app_with(**HERE), "derange", "Anna Bo").plays("Anna out, Bo 8")
    put(table, JobState.RUNNING)
    assert told(table.app)["turn_eight_jobs_waiting",] == 0
    enqueue(table, zone="UTC")
    assert told(table.app)["turn_eight_jobs_waiting",] == 1


def test_a_number_that_cannot_be_found_out_is_left_out(app_with):
    app = app_with(**HERE)
    app.test_client().get("/rules")
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE changes")
    counted = told(app)
    assert ("turn_eight_sessions_playing",) not in counted
    assert counted


PROCESS = """
import sys
from tests.databases import app_on
app = app_on(sys.argv[1], METRICS_FROM="127.0.0.1")
client = app.test_client()
client.get("/rules")
print(client.get("/metrics").text)
"""


def test_all_processes_of_a_machine_count_together(app_with, tmp_path):
    url = app_with().config["SQLALCHEMY_DATABASE_URI"]
    command = [sys.executable, "-W", "error", "-c", PROCESS, url]
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for times in (1, 2):
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
        )
        counted = samples(ended.stdout)
        key = ("turn_eight_requests_total", ("method", "GET"), ("route", "/rules"), ("status", "200"))
        assert counted[key] == times


class TestFolder:
    @pytest.fixture
    def app(self, app_with, tmp_path):
        app = app_with(**HERE)
        app.instance_path = str(tmp_path)
        return app

    def test_each_server_has_its_own_and_clears_away_those_that_are_gone(self, app, tmp_path):
        for name in ("999999999", str(os.getppid()), str(os.getpid()), "old"):
            (tmp_path / "metrics" / name).mkdir(parents=True)
        (tmp_path / "metrics" / str(os.getpid()) / "counter_1.db").touch()
        with app.app_context():
            prepare_metrics()
        folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
        assert folder == tmp_path / "metrics" / str(os.getpid())
        assert list(folder.iterdir()) == []
        assert {path.name for path in folder.parent.iterdir()} == {str(os.getpid()), str(os.getppid())}

    def test_nothing_is_made_where_nobody_asks(self, app, tmp_path):
        app.config["METRICS_FROM"] = []
        with app.app_context():
            prepare_metrics()
        assert "PROMETHEUS_MULTIPROC_DIR" not in os.environ
        assert not (tmp_path / "metrics").exists()
