"""Rate limits: counted in Redis for all machines, in the process without it, and never an error page."""

import logging
import socket

import pytest

from tests.phone import Phone
from tests.redis import new_redis
from tests.table import start
from views.web.limits import limiter

REFUSED = 429


@pytest.fixture(autouse=True)
def _reset_limiter():
    """The limiter is shared by all applications, so a failed Redis of one test must not affect the next."""
    yield
    limiter._storage_dead = False


@pytest.fixture
def redis_url():
    with new_redis() as url:
        yield url


@pytest.fixture
def dead_redis_url():
    """The address of a port on which nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))  # bound, but not listening
        yield f"redis://127.0.0.1:{bound.getsockname()[1]}"


def guesses(app, times):
    client = app.test_client()
    return [client.get(f"/join/guess-{n}").status_code for n in range(times)]


def test_guessing_links_is_limited(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    for n in range(30):
        phone.get(f"/join/guess-{n}", 404)
    phone.get("/join/guess-31", 429)
    assert phone.page.heading
    assert phone.answer.headers["Retry-After"]
    assert "default-src 'none'" in phone.answer.headers["Content-Security-Policy"]
    phone.get("/")


def test_a_valid_link_is_refused_too_while_limited(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    link = start(app, "derange", "Anna Bo").link("owner")
    phone = Phone(app)
    for n in range(30):
        phone.get(f"/join/guess-{n}", 404)
    phone.get(link, 429)


def test_creating_groups_is_limited(app_with):
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


def test_requests_at_a_table_are_not_limited(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    table = start(app, "derange", "Anna Bo")
    phone = Phone(app)
    phone.get(table.link("watcher"))
    for _ in range(100):
        assert phone.client.get(table.path, headers={"X-Fragment": "1"}).status_code == 200


def test_machines_with_one_redis_count_together(app_with, redis_url):
    here, second = (app_with(RATELIMIT_ENABLED=True, REDIS_URL=redis_url) for _ in range(2))
    assert guesses(here, 20) == [404] * 20
    assert guesses(second, 11) == [404] * 10 + [REFUSED]


def test_without_redis_each_process_counts_separately(app_with):
    for app in (app_with(RATELIMIT_ENABLED=True) for _ in range(2)):
        assert guesses(app, 20) == [404] * 20


def test_a_failed_redis_is_logged_once_and_replaced_by_counting_in_the_process(
    app_with, dead_redis_url, caplog
):
    app = app_with(RATELIMIT_ENABLED=True, REDIS_URL=dead_redis_url)
    with caplog.at_level(logging.WARNING):
        assert guesses(app, 31) == [404] * 30 + [REFUSED]
    assert len([record for record in caplog.records if record.name == "flask-limiter"]) == 1
    Phone(app).get("/")
