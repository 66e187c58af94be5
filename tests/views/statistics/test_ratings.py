"""Pages of ratings: the list, the page of a player."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from models.statistics.ratings import AWAY
from tests.sampling import full_only
from tests.views.statistics.short_sessions import ANNA, BO, add_session

pytestmark = full_only

NOON = datetime.now(UTC).replace(hour=12) - timedelta(days=1)  # a long game then ends on the day it began


@pytest.fixture
def played(game):
    first = game("derange", "Anna Bo Cara", at=NOON).plays(ANNA).stops()
    for result in [*[ANNA] * 8, BO]:
        add_session(first, result)
    return first


def ratings_of(played):
    return f"{played.group_path}/statistics/ratings"


def rows(page):
    return [
        (row.select_one(".rank").get_text(), row.select_one(".name").get_text())
        for row in page.soup.select(".rated > li")
    ]


def test_the_list_is_ordered_and_players_with_few_games_have_no_place(played, phone_of):
    add_session(played, "Dilan out, Anna 8", names="Dilan Anna")
    page = phone_of(played, "watcher").get(ratings_of(played))
    assert rows(page) == [("1", "Anna"), ("2", "Bo"), ("3", "Cara")]
    assert page.texts(".few-games") == ["Dilan has 1 game. A place takes 10."]


def test_each_row_shows_the_date_and_the_effect_of_the_last_game(played, phone_of):
    played.clock.time += timedelta(days=30)
    add_session(played, "Bo out, Anna 8", names="Anna Bo")
    page = phone_of(played, "watcher").get(ratings_of(played))
    notes = {name: row.small.get_text() for name, row in zip("ABC", page.select(".rated > li"), strict=True)}
    today, before = (f"{at:%-d %b %Y}" for at in (played.clock.time, played.clock.time - timedelta(days=30)))
    assert notes["A"].endswith(f" on {today}")
    assert notes["C"].endswith(f" on {before}")


def test_players_absent_for_a_year_are_listed_separately_until_they_play_again(played, phone_of):
    phone, days = phone_of(played, "watcher"), AWAY + timedelta(days=1)
    played.clock.time += days
    add_session(played, "Bo out, Anna 8", names="Anna Bo")
    page = phone.get(ratings_of(played))
    assert [name for _place, name in rows(page)] == ["Anna", "Bo"]
    [apart] = page.select("[aria-labelledby=list] details")
    assert "1 player has not played for a year" in apart.summary.get_text()
    assert apart.select_one(".name").get_text(strip=True).endswith("Cara")
    assert "last played" in apart.small.get_text()
    cara = phone.get(apart.select_one("a.value")["href"])
    assert "Has not played for a year or more" in cara.words
    add_session(played, ANNA)
    assert ("3", "Cara") in rows(phone.get(ratings_of(played)))


def test_the_best_player_is_named_only_if_luck_does_not_explain_it(game, phone_of):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    for result in ["Bo out, Anna 8", "Anna out, Bo 8"] * 5:
        add_session(table, result, names="Anna Bo")
    phone = phone_of(table, "watcher")
    assert (
        "Who plays best is too close to tell: it could be Anna or Bo." in phone.get(ratings_of(table)).words
    )
    for _ in range(25):
        add_session(table, "Anna out, Bo 8", names="Anna Bo")
    assert "Anna plays best, and luck alone does not explain it." in phone.get(ratings_of(table)).words


def test_the_page_explains_the_number_and_draws_the_best_players(played, phone_of):
    page = phone_of(played, "watcher").get(ratings_of(played))
    assert "everybody begins at 1,000" in page.words
    assert page.soup.select_one("svg.chart")["aria-label"] == "Ratings over time: Anna, Bo and Cara"
    assert len(page.soup.select("svg.chart path.curve")) == 3
    assert len(page.soup.select("svg.chart .confidence-band")) == 0
    heads = [cell.get_text() for cell in page.soup.select("table.numbers thead th")]
    assert heads == ["Day", "Anna", "Bo", "Cara"]


def test_the_page_of_a_player_draws_the_confidence_band(played, phone_of):
    phone = phone_of(played, "watcher")
    page = phone.get(phone.get(ratings_of(played)).soup.select_one(".rated a.value")["href"])
    assert page.soup.h1.get_text() == "Rating of Anna"
    assert len(page.soup.select("svg.chart .confidence-band")) == 1
    assert "±" in page.soup.select_one("table.numbers tbody").get_text()


@pytest.mark.parametrize(
    ("names", "note"),
    [
        ("Anna Bo Cara Dilan Eva", ""),
        ("Anna Bo Cara Dilan Eva Frans", "Not drawn here: Frans."),
        ("Anna Bo Cara Dilan Eva Frans Gun Hans Ida Jon", "5 players are not drawn here."),
    ],
)
def test_the_chart_says_whom_it_leaves_out(game, phone_of, names, note):
    result = ", ".join(f"{name} {'out' if name == 'Anna' else '8'}" for name in names.split())
    table = game("vandatta", names, at=NOON, rounds=1).plays(result)
    for _ in range(9):
        add_session(table, result, names=names, variant="vandatta", rounds=1)
    page = phone_of(table, "watcher").get(ratings_of(table))
    assert len(page.select(".chart .curve")) == min(5, len(names.split()))
    notes = " ".join(page.texts("[aria-labelledby=past] .note"))
    assert notes.startswith(note) if note else notes == ""


def test_the_chart_names_a_newcomer_whom_it_leaves_out(played, phone_of):
    add_session(played, "Dilan out, Anna 8", names="Dilan Anna")
    page = phone_of(played, "watcher").get(ratings_of(played))
    assert page.texts("[aria-labelledby=past] .note")[0].startswith("Not drawn here: Dilan.")


def test_a_name_links_to_the_player_and_a_rating_to_its_page(played, phone_of):
    page = phone_of(played, "watcher").get(ratings_of(played))
    anna = played.player_id("Anna")
    assert page.soup.select_one(".rated a")["href"] == f"{played.group_path}/statistics/players/{anna}"
    assert page.soup.select_one(".rated a.value")["href"].endswith(f"/ratings?player={anna}")


def test_a_variant_has_its_own_list(played, phone_of):
    for _ in range(10):
        add_session(played, "Bo out, Anna 8", names="Anna Bo", variant="vandatta", rounds=1)
    page = phone_of(played, "watcher").get(f"{ratings_of(played)}?variant=vandatta")
    assert rows(page) == [("1", "Bo"), ("2", "Anna")]


def test_the_variant_is_the_only_filter(played, phone_of):
    """Ratings need every session of their scope: the year of another page is ignored."""
    phone = phone_of(played, "watcher")
    filtered = phone.get(f"{ratings_of(played)}?year={played.clock.time.year}&players=3")
    assert rows(filtered) == rows(phone.get(ratings_of(played)))
    assert not filtered.soup.select("select[name=year], select[name=players]")
    assert not [address for address in filtered.hrefs() if "year=" in address]
    assert filtered.soup.select_one(".top p").get_text() == "Friday table · all games"


def test_there_are_no_ratings_before_ten_games(game, phone_of):
    table = game("derange", "Anna Bo Cara").plays(ANNA).stops()
    for _ in range(8):
        add_session(table, ANNA)
    page = phone_of(table, "watcher").get(ratings_of(table))
    assert "Ratings join after ten games" in page.words
    assert not page.select(".rated, svg.chart, h2")


def test_an_unrated_player_is_not_found(played, game, phone_of):
    phone, theirs = phone_of(played, "watcher"), game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    for player in (uuid.uuid4(), theirs.player_id("Anna"), "nonsense", ""):
        phone.get(f"{ratings_of(played)}?player={player}", 404)


def test_a_stranger_gets_404(played, phone):
    phone.get(ratings_of(played), 404)
