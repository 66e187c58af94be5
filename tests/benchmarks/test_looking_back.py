"""Every page that looks back asks the database as often for a long history as for a short one."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from benchmarks.groups import build_group
from benchmarks.measuring import Asking
from benchmarks.phone import Phone
from benchmarks.review_pages import review_pages
from commands.writing import writing
from tests.databases import app_on, let_go, migrated_sqlite

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
SHORT, LONG = 14, 24  # nights; a page shows a dozen
LOOKS_BACK = ("nights.", "statistics.", "rivals.", "ratings.", "seasons.", "chances.", "what_if.", "papers.")


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    file = migrated_sqlite(tmp_path_factory.mktemp("looking_back") / "t.sqlite3")
    app = app_on(f"sqlite:///{file}")
    yield app
    let_go(app)


@pytest.fixture(scope="module")
def groups(app):
    """A group with a short history and one with a longer one, each with a phone that opened it."""
    with app.app_context(), writing():
        built = [build_group(nights, Random(8), NOW) for nights in (SHORT, LONG)]
    return [(one, Phone(app, one.secret)) for one in built]


@pytest.fixture(scope="module")
def asked(app, groups):
    """By page, what is asked of the database for each group by whoever looks first."""
    pages = [(phone, review_pages(app, built)) for built, phone in groups]
    return {
        name: [Asking(phone, replace(by_name[name], first=True)).queries() for phone, by_name in pages]
        for name in pages[0][1]
    }


def test_no_page_asks_more_often_for_a_longer_history(asked):
    grown = {
        name: [len(queries) for queries in both]
        for name, both in asked.items()
        if len(both[0]) != len(both[1])
    }
    assert grown == {}


def test_every_page_that_looks_back_is_looked_at(app, groups):
    """Whoever adds one adds it to benchmarks/review_pages.py as well."""
    built, _phone = groups[0]
    adapter = app.url_map.bind("")
    reached = {adapter.match(page.path.partition("?")[0])[0] for page in review_pages(app, built).values()}
    pages = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith(LOOKS_BACK) and "GET" in rule.methods
    }
    assert pages - reached == {"seasons.edit"}  # one season, whatever else there is
