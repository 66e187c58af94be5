"""Rate limits: counted in Redis for all machines, in the process without it, and never an error page."""

import logging
import os
import re
import signal
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from tests.phone import Phone
from tests.redis import new_redis
from tests.sampling import full_only
from tests.table import start
from tests.waiting import wait_until
from views.web.limits import limiter

pytestmark = full_only

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


@pytest.fixture
def silent_redis_url():
    """The address of a port that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}"


def waits(phone: Phone, unit: str) -> int:
    """The time to wait that the page states."""
    stated = re.search(rf"Wait (\d+) {unit}s?, then try again", phone.page.text)
    assert stated, phone.page.text
    return int(stated[1])


def guesses(app, times):
    client = app.test_client()
    return [client.get(f"/join/guess-{n}").status_code for n in range(times)]


def test_guessing_links_is_limited(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    for n in range(30):
        phone.get(f"/join/guess-{n}", 404)
    phone.get("/join/guess-31", 429)
    assert phone.page.heading == "Too many tries"
    assert 0 <= int(phone.answer.headers["Retry-After"]) <= 60
    assert 1 <= waits(phone, "second") <= 61
    assert "default-src 'none'" in phone.answer.headers["Content-Security-Policy"]
    phone.get("/")


def test_links_and_feeds_are_guessed_under_one_limit(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    for n in range(15):
        phone.get(f"/join/guess-{n}", 404)
        phone.get(f"/feeds/guess-{n}/nights.ics", 404)
    phone.get("/join/guess", 429)
    phone.get("/feeds/guess/results.atom", 429)


def test_the_right_link_and_feed_open_while_the_address_is_limited_for_wrong_ones(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    table = start(app, "derange", "Anna Bo")
    phone = Phone(app)
    for n in range(30):
        phone.get(f"/join/guess-{n}", 404)
    phone.get("/join/guess", 429)
    phone.open_link(table.link("owner"))
    feed = table.link("feed").rpartition("/")[2]
    phone.get(f"/feeds/{feed}/nights.ics")


def test_a_hundred_phones_behind_one_address_open_the_same_link(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    link = start(app, "derange", "Anna Bo").link("player")
    for _ in range(100):
        Phone(app).open_link(link)
    feed = start(app, "derange", "Anna Bo").link("feed").rpartition("/")[2]
    for _ in range(100):
        assert app.test_client().get(f"/feeds/{feed}/nights.ics").status_code == 200


def test_a_hundred_phones_behind_one_address_save_the_same_file(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    phone = Phone(app)
    phone.open_link(table.link("watcher"))
    for _ in range(100):
        phone.get(f"{table.path}/export/rounds.csv")


def test_requests_of_strangers_and_of_other_groups_do_not_count(app_with):
    app = app_with(RATELIMIT_ENABLED=True)
    table, other = (start(app, "derange", "Anna Bo") for _ in range(2))
    scorer, watcher = Phone(app), Phone(app)
    scorer.open_link(table.link("scorer"))
    scorer.open_link(other.link("scorer"))
    watcher.open_link(table.link("watcher"))
    file = f"{table.group_path}/export/rounds.csv"
    for _ in range(6):
        watcher.get(file, 403)
        Phone(app).get(file, 404)
        scorer.get(f"{other.group_path}/export/rounds.csv")
    scorer.get(f"{other.group_path}/export/rounds.csv", 429)
    scorer.get(file)


@pytest.mark.parametrize("path", ["jobs", "imports", "merge"])
def test_a_stranger_uses_up_no_import_and_no_job(app_with, path):
    app = app_with(RATELIMIT_ENABLED=True)
    table = start(app, "derange", "Anna Bo")
    stranger, owner = Phone(app), Phone(app)
    owner.open_link(table.link("owner"))
    data = {"csrf_token": stranger.token()}
    address = f"{table.group_path}/{path}"
    for _ in range(21):
        stranger.client.post(address, data=data, headers={"Sec-Fetch-Site": "same-origin"})
    data = {"csrf_token": owner.token()}
    answer = owner.client.post(address, data=data, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code in (400, 422)


def test_creating_groups_is_limited(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    phone.get("/new/derange")
    for _ in range(61):
        phone.submit("#new-game", {"name": ["Anna", "Anna"]}, status=422)
    action, _method, data = phone.filled("#new-game", {"name": ["Anna", "Bo"]})
    answers = []
    for number in range(61):
        data["change_id"] = ""
        data["forget_links"] = "1"  # the phone knows fewer groups than it creates
        data.setlist("name", ["Anna", f"Bo {number}"])
        answer = phone.client.post(action, data=data, headers={"Sec-Fetch-Site": "same-origin"})
        answers.append(answer.status_code)
    assert answers == [303] * 60 + [429]
    phone.post(action, data, 429, Sec_Fetch_Site="same-origin")
    assert 1 <= waits(phone, "minute") <= 61
    assert phone.value_of("name") == "Anna"
    phone.get("/tournaments/new?new_people=1")
    phone.submit("#new-tournament", {"names": "Anna, Bo, Cara"}, status=429)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "Wait 1 second, then try again."),
        (120, "Wait 120 seconds, then try again."),
        (121, "Wait 3 minutes, then try again."),
        (3600, "Wait 60 minutes, then try again."),
    ],
)
def test_the_page_states_how_long_to_wait(app_with, monkeypatch, seconds, words):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    monkeypatch.setattr("views.web.errors.seconds_to_wait", lambda: seconds)
    for n in range(30):
        phone.get(f"/join/guess-{n}", 404)
    phone.get("/join/guess", 429)
    assert phone.page.texts(".lead") == [words]


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


def guesses_at_once(app, count):
    """Requests that all wait for Redis at the same time."""
    with ThreadPoolExecutor(count) as pool:
        return [status for (status,) in pool.map(lambda _n: guesses(app, 1), range(count))]


def test_all_requests_in_flight_are_answered_while_redis_is_silent(app_with, silent_redis_url):
    app = app_with(RATELIMIT_ENABLED=True, REDIS_URL=silent_redis_url)
    assert guesses_at_once(app, 5) == [404] * 5
    assert guesses(app, 31)[-1] == REFUSED
    Phone(app).get("/")


def test_redis_counts_again_once_it_answers(app_with, redis_url):
    app = app_with(RATELIMIT_ENABLED=True, REDIS_URL=redis_url)
    assert guesses(app, 30) == [404] * 30
    with redis.from_url(redis_url) as administrator:
        process_id = administrator.info("server")["process_id"]
    os.kill(process_id, signal.SIGSTOP)
    try:
        assert guesses_at_once(app, 5) == [404] * 5
    finally:
        os.kill(process_id, signal.SIGCONT)
    wait_until(lambda: guesses(app, 1) == [REFUSED], "Redis is not asked again")


def test_redis_that_stops_after_the_start_is_replaced(app_with):
    with new_redis() as url:
        app = app_with(RATELIMIT_ENABLED=True, REDIS_URL=url)
        assert guesses(app, 1) == [404]
    assert guesses_at_once(app, 5) == [404] * 5
