"""Two servers on one PostgreSQL and one Redis act as one: sessions, rate limits, jobs and figures."""

from __future__ import annotations

from contextlib import ExitStack, closing, contextmanager, suppress

import psutil
import pytest
import redis

from game.variants import VARIANTS
from models import Group, db
from models.database import new_id
from models.job import MAX_SESSIONS_PER_REQUEST, JobState
from models.table.starting import SessionSetup, start_session
from tests.databases import new_postgres
from tests.redis import new_redis
from tests.serving.served import project_copy
from tests.table import at_work
from tests.trust.place import Place
from tests.trust.remote import Disconnected
from views.web.limits import UNKNOWN_SECRETS

pytestmark = pytest.mark.postgres

ROUNDS = 6


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    with ExitStack() as stack:
        url, redis_url = (
            stack.enter_context(new_postgres(migrated=True)),
            stack.enter_context(new_redis()),
        )
        env = {
            "REDIS_URL": redis_url,
            "UPGRADE_ON_START": "0",
            "SECRET_KEY": "the same long text on each of the servers",
        }
        machines = [tmp_path_factory.mktemp(name) for name in ("here", "there")]
        both = [
            stack.enter_context(closing(Place(machine, url, project=project_copy(machine), **env)))
            for machine in machines
        ]
        for place in both:
            place.served.first_answer()
        yield both


def test_a_session_continues_at_the_other_server_and_both_show_the_same(places):
    here, there = places
    table = here.table(rounds=ROUNDS)
    phone = here.phone(table)
    figures = f"{table.group_path}/statistics"
    before = shown_by(places, phone, figures)
    for number in range(1, 1 + ROUNDS):
        phone.network.port = places[number % 2].served.port
        sent = phone.round(table.path, number, Anna=number, Bo=20)
        phone.network.port = places[(number + 1) % 2].served.port
        if number == 3:
            here.kill()
            with pytest.raises(Disconnected):
                phone.send(sent)
            phone.network.port = there.served.port
            here.start_again()
        assert phone.send_until_answered(sent).status_code == 303
        if number == 4:
            shown_by(places, phone, figures)
    after = shown_by(places, phone, figures)
    assert table.totals() == {"Anna": 21, "Bo": 120, "Cara": 0}
    assert table.kinds() == ["record"] * ROUNDS
    assert "Cara" in after
    assert "Cara" not in before


def shown_by(places, phone, path):
    """The text of a page from each process of each server."""
    output = {
        phone.other(place.served.port).show(path).select("main")[0].get_text()
        for place in places
        for _ in range(4)
    }
    assert len(output) == 1
    return output.pop()


@pytest.fixture
def recomputed(places):
    with redis.from_url(places[0].env["REDIS_URL"]) as client:
        client.flushdb()
        yield
        client.flushdb()


@pytest.mark.usefixtures("recomputed")
def test_attempts_at_both_servers_count_together(places):
    allowed = int(UNKNOWN_SECRETS.split()[0])
    tries = [places[n % 2].stranger().client.get(f"/join/guess-{n}").status_code for n in range(allowed + 2)]
    assert tries == [404] * allowed + [429] * 2


def test_an_export_requested_at_one_server_is_made_by_the_other_and_served_by_both(places):
    here, there = places
    table = here.table()
    has_many_sessions(table)
    phone = here.phone(table)
    with without_worker(here):
        address = phone.start_export(table, "json")
        assert there.job(address, JobState.DONE).runs == 1
    files = [phone.other(place.served.port).client.get(f"{address}/file") for place in places]
    assert [file.status_code for file in files] == [200, 200]
    assert files[0].data == files[1].data
    assert len(files[0].data) == there.job(address).result["bytes"]


@contextmanager
def without_worker(place):
    """The worker process is dead, and is not restarted."""
    supervisor = psutil.Process(place.served.process.pid)
    supervisor.suspend()
    for process in place.served.processes("turn-eight: jobs"):
        with suppress(psutil.NoSuchProcess):
            process.kill()
    try:
        yield
    finally:
        supervisor.resume()


def has_many_sessions(table):
    """Until an export of the history takes too long for an immediate answer."""
    with at_work(table.app):
        group, at = db.session.get_one(Group, table.group_id), table.clock.now()
        setup = SessionSetup(VARIANTS["derange"], {}, ["Anna", "Bo"], 0)
        for _ in range(MAX_SESSIONS_PER_REQUEST):
            start_session(group, setup, new_id(), at=at, today=at.date())
        db.session.commit()
