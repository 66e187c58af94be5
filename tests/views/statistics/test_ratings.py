"""Ratings as a reader sees them."""

import uuid

import pytest

from tests.views.statistics.short_sessions import ANNA, BO, again


@pytest.fixture
def table(game):
    first = game("derange", "Anna Bo Cara").plays(ANNA).stops()
    for result in [*[ANNA] * 8, BO]:
        again(first, result)
    return first


def ratings_of(table):
    return f"{table.group_path}/statistics/ratings"


def rows(page):
    return [
        (row.select_one(".rank").get_text(), row.select_one(".name").get_text())
        for row in page.soup.select(".rated > li")
    ]


def test_the_list_is_in_order_and_the_unsettled_have_no_place(table, phone_of):
    again(table, "Dilan out, Anna 8", names="Dilan Anna")
    page = phone_of(table, "watcher").get(ratings_of(table))
    assert rows(page) == [("1", "Anna"), ("2", "Bo"), ("3", "Cara")]
    assert page.texts(".few-games") == ["Dilan has 1 game. A place takes 10."]


def test_the_page_says_what_the_number_means_and_draws_the_best(table, phone_of):
    page = phone_of(table, "watcher").get(ratings_of(table))
    assert "everybody begins at 1,000" in page.words
    assert page.soup.select_one("svg.chart")["aria-label"] == "Ratings over time: Anna, Bo and Cara"
    assert len(page.soup.select("svg.chart path.curve")) == 3
    assert len(page.soup.select("svg.chart .band")) == 0
    heads = [cell.get_text() for cell in page.soup.select("table.numbers thead th")]
    assert heads == ["Day", "Anna", "Bo", "Cara"]


def test_one_player_has_a_page_with_the_doubt_drawn(table, phone_of):
    phone = phone_of(table, "watcher")
    page = phone.get(phone.get(ratings_of(table)).soup.select_one(".rated a.n")["href"])
    assert page.soup.h1.get_text() == "Rating of Anna"
    assert len(page.soup.select("svg.chart .band")) == 1
    assert "±" in page.soup.select_one("table.numbers tbody").get_text()


def test_a_name_leads_to_the_person_and_a_rating_to_how_it_came_about(table, phone_of):
    page = phone_of(table, "watcher").get(ratings_of(table))
    anna = table.player_id("Anna")
    assert page.soup.select_one(".rated a")["href"] == f"{table.group_path}/statistics/players/{anna}"
    assert page.soup.select_one(".rated a.n")["href"].endswith(f"/ratings?player={anna}")


def test_a_variant_has_its_own_list(table, phone_of):
    for _ in range(10):
        again(table, "Bo out, Anna 8", names="Anna Bo", variant="vandatta", rounds=1)
    page = phone_of(table, "watcher").get(f"{ratings_of(table)}?variant=vandatta")
    assert rows(page) == [("1", "Bo"), ("2", "Anna")]


def test_only_the_variant_can_be_asked_for(table, phone_of):
    """Ratings need every session of their scope, whatever year another page was about."""
    phone = phone_of(table, "watcher")
    asked = phone.get(f"{ratings_of(table)}?year={table.clock.time.year}&players=3")
    assert rows(asked) == rows(phone.get(ratings_of(table)))
    assert not asked.soup.select("select[name=year], select[name=players]")
    assert not [address for address in asked.hrefs() if "year=" in address]
    assert asked.soup.select_one(".top p").get_text() == "Friday table · all games"


def test_before_ten_games_there_are_none(game, phone_of):
    table = game("derange", "Anna Bo Cara").plays(ANNA).stops()
    for _ in range(8):
        again(table, ANNA)
    page = phone_of(table, "watcher").get(ratings_of(table))
    assert "Ratings join after ten games" in page.words
    assert not page.select(".rated, svg.chart, h2")


def test_who_is_not_rated_here_is_not_found(table, game, phone_of):
    phone, theirs = phone_of(table, "watcher"), game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    for player in (uuid.uuid4(), theirs.player_id("Anna"), "nonsense", ""):
        phone.get(f"{ratings_of(table)}?player={player}", 404)


def test_a_stranger_finds_nothing(table, phone):
    phone.get(ratings_of(table), 404)
