"""Every statistics page makes the same number of queries for long and short histories."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.benchmarks.groups import visit_years
from tests.benchmarks.measuring import PageRequest
from tests.benchmarks.pages import PAGES
from tests.databases import app_on, let_go, migrated_sqlite

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
SHORT, LONG = 40, 43  # nights; enough for every list, chart and comparison
LOOKS_BACK = (
    "nights.",
    "statistics.",
    "home.seasons",
    "home.edit_season",
    "table.chances",
    "table.rescoring",
    "paper.print_sheet",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    file = migrated_sqlite(tmp_path_factory.mktemp("looking_back") / "t.sqlite3")
    app = app_on(f"sqlite:///{file}")
    yield app
    let_go(app)


@pytest.fixture(scope="module")
def groups(app):
    """A group with a short history and one with a longer one."""
    return [visit_years(app, nights, NOW) for nights in (SHORT, LONG)]


@pytest.fixture(scope="module")
def queries(groups):
    """By page, the queries of the first request in each group; without pages outside of groups."""
    return {
        page.name: [PageRequest(visit, replace(page, first=True)).answer().queries for visit in groups]
        for page in PAGES
        if "{" in page.address
    }


def test_no_page_makes_more_queries_for_a_longer_history(queries):
    assert min(queries["statistics"]) > 1
    assert {name: both for name, both in queries.items() if both[0] != both[1]} == {}


def test_every_statistics_page_is_measured(app, groups):
    """New pages must be added to tests/benchmarks/pages.py."""
    adapter = app.url_map.bind("")
    paths = {page.address.format(**groups[0].places).partition("?")[0] for page in PAGES}
    reached = {adapter.match(path)[0] for path in paths}
    pages = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith(LOOKS_BACK) and "GET" in rule.methods
    }
    assert pages - reached == {
        "home.edit_season",  # one season in any case
        "nights.confirm_deletion",  # one night in any case
    }
