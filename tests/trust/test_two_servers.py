"""Two servers on one PostgreSQL and one Redis are one: for a table, for the limits, for jobs and figures."""

from __future__ import annotations

from contextlib import ExitStack, closing, contextmanager, suppress

import psutil
import pytest
import redis

from game.variants import VARIANTS
from models import Group, db
from models.database import new_id
from models.job import MOST_AT_ONCE, JobState
from models.table.starting import SessionSetup, start_session
from tests.databases import new_postgres
from tests.redis import new_redis
from tests.serving.served import with_an_instance_of_its_own
from tests.table import at_work
from tests.trust.place import Place
from tests.trust.remote import Cut
from views.web.limits import OPENING_LINKS

pytestmark = pytest.mark.postgres

ROUNDS = 6


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    with ExitStack() as stack:
        url, redis_url = (
            stack.enter_context(new_postgres(migrated=True)),
            stack.enter_context(new_redis()),
        )
        env = {"REDIS_URL": redis_url, "UPGRADE_ON_START": "0", "SECRET_KEY": "the same on each"}
        machines = [tmp_path_factory.mktemp(name) for name in ("here", "there")]
        both = [
            stack.enter_context(
                closing(Place(machine, url, project=with_an_instance_of_its_own(machine), **env))
            )
            for machine in machines
        ]
        for place in both:
            place.served.first_answer()
        yield both


def test_a_session_goes_on_at_the_other_server_when_one_dies_and_both_tell_the_same_of_it(places):
    here, there = places
    table = here.table(rounds=ROUNDS)
    phone = here.phone(table)
    figures = f"{table.group_path}/statistics"
    before = told_by(places, phone, figures)
    for number in range(1, 1 + ROUNDS):
        phone.network.port = places[number % 2].served.port
        sent = phone.round(table.path, number, Anna=number, Bo=20)
        phone.network.port = places[(number + 1) % 2].served.port
        if number == 3:
            here.kill()
            with pytest.raises(Cut):
                phone.send(sent)
            phone.network.port = there.served.port
            here.start_again()
        assert phone.send_until_answered(sent).status_code == 303
        if number == 4:
            told_by(places, phone, figures)
    after = told_by(places, phone, figures)
    assert table.totals() == {"Anna": 21, "Bo": 120, "Cara": 0}
    assert table.kinds() == ["record"] * ROUNDS
    assert "Cara" in after
    assert "Cara" not in before


def told_by(places, phone, path):
    """What a page says, by whichever process of whichever server it is asked."""
    said = {
        phone.other(place.served.port).show(path).select("main")[0].get_text()
        for place in places
        for _ in range(4)
    }
    assert len(said) == 1
    return said.pop()


@pytest.fixture
def counted_anew(places):
    with redis.from_url(places[0].env["REDIS_URL"]) as client:
        client.flushdb()
        yield
        client.flushdb()


@pytest.mark.usefixtures("counted_anew")
def test_tries_at_both_count_together(places):
    allowed = int(OPENING_LINKS.split()[0])
    tries = [places[n % 2].stranger().client.get(f"/join/guess-{n}").status_code for n in range(allowed + 2)]
    assert tries == [404] * allowed + [429] * 2


def test_what_is_asked_for_at_one_server_is_made_by_the_other_and_given_by_both(places):
    here, there = places
    table = here.table()
    sits_down_often(table)
    phone = here.phone(table)
    with without_jobs(here):
        address = phone.ask_for(table, "json")
        assert there.job(address, JobState.DONE).runs == 1
    files = [phone.other(place.served.port).client.get(f"{address}/file") for place in places]
    assert [file.status_code for file in files] == [200, 200]
    assert files[0].data == files[1].data
    assert len(files[0].data) == there.job(address).result["bytes"]


@contextmanager
def without_jobs(place):
    """The process for jobs is dead, and nobody starts it again."""
    supervisor = psutil.Process(place.served.process.pid)
    supervisor.suspend()
    for process in place.served.processes("turn-eight: jobs"):
        with suppress(psutil.NoSuchProcess):
            process.kill()
    try:
        yield
    finally:
        supervisor.resume()


def sits_down_often(table):
    """Until a file of everything takes too long to wait for."""
    with at_work(table.app):
        group, at = db.session.get_one(Group, table.group_id), table.clock.now()
        setup = SessionSetup(VARIANTS["derange"], {}, ["Anna", "Bo"], 0)
        for _ in range(MOST_AT_ONCE):
            start_session(group, setup, new_id(), at=at, today=at.date())
        db.session.commit()
