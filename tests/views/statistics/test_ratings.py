"""Ratings as a reader sees them."""

import sys
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from game.analysis.calibration import Prediction
from models.statistics.ratings import AWAY
from tests.views.statistics.short_sessions import ANNA, BO, again

NOON = datetime.now(UTC).replace(hour=12) - timedelta(days=1)  # an evening of games ends on the day it began


@pytest.fixture
def played(game):
    first = game("derange", "Anna Bo Cara", at=NOON).plays(ANNA).stops()
    for result in [*[ANNA] * 8, BO]:
        again(first, result)
    return first


def ratings_of(played):
    return f"{played.group_path}/statistics/ratings"


def rows(page):
    return [
        (row.select_one(".rank").get_text(), row.select_one(".name").get_text())
        for row in page.soup.select(".rated > li")
    ]


def test_the_list_is_in_order_and_the_unsettled_have_no_place(played, phone_of):
    again(played, "Dilan out, Anna 8", names="Dilan Anna")
    page = phone_of(played, "watcher").get(ratings_of(played))
    assert rows(page) == [("1", "Anna"), ("2", "Bo"), ("3", "Cara")]
    assert page.texts(".few-games") == ["Dilan has 1 game. A place takes 10."]


def test_each_says_when_they_played_last_and_what_that_changed(played, phone_of):
    played.clock.time += timedelta(days=30)
    again(played, "Bo out, Anna 8", names="Anna Bo")
    page = phone_of(played, "watcher").get(ratings_of(played))
    said = {name: row.small.get_text() for name, row in zip("ABC", page.select(".rated > li"), strict=True)}
    today, before = (f"{at:%-d %b %Y}" for at in (played.clock.time, played.clock.time - timedelta(days=30)))
    assert said["A"].endswith(f" on {today}")
    assert said["C"].endswith(f" on {before}")


def test_who_has_not_played_for_a_year_stands_apart_and_comes_back(played, phone_of):
    phone, days = phone_of(played, "watcher"), AWAY + timedelta(days=1)
    played.clock.time += days
    again(played, "Bo out, Anna 8", names="Anna Bo")
    page = phone.get(ratings_of(played))
    assert [name for _place, name in rows(page)] == ["Anna", "Bo"]
    [apart] = page.select("[aria-labelledby=list] details")
    assert "1 player has not played for a year" in apart.summary.get_text()
    assert apart.select_one(".name").get_text(strip=True).endswith("Cara")
    assert "last played" in apart.small.get_text()
    cara = phone.get(apart.select_one("a.value")["href"])
    assert "Has not played for a year or more" in cara.words
    again(played, ANNA)
    assert ("3", "Cara") in rows(phone.get(ratings_of(played)))


def test_the_best_is_named_only_where_luck_does_not_explain_it(game, phone_of):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    for result in ["Bo out, Anna 8", "Anna out, Bo 8"] * 5:
        again(table, result, names="Anna Bo")
    phone = phone_of(table, "watcher")
    assert (
        "Who plays best is too close to tell: it could be Anna or Bo." in phone.get(ratings_of(table)).words
    )
    for _ in range(25):
        again(table, "Anna out, Bo 8", names="Anna Bo")
    assert "Anna plays best, and luck alone does not explain it." in phone.get(ratings_of(table)).words


def test_how_often_the_ratings_came_true_is_told_from_fifty_games_on(game, phone_of):
    """A game a day, a dozen of them won by Bo; on a day only what was known the day before is said."""
    table = game("derange", "Anna Bo", at=NOON - timedelta(days=61)).plays("Anna out, Bo 8").stops()
    phone = phone_of(table, "watcher")
    for place in range(60):
        if place == 15:
            words = phone.get(ratings_of(table)).words
            assert "Too few games to tell: 15 so far were played by people who all had a rating" in words
        table.clock.time += timedelta(days=1)
        again(table, "Bo out, Anna 8" if place % 5 == 4 else "Anna out, Bo 8", names="Anna Bo")
    section = phone.get(ratings_of(table)).soup.select_one("[aria-labelledby=kept]")
    assert "In the last 60 games the higher-rated player finished ahead 80% of the time" in (
        section.get_text(" ", strip=True)
    )
    assert all(line.b.get_text().startswith(("7", "8", "9")) for line in section.select("li"))


