"""The calendar and the feed: for a program that knows a secret address and nothing else."""

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
from tests.table import start
from views.web.security import WITHOUT_SECRETS

pytestmark = [pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], is_over=True), pytest.mark.phone("scorer")]

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
    phone.page = Page("", "/")  # it never sees any
    return phone


@pytest.fixture
def addresses(owner):
    """Where the two files are: the calendar's, the feed's."""
    owner.submit("/links")
    found = [area.get_text() for area in owner.page.select("textarea")]
    return [urlsplit(address).path + "?" + urlsplit(address).query for address in found]


@contextmanager
def counted(app):
    """The statements that reach the database meanwhile."""
    seen = []

    def note(_connection, _cursor, statement, *_others):
        seen.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)


def secret_of(address):
    return re.fullmatch(r"/feeds/([\w-]{22})/\S+", address)[1]


def test_an_owner_makes_them_and_a_program_reads_them(table, addresses, program):
    calendar, feed = addresses
    program.get(calendar)
    assert program.answer.mimetype == "text/calendar"
    assert "SUMMARY:Friday table: Derange Order of Eight" in program.answer.get_data(as_text=True)
    program.get(feed)
    assert program.answer.mimetype == "application/atom+xml"
    (entry,) = ET.fromstring(program.answer.data).findall(f"{ATOM}entry")
    assert entry.find(f"{ATOM}title").text == "Derange Order of Eight: Cara wins"
    assert entry.find(f"{ATOM}content").text.splitlines()[2:] == ["1. Cara 0", "2. Bo 20", "3. Anna 50"]


def test_nothing_is_set_down_on_the_programs_side(addresses, program):
    program.get(addresses[0])
    assert "Set-Cookie" not in program.answer.headers


def test_while_nothing_is_new_it_is_told_just_that(table, addresses, program):
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
def test_the_address_says_which_language(addresses, program, language, word):
    program.get(addresses[1].partition("?")[0] + f"?lang={language}")
    assert word in program.answer.get_data(as_text=True)


def test_what_they_point_to_is_nothing_to_a_stranger(table, addresses, program, phone_of):
    program.get(addresses[1])
    feed = ET.fromstring(program.answer.data)
    pages = [urlsplit(link.get("href")).path for link in feed.iter(f"{ATOM}link")]
    assert table.path in pages
    for page in pages:
        program.get(page, 404)
        phone_of(table, "watcher").get(page)


def test_the_secret_opens_nothing_else(table, addresses, program):
    secret = secret_of(addresses[0])
    program.get(f"/join/{secret}", 404)
    program.get(table.group_path, 404)
    program.get(f"{table.group_path}/export/nights.ics", 404)


@pytest.mark.parametrize("role", ["owner", "scorer", "watcher"])
def test_a_link_that_opens_the_group_reads_no_feed(table, program, role):
    secret = table.link(role).removeprefix("/join/")
    program.get(f"/feeds/{secret}/nights.ics", 404)
    program.get(f"/feeds/{secret}/results.atom", 404)


@pytest.mark.parametrize("secret", ["guessed", "x" * 5000, "%00", "%ff%fe", "ä", "..%2f.."])
def test_whatever_is_tried(program, secret):
    program.get(f"/feeds/{secret}/nights.ics", 404)


def test_revoked_it_is_gone_and_the_others_stay(table, owner, addresses, program, phone_of):
    watcher = phone_of(table, "watcher")
    owner.get(f"{table.group_path}/links")
    (row,) = [row for row in owner.page.select("li.row") if "Calendar and feed" in row.get_text()]
    owner.submit(row.form["action"])
    for address in addresses:
        program.get(address, 404)
    watcher.get(table.group_path)


def test_only_its_fingerprint_is_kept_and_it_is_shown_once(app, owner, addresses, phone_of, table):
    secret = secret_of(addresses[0])
    assert secret not in " ".join(every_text(app))
    assert secret not in owner.path
    other = phone_of(table, "owner")
    other.get(owner.path)
    assert not other.page.soup.textarea


def test_the_address_stands_in_no_file(addresses, program):
    for address in addresses:
        program.get(address)
        assert secret_of(address) not in program.answer.get_data(as_text=True)


@pytest.mark.parametrize("role", ["scorer", "watcher"])
def test_only_an_owner_makes_them(table, phone_of, role):
    phone = phone_of(table, role)
    phone.get(f"{table.group_path}/export")
    token = phone.token()
    data = {"role": "feed", "csrf_token": token}
    phone.post(f"{table.group_path}/links", data, 403, Sec_Fetch_Site="same-origin")


def test_nobody_guesses_by_trying(app_with):
    phone = Phone(app_with(RATELIMIT_ENABLED=True))
    for n in range(30):
        phone.get(f"/feeds/guess-{n}/nights.ics", 404)
    phone.get("/feeds/guess-31/nights.ics", 429)


@pytest.mark.parametrize("file", ["nights.ics", "results.atom"])
def test_nobody_asks_for_them_without_end(app_with, file):
    table = start(app_with(RATELIMIT_ENABLED=True), "derange", "Anna Bo")
    phone = Phone(table.app)
    phone.get(table.link("watcher"))
    for _ in range(30):
        phone.get(f"{table.group_path}/export/{file}")
    phone.get(f"{table.group_path}/export/{file}", 429)


@pytest.mark.parametrize(
    "line", ['127.0.0.1 "GET {} HTTP/1.1" 200', "https://t8.example{}", "{} failed", "'{}'"]
)
def test_no_log_learns_the_secret(addresses, line):
    for address in addresses:
        record = logging.LogRecord("x", logging.INFO, "", 0, line.format(address), (), None)
        WITHOUT_SECRETS.filter(record)
        assert secret_of(address) not in record.getMessage()
        assert "/feeds/…/" in record.getMessage()


def test_the_same_files_to_keep(table, phone_of):
    phone = phone_of(table, "watcher")
    for name in ("nights.ics", "results.atom"):
        phone.get(f"{table.group_path}/export/{name}")
        assert phone.answer.headers["Content-Disposition"].startswith("attachment; ")
        assert b"Derange Order of Eight" in phone.answer.data


def test_the_number_of_queries_does_not_grow(app, game, table, addresses, program):
    def queries(address):
        with counted(app) as seen:
            program.get(address)
        return len(seen)

    before = [queries(address) for address in addresses]
    for _ in range(3):
        game("derange", "Anna Bo", group_id=table.group_id).plays("Anna out, Bo 8").stops()
    assert [queries(address) for address in addresses] == before
