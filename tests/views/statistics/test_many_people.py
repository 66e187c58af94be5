"""Statistics of a club with many players: layout and query count."""

import pytest

from tests.once import played_once
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only

CLUB = [f"P{number}" for number in range(1, 26)]


def club_with_games(app, players, games=10):
    """Each pair of neighbours finishes `games` games; the earlier in the alphabet wins."""
    table = None
    for _ in range(games):
        for one, other in zip(players[::2], players[1::2], strict=False):
            options = {"group_id": table.group_id, "clock": table.clock} if table else {}
            table = start(app, "vandatta_pagat", f"{one} {other}", rounds=1, **options)
            table.plays(f"{one} out, {other} 8")
    return table


@played_once
def small_and_large(app):
    return club_with_games(app, CLUB[:4]), club_with_games(app, CLUB)


@pytest.fixture
def groups(app):
    return small_and_large(app)


@pytest.fixture
def club(groups):
    return groups[1]


def test_each_player_is_one_compact_row(club, phone_of):
    page = phone_of(club, "watcher").get(f"{club.group_path}/statistics")
    rows = page.select("[aria-labelledby=ranking] .people.dense > li")
    assert len(rows) == 24
    assert all(len(row.select(".rank, .disc, .name, .share-bar, .value")) == 5 for row in rows)
    assert len(page.select(".duels > li")) == 4
    assert "All 12 pairs" in page.words


def test_all_pairs_are_one_tap_from_the_clearest_pairs(app, phone_of):
    """Thirteen pairs; the list starts with twelve."""
    club = club_with_games(app, [f"P{number}" for number in range(10, 36)])
    phone = phone_of(club, "watcher")
    page = phone.get(f"{club.group_path}/statistics/rivals?players=2")
    assert len(page.select(".duels > li")) == 12
    [link] = [a["href"] for a in page.select("a") if a.get_text() == "1 more pair"]
    assert "players=2" in link
    assert len(phone.get(link).select(".duels > li")) == 13
    assert "1 more pair" not in phone.page.texts("a")


@pytest.mark.parametrize("path", ["", "/rivals", "/records", "/honours", "/ratings"])
def test_query_count_is_equal_for_few_and_many_players(app, groups, phone_of, path):
    counts = []
    for table in groups:
        phone = phone_of(table, "watcher")
        counts.append(queries_of(app, lambda p=phone, t=table: p.get(f"{t.group_path}/statistics{path}")))
    assert counts[0] == counts[1]


def test_query_count_of_the_first_night_is_equal_for_few_and_many_players(app, phone_of):
    counts = []
    for players in (CLUB[:4], CLUB):
        table = club_with_games(app, players, games=1)
        phone = phone_of(table, "watcher")
        counts.append(queries_of(app, lambda p=phone, t=table: p.get(f"{t.group_path}/statistics")))
    assert counts[0] == counts[1]
