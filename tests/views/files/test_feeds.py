"""Calendar and feed, for programs that know only a secret address."""

import logging
import re
from contextlib import contextmanager
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy import event

from models import db
from tests.models.rows import every_text
from tests.page import Page
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import start
from views.web.security import WITHOUT_SECRETS

pytestmark = [
    full_only,
    pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], is_over=True),
    pytest.mark.phone("scorer"),
]

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def owner(table, phone_of):
    phone = phone_of(table, "owner")
    phone.get(f"{table.group_path}/export")
    return phone


@pytest.fixture
def program(app):
    """A calendar app: no cookie, no language."""
    phone = Phone(app)
    phone.headers = {"User-Agent": "Calendar/1.0"}
    phone.page = Page("", "/")  # it receives no page
    return phone


@pytest.fixture
def addresses(owner):
    """The addresses of the calendar and of the feed."""
    owner.submit("/links")
    found = [area.get_text() for area in owner.page.select("textarea")]
    return [urlsplit(address).path + "?" + urlsplit(address).query for address in found]


@contextmanager
def statements_of(app):
    """The statements sent to the database within the block."""
    statements = []

    def note(_connection, _cursor, statement, *_others):
        statements.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield statements
    event.remove(engine, "before_cursor_execute", note)


def secret_of(address):
    return re.fullmatch(r"/feeds/([\w-]{22})/\S+", address)[1]


def test_an_owner_creates_the_addresses_and_a_program_reads_them(table, addresses, program):
    calendar, feed = addresses
    program.get(calendar)
    assert program.answer.mimetype == "text/calendar"
    assert "SUMMARY:Friday table: Derange Order of Eight" in program.answer.get_data(as_text=True)
    program.get(feed)
    assert program.answer.mimetype == "application/atom+xml"
    (entry,) = ET.fromstring(program.answer.data).findall(f"{ATOM}entry")
    assert entry.find(f"{ATOM}title").text == "Derange Order of Eight: Cara wins"
    assert entry.find(f"{ATOM}content").text.splitlines()[2:] == ["1. Cara 0", "2. Bo 20", "3. Anna 50"]


def test_they_set_no_cookie(addresses, program):
    program.get(addresses[0])
    assert "Set-Cookie" not in program.answer.headers


def test_unchanged_files_are_answered_with_304(table, addresses, program):
    for address in addresses:
        program.get(address)
        tag = program.answer.headers["ETag"]
        program.get(address, 304, If_None_Match=tag)
        assert program.answer.data == b""
    table.corrects(1, "Anna out, Bo 8, Cara K")
    for address in addresses:
        program.get(address, If_None_Match=tag)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "wins"), ("sv", "vinner"), ("de", "wins"), ("", "wins")]
)
def test_the_language_is_in_the_address(addresses, program, language, word):
    program.get(addresses[1].partition("?")[0] + f"?lang={language}")
    assert word in program.answer.get_data(as_text=True)


def test_linked_pages_are_404_for_a_stranger(table, addresses, program, phone_of):
    program.get(addresses[1])
    feed = ET.fromstring(program.answer.data)
    pages = [urlsplit(link.get("href")).path for link in feed.iter(f"{ATOM}link")]
    assert table.path in pages
    for page in pages:
        program.get(page, 404)
        phone_of(table, "watcher").get(page)


def test_the_secret_gives_no_other_access(table, addresses, program):
    secret = secret_of(addresses[0])
    program.get(f"/join/{secret}", 404)
    program.get(table.group_path, 404)
    program.get(f"{table.group_path}/export/nights.ics", 404)


@pytest.mark.parametrize("role", ["owner", "scorer", "watcher"])
def test_the_secret_of_a_link_to_the_group_opens_no_feed(table, program, role):
    secret = table.link(role).removeprefix("/join/")
    program.get(f"/feeds/{secret}/nights.ics", 404)
    program.get(f"/feeds/{secret}/results.atom", 404)


@pytest.mark.parametrize("secret", ["guessed", "x" * 5000, "%00", "%ff%fe", "ä", "..%2f.."])
def test_any_invalid_secret_is_not_found(program, secret):
    program.get(f"/feeds/{secret}/nights.ics", 404)


def test_revoking_the_feed_keeps_other_links(table, owner, addresses, program, phone_of):
    watcher = phone_of(table, "watcher")
    owner.get(f"{table.group_path}/links")
    (row,) = [row for row in owner.page.select("li.row") if "Calendar and feed" in row.get_text()]
    owner.submit(row.form["action"])
    for address in addresses:
        program.get(address, 404)
    watcher.get(table.group_path)


def test_only_a_hash_of_the_secret_is_stored_and_it_is_shown_once(app, owner, addresses, phone_of, table):
    secret = secret_of(addresses[0])
    assert secret not in " ".join(every_text(app))
    assert secret not in owner.path
    other = phone_of(table, "owner")
    other.get(owner.path)
    assert not other.page.soup.textarea


def test_the_files_do_not_contain_the_secret(addresses, program):
    for address in addresses:
        program.get(address)
        assert secret_of(address) not in program.answer.get_data(as_text=True)


@pytest.mark.parametrize("role", ["scorer", "watcher"])
def test_only_an_owner_can_create_them(table, phone_of, role):
    phone = phone_of(table, role)
    phone.get(f"{table.group_path}/export")
    token = phone.token()
    data = {"role": "feed", "csrf_token": token}
    phone.post(f"{table.group_path}/links", data, 403, Sec_Fetch_Site="same-origin")


def test_guessing_secrets_is_limited(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    for n in range(30):
        phone.get(f"/feeds/guess-{n}/nights.ics", 404)
    phone.get("/feeds/guess-31/nights.ics", 429)


@pytest.mark.parametrize("file", ["nights.ics", "results.atom"])
def test_downloads_are_limited(app_with, file):
    table = start(app_with(RATELIMIT_ENABLED=True), "derange", "Anna Bo")
    phone = Phone(table.app)
    phone.get(table.link("watcher"))
    for _ in range(120):
        answer = phone.client.get(f"{table.group_path}/export/{file}")
        assert answer.status_code == 200
    phone.get(f"{table.group_path}/export/{file}", 429)


@pytest.mark.parametrize(
    "line", ['127.0.0.1 "GET {} HTTP/1.1" 200', "https://t8.example{}", "{} failed", "'{}'"]
)
def test_logs_do_not_contain_the_secret(addresses, line):
    for address in addresses:
        record = logging.LogRecord("x", logging.INFO, "", 0, line.format(address), (), None)
        WITHOUT_SECRETS.filter(record)
        assert secret_of(address) not in record.getMessage()
        assert "/feeds/…/" in record.getMessage()


def test_a_watcher_can_download_both_files(table, phone_of):
    phone = phone_of(table, "watcher")
    for name in ("nights.ics", "results.atom"):
        phone.get(f"{table.group_path}/export/{name}")
        assert phone.answer.headers["Content-Disposition"].startswith("attachment; ")
        assert b"Derange Order of Eight" in phone.answer.data


def test_query_count_does_not_grow(app, game, table, addresses, program):
    def queries(address):
        with statements_of(app) as statements:
            program.get(address)
        return len(statements)

    before = [queries(address) for address in addresses]
    for _ in range(3):
        game("derange", "Anna Bo", group_id=table.group_id).plays("Anna out, Bo 8").stops()
    assert [queries(address) for address in addresses] == before
