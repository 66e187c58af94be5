"""The year in review, as a page and as text."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.custom import preset
from tests.golden.nights import golden_group
from tests.phone import Phone
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only


@pytest.fixture
def nights(app):
    return golden_group(app)


@pytest.fixture
def watcher(nights, phone_of):
    return phone_of(nights[0].tables[0], "watcher")


@pytest.fixture
def year_path(nights):
    return f"{nights[0].group_path}/statistics/years/2026"


def read(page, selector="main"):
    return [" ".join(part.get_text(" ").split()) for part in page.select(selector)]


def test_the_page_starts_with_most_wins_and_totals(watcher, year_path):
    page = watcher.get(year_path)
    assert page.heading == "The year 2026"
    assert read(page, "#most-wins") == ["Anna won most games 4 of 7"]
    assert read(page, ".figures p") == ["3 nights", "8 games", "27 deals"]


def test_the_table_shows_attendance(watcher, year_path):
    rows = read(watcher.get(year_path), "[aria-labelledby=table] li")
    assert rows[0] == "1 A Anna there on 3 of 3 nights, average place 2.0 won 4 of 7"
    assert rows[-1] == "6 E Eva there on 3 of 3 nights, average place 3.3 won 0 of 3"


def test_moments_are_of_sessions_played_to_the_end_and_firsts_are_listed(watcher, year_path):
    page = watcher.get(year_path)
    moments = read(page, ".moments li")
    assert "Costliest hand · Derange Order of Eight Anna, 60 2 2 2 Oct 2026" in moments
    assert "Longest night 13 deals 2 Oct 2026" in moments
    firsts = read(page, "[aria-labelledby=firsts] li")
    assert "Frans first win 17 Oct 2026" in firsts
    assert "Eva first game 2 Oct 2026" in firsts


def test_the_text_matches_the_page(watcher, year_path):
    watcher.get(f"{year_path}.txt")
    text = watcher.answer.get_data(as_text=True)
    assert watcher.answer.mimetype == "text/plain"
    assert "3 nights, 8 games, 27 deals" in text
    assert "Anna won most games: 4 of 7" in text
    assert "1. Anna: 4 wins of 7, there on 3 of 3 nights" in text
    assert "first win: Cara, Anna, Bo and Frans" in text
    assert text.strip() in watcher.get(year_path).select("textarea")[0].get_text().strip()


def test_links_keep_the_year(watcher, year_path):
    hrefs = watcher.get(year_path).hrefs()
    assert any("/statistics/players/" in href and "year=2026" in href for href in hrefs)


def test_the_default_is_the_newest_year(watcher, year_path):
    assert watcher.get(year_path.removesuffix("/2026")).heading == "The year 2026"


@pytest.mark.parametrize("year", ["2025", "0", "99999999999", "x"])
def test_a_year_without_nights_is_unknown(watcher, year_path, year):
    watcher.get(f"{year_path.removesuffix('2026')}{year}", 404)
    watcher.get(f"{year_path.removesuffix('2026')}{year}.txt", 404)


def test_a_stranger_gets_404(app, nights, year_path):
    for path in (year_path, f"{year_path}.txt", year_path.removesuffix("/2026")):
        Phone(app).get(path, 404)


def test_a_year_without_finished_games_has_a_message(game, phone_of):
    table = game("derange", "Anna Bo", at=datetime(2024, 5, 3, 19, tzinfo=UTC)).plays("Anna out, Bo 8")
    page = phone_of(table, "watcher").get(f"{table.group_path}/statistics/years/2024")
    assert "No game was finished in 2024." in page.words


def test_query_count_does_not_grow_with_the_number_of_games(app, nights, watcher, year_path):
    few = queries_of(app, lambda: watcher.get(year_path))
    for week in range(4, 20):
        at = datetime(2026, 1, 2, 19, tzinfo=UTC) + week * timedelta(weeks=1)
        session = start(app, "derange", "Anna Bo Cara Gun", group_id=nights[0].tables[0].group_id, at=at)
        session.plays("Anna out, Bo 8, Cara 9, Gun K").stops()
    assert queries_of(app, lambda: watcher.get(year_path)) <= few


def test_records_of_a_game_whose_card_values_changed_say_which_they_are_of(app, phone_of):
    first = start(app, preset("crazy_eights_low"), "Anna Bo", at=datetime(2026, 3, 7, 18, tzinfo=UTC))
    first.plays("Anna out, Bo 8 8").changes_rules(
        preset("crazy_eights_low", values={**preset("crazy_eights_low").values, "8": 20})
    )
    again = {"group_id": first.group_id, "at": datetime(2026, 4, 9, 18, tzinfo=UTC)}
    start(app, first.variant(), "Anna Bo", **again).plays("Anna out, Bo 8 8").stops()
    page = phone_of(first, "watcher").get(f"{first.group_path}/statistics/years/2026")
    labels = [line for line in read(page, ".moments li") if line.startswith("Costliest hand")]
    assert [label.partition(" Bo")[0] for label in labels] == [
        "Costliest hand · Crazy Eights, low, counted as on 7 Mar 2026",
        "Costliest hand · Crazy Eights, low, counted as on 9 Apr 2026",
    ]
