"""How often a phone may knock, counted for all machines where Redis is, and never at the cost of a page."""

import logging
import socket

import pytest

from tests.phone import Phone
from tests.redis import new_redis
from tests.table import start
from views.web.limits import limiter

REFUSED = 429


@pytest.fixture(autouse=True)
def _counts_anew():
    """One limiter for all applications: none learns of another's Redis."""
    yield
    limiter._storage_dead = False


@pytest.fixture
def redis_url():
    with new_redis() as url:
        yield url


@pytest.fixture
def nobody_there():
    """The address of a Redis that is gone."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and never listens
        yield f"redis://127.0.0.1:{taken.getsockname()[1]}"


def guesses(app, times):
    client = app.test_client()
    return [client.get(f"/join/guess-{n}").status_code for n in range(times)]


def test_links_cannot_be_guessed_by_trying(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    for n in range(30):
        phone.get(f"/join/guess-{n}", 404)
    phone.get("/join/guess-31", 429)
    assert phone.page.heading
    assert phone.answer.headers["Retry-After"]
    assert "default-src 'none'" in phone.answer.headers["Content-Security-Policy"]
    phone.get("/")


def test_the_right_one_is_not_told_from_the_wrong_ones_then(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    link = start(app, "derange", "Anna Bo").link("owner")
    phone = Phone(app)
    for n in range(30):
        phone.get(f"/join/guess-{n}", 404)
    phone.get(link, 429)


def test_nobody_fills_the_database_with_groups(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    phone.get("/new/derange")
    action, _method, data = phone.filled("#new-game", {"name": ["Anna", "Bo"]})
    answers = []
    for number in range(61):
        data["change_id"] = ""
        data.setlist("name", ["Anna", f"Bo {number}"])
        answer = phone.client.post(action, data=data, headers={"Sec-Fetch-Site": "same-origin"})
        answers.append(answer.status_code)
    assert answers == [303] * 60 + [429]


def test_at_a_table_nobody_is_slowed_down(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    table = start(app, "derange", "Anna Bo")
    phone = Phone(app)
    phone.get(table.link("watcher"))
    for _ in range(100):
        assert phone.client.get(table.path, headers={"X-Fragment": "1"}).status_code == 200


def test_several_machines_count_together(app_with, redis_url):
    here, there = (app_with(RATELIMIT_ENABLED=True, REDIS_URL=redis_url) for _ in range(2))
    assert guesses(here, 20) == [404] * 20
    assert guesses(there, 11) == [404] * 10 + [REFUSED]


def test_alone_each_counts_for_itself(app_with):
    for app in (app_with(RATELIMIT_ENABLED=True) for _ in range(2)):
        assert guesses(app, 20) == [404] * 20


def test_without_its_redis_a_machine_counts_alone_and_says_so_once(app_with, nobody_there, caplog):
    app = app_with(RATELIMIT_ENABLED=True, REDIS_URL=nobody_there)
    with caplog.at_level(logging.WARNING):
        assert guesses(app, 31) == [404] * 30 + [REFUSED]
    assert len([record for record in caplog.records if record.name == "flask-limiter"]) == 1
    Phone(app).get("/")