def test_of_people_whom_only_luck_tells_apart_nothing_is_foretold(played, phone_of, monkeypatch):
    nothing = [Prediction(0.5, is_correct=True, session=number) for number in range(60)]
    monkeypatch.setattr(sys.modules["views.statistics.ratings"], "predictions_of", lambda _scope: nothing)
    words = phone_of(played, "watcher").get(ratings_of(played)).words
    assert "The ratings differ no more than luck alone makes them" in words


def test_what_came_true_too_seldom_or_too_often_is_called_so_and_a_few_pairs_are_not_told(
    played, phone_of, monkeypatch
):
    told = [Prediction(0.6, is_correct=number % 5 == 0, session=number) for number in range(100)]
    told += [Prediction(0.7, is_correct=True, session=number) for number in range(100)]
    told += [Prediction(0.8, is_correct=True, session=number) for number in range(49)]
    told += [Prediction(0.9, is_correct=True, session=number) for number in range(50)]
    monkeypatch.setattr(sys.modules["views.statistics.ratings"], "predictions_of", lambda _scope: told)
    page = phone_of(played, "watcher").get(ratings_of(played))
    lines = [line.get_text(" ", strip=True) for line in page.select("[aria-labelledby=kept] li")]
    assert lines == [
        "Predicted: in about 6 of 10 games less often than was said 20% of 100 pairs",
        "Predicted: in about 7 of 10 games more often than was said 100% of 100 pairs",
        "Predicted: in about 9 of 10 games more often than was said 100% of 50 pairs",
    ]


@pytest.mark.parametrize(("games", "few"), [(49, True), (50, False)])
def test_fifty_games_are_enough_to_tell_and_forty_nine_are_not(played, phone_of, monkeypatch, games, few):
    told = [Prediction(0.6, is_correct=True, session=number) for number in range(games)]
    monkeypatch.setattr(sys.modules["views.statistics.ratings"], "predictions_of", lambda _scope: told)
    assert (
        "Too few games to tell: 49 so far" in phone_of(played, "watcher").get(ratings_of(played)).words
    ) is few


def test_the_page_says_what_the_number_means_and_draws_the_best(played, phone_of):
    page = phone_of(played, "watcher").get(ratings_of(played))
    assert "everybody begins at 1,000" in page.words
    assert page.soup.select_one("svg.chart")["aria-label"] == "Ratings over time: Anna, Bo and Cara"
    assert len(page.soup.select("svg.chart path.curve")) == 3
    assert len(page.soup.select("svg.chart .confidence-band")) == 0
    heads = [cell.get_text() for cell in page.soup.select("table.numbers thead th")]
    assert heads == ["Day", "Anna", "Bo", "Cara"]


def test_one_player_has_a_page_with_the_doubt_drawn(played, phone_of):
    phone = phone_of(played, "watcher")
    page = phone.get(phone.get(ratings_of(played)).soup.select_one(".rated a.value")["href"])
    assert page.soup.h1.get_text() == "Rating of Anna"
    assert len(page.soup.select("svg.chart .confidence-band")) == 1
    assert "±" in page.soup.select_one("table.numbers tbody").get_text()


def test_a_name_leads_to_the_person_and_a_rating_to_how_it_came_about(played, phone_of):
    page = phone_of(played, "watcher").get(ratings_of(played))
    anna = played.player_id("Anna")
    assert page.soup.select_one(".rated a")["href"] == f"{played.group_path}/statistics/players/{anna}"
    assert page.soup.select_one(".rated a.value")["href"].endswith(f"/ratings?player={anna}")


def test_a_variant_has_its_own_list(played, phone_of):
    for _ in range(10):
        again(played, "Bo out, Anna 8", names="Anna Bo", variant="vandatta", rounds=1)
    page = phone_of(played, "watcher").get(f"{ratings_of(played)}?variant=vandatta")
    assert rows(page) == [("1", "Bo"), ("2", "Anna")]


def test_only_the_variant_can_be_asked_for(played, phone_of):
    """Ratings need every session of their scope, whatever year another page was about."""
    phone = phone_of(played, "watcher")
    asked = phone.get(f"{ratings_of(played)}?year={played.clock.time.year}&players=3")
    assert rows(asked) == rows(phone.get(ratings_of(played)))
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


def test_who_is_not_rated_here_is_not_found(played, game, phone_of):
    phone, theirs = phone_of(played, "watcher"), game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    for player in (uuid.uuid4(), theirs.player_id("Anna"), "nonsense", ""):
        phone.get(f"{ratings_of(played)}?player={player}", 404)


def test_a_stranger_finds_nothing(played, phone):
    phone.get(ratings_of(played), 404)
