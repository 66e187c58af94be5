"""A club: what People shows of many, in no more queries than of few."""

import pytest

from tests.once import played_once
from tests.queries import queries_of
from tests.table import start

CLUB = [f"P{number}" for number in range(1, 26)]


def group_of(app, players, games=10):
    """Every pair of neighbours has finished so many games; the earlier in the alphabet wins."""
    table = None
    for _ in range(games):
        for one, other in zip(players[::2], players[1::2], strict=False):
            more = {"group_id": table.group_id, "clock": table.clock} if table else {}
            table = start(app, "vandatta_pagat", f"{one} {other}", rounds=1, **more)
            table.plays(f"{one} out, {other} 8")
    return table


@played_once
def few_and_many(app):
    return group_of(app, CLUB[:4]), group_of(app, CLUB)


@pytest.fixture
def groups(app):
    return few_and_many(app)


@pytest.fixture
def club(groups):
    return groups[1]


def test_each_is_one_row_and_the_rows_are_close(club, phone_of):
    page = phone_of(club, "watcher").get(f"{club.group_path}/statistics")
    rows = page.select("[aria-labelledby=ranking] .people.dense > li")
    assert len(rows) == 24
    assert all(len(row.select(".rank, .disc, .name, .share-bar, .value")) == 5 for row in rows)
    assert len(page.select(".duels > li")) == 4
    assert "All 12 pairs" in page.words


def test_every_pair_is_one_tap_from_the_clearest(app, phone_of):
    """Thirteen pairs of neighbours; the list begins with twelve."""
    club = group_of(app, [f"P{number}" for number in range(10, 36)])
    phone = phone_of(club, "watcher")
    page = phone.get(f"{club.group_path}/statistics/rivals?players=2")
    assert len(page.select(".duels > li")) == 12
    [more] = [a["href"] for a in page.select("a") if a.get_text() == "1 more pair"]
    assert "players=2" in more
    assert len(phone.get(more).select(".duels > li")) == 13
    assert "1 more pair" not in phone.page.texts("a")


@pytest.mark.parametrize("path", ["", "/rivals", "/records", "/honours", "/ratings"])
def test_many_take_no_more_queries_than_few(app, groups, phone_of, path):
    asked = []
    for table in groups:
        phone = phone_of(table, "watcher")
        asked.append(queries_of(app, lambda p=phone, t=table: p.get(f"{t.group_path}/statistics{path}")))
    assert asked[0] == asked[1]


def test_the_first_evening_of_many_takes_no_more_queries(app, phone_of):
    asked = []
    for players in (CLUB[:4], CLUB):
        table = group_of(app, players, games=1)
        phone = phone_of(table, "watcher")
        asked.append(queries_of(app, lambda p=phone, t=table: p.get(f"{t.group_path}/statistics")))
    assert asked[0] == asked[1]
