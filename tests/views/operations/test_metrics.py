"""Metrics for Prometheus, and who may read them."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from commands.preparing import prepare_metrics
from models import db
from models.job import JobState
from tests.jobs import enqueue, put
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import start
from tests.waiting import PATIENCE

pytestmark = full_only

ROOT = Path(__file__).parents[3]
HERE = {"METRICS_FROM": "127.0.0.1, 10.1.0.0/16"}


@pytest.fixture(autouse=True)
def _single_process(monkeypatch):
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)


def get_metrics(app, address="127.0.0.1", **headers):
    return app.test_client().get("/metrics", environ_overrides={"REMOTE_ADDR": address}, headers=headers)


def samples_of(app):
    """All samples by name and labels."""
    answer = get_metrics(app)
    assert answer.status_code == 200
    return parse(answer.text)


def parse(text):
    families = text_string_to_metric_families(text)
    return {(s.name, *sorted(s.labels.items())): s.value for family in families for s in family.samples}


def test_metrics_are_off_by_default(app):
    assert get_metrics(app).status_code == 404


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3"])
def test_listed_addresses_may_read_them(app_with, address):
    assert get_metrics(app_with(**HERE), address).status_code == 200


@pytest.mark.parametrize("address", ["10.2.0.1", "::1", "nonsense", ""])
def test_other_addresses_get_404(app_with, address):
    assert get_metrics(app_with(**HERE), address).status_code == 404


def test_the_address_forwarded_by_trusted_proxies_counts(app_with):
    direct, behind = app_with(**HERE), app_with(**HERE, TRUSTED_PROXIES=1)
    assert get_metrics(direct, "203.0.113.9", X_Forwarded_For="10.1.2.3").status_code == 404
    assert get_metrics(behind, "127.0.0.1", X_Forwarded_For="203.0.113.9").status_code == 404
    assert get_metrics(behind, "127.0.0.1", X_Forwarded_For="10.1.2.3").status_code == 200


def test_requests_are_counted_by_route_without_secrets(app_with):
    app = app_with(**HERE)
    client = app.test_client()
    for path in ("/join/s3cr3t-one", "/join/s3cr3t-two", "/nowhere/s3cr3t"):
        client.get(path)
    client.open("/", method="S3CR3T")
    counted = samples_of(app)
    route = ("route", "/join/<secret>")
    assert counted["turn_eight_requests_total", ("method", "GET"), route, ("status", "404")] == 2
    assert counted["turn_eight_request_seconds_count", route] == 2
    assert counted["turn_eight_requests_total", ("method", "GET"), ("route", "none"), ("status", "404")] == 1
    assert "s3cr3t" not in get_metrics(app).text.lower()


def test_sessions_in_progress_are_counted(app_with):
    app = app_with(**HERE)
    long_ago = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    assert samples_of(app)["turn_eight_sessions_playing",] == 0
    phone = Phone(app)
    phone.get(long_ago.link("scorer"))
    phone.get(f"{long_ago.path}/rounds/2")
    anna, bo = (long_ago.seat_id(name) for name in ("Anna", "Bo"))
    phone.submit("#round", {"out": str(anna), f"points-{bo}": "20"})
    assert samples_of(app)["turn_eight_sessions_playing",] == 1


def test_waiting_jobs_are_counted_on_each_request(app_with):
    table = start(app_with(**HERE), "derange", "Anna Bo").plays("Anna out, Bo 8")
    put(table, JobState.RUNNING)
    assert samples_of(table.app)["turn_eight_jobs_waiting",] == 0
    enqueue(table, zone="UTC")
    assert samples_of(table.app)["turn_eight_jobs_waiting",] == 1


def test_a_clock_that_was_set_back_is_reported(app_with):
    table = start(app_with(**HERE), "derange", "Anna Bo").plays("Anna out, Bo 8")
    assert samples_of(table.app)["turn_eight_changes_out_of_order",] == 0
    table.clock.time -= timedelta(hours=2)
    table.plays("Anna out, Bo 8")
    found = samples_of(table.app)
    assert found["turn_eight_changes_out_of_order",] == 1
    assert abs(found["turn_eight_clock_jump_seconds",]) < 3600


def test_a_value_that_cannot_be_computed_is_left_out(app_with):
    app = app_with(**HERE)
    app.test_client().get("/rules")
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE changes")
    counted = samples_of(app)
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


def test_all_processes_of_a_machine_are_added_up(app_with, tmp_path):
    url = app_with().config["SQLALCHEMY_DATABASE_URI"]
    command = [sys.executable, "-W", "error", "-c", PROCESS, url]
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for times in (1, 2):
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
        )
        counted = parse(ended.stdout)
        key = ("turn_eight_requests_total", ("method", "GET"), ("route", "/rules"), ("status", "200"))
        assert counted[key] == times


class TestFolder:
    @pytest.fixture
    def app(self, app_with, tmp_path):
        app = app_with(**HERE)
        app.instance_path = str(tmp_path)
        return app

    def test_each_server_has_its_own_folder_and_deletes_those_of_dead_servers(self, app, tmp_path):
        for name in ("999999999", str(os.getppid()), str(os.getpid()), "old"):
            (tmp_path / "metrics" / name).mkdir(parents=True)
        (tmp_path / "metrics" / str(os.getpid()) / "counter_1.db").touch()
        with app.app_context():
            prepare_metrics()
        folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
        assert folder == tmp_path / "metrics" / str(os.getpid())
        assert list(folder.iterdir()) == []
        assert {path.name for path in folder.parent.iterdir()} == {str(os.getpid()), str(os.getppid())}

    def test_no_folder_is_created_if_metrics_are_off(self, app, tmp_path):
        app.config["METRICS_FROM"] = []
        with app.app_context():
            prepare_metrics()
        assert "PROMETHEUS_MULTIPROC_DIR" not in os.environ
        assert not (tmp_path / "metrics").exists()
