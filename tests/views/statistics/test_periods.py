"""Comparison of two periods: choice of the periods, and who improved."""

from datetime import UTC, datetime, timedelta

import pytest

from models import db
from models.group import Group
from models.season import make_season
from tests.once import played_once
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import NOBODY, at_work, start

pytestmark = full_only

FIRST, SECOND = datetime(2025, 1, 3, 19, tzinfo=UTC), datetime(2026, 1, 2, 19, tzinfo=UTC)


@played_once
def two_years(app):
    """Bo beats Anna 25 times in 2025, Anna beats Bo 25 times in 2026; Cara plays once."""
    table = None
    for year, words in ((FIRST, "Bo out, Anna 8"), (SECOND, "Anna out, Bo 8")):
        for game in range(25):
            group = {"group_id": table.group_id} if table else {}
            at = year + game * timedelta(days=1)
            table = start(app, "vandatta", "Anna Bo", rounds=1, at=at, **group).plays(words)
    start(app, "vandatta", "Anna Cara", rounds=1, at=SECOND, group_id=table.group_id).plays(
        "Anna out, Cara 8"
    )
    return table


@pytest.fixture
def played(app):
    return two_years(app)


@pytest.fixture
def path(played):
    return f"{played.group_path}/statistics/periods"


def verdicts(page):
    return [" ".join(li.get_text(" ").split()) for li in page.select("[aria-labelledby=who] li")]


def test_the_default_is_the_last_two_years(played, path, phone_of):
    page = phone_of(played, "watcher").get(path)
    assert page.heading == "2026 beside 2025"
    assert page.texts("tbody tr:nth-of-type(2) td") == ["25", "26"]
    anna, bo = verdicts(page)
    assert anna.startswith("A Anna Better. The true change lies between +")
    assert anna.endswith("100% of opponents beaten in 26 games, 0% in 25 before.")
    assert bo.startswith("B Bo Not as good.")
    assert "1 player has fewer than 20 games in one of the two." in page.words


def test_the_periods_can_be_exchanged(played, path, phone_of):
    page = phone_of(played, "watcher").get(f"{path}?before=2026&after=2025")
    assert page.heading == "2025 beside 2026"
    assert verdicts(page)[0].startswith("A Anna Not as good.")


def test_a_period_can_be_a_season_and_the_filter_is_kept(app, played, path, phone_of):
    with at_work(app):
        group = db.session.get_one(Group, played.group_id)
        days = {"first_day": SECOND.date(), "last_day": None}
        season_id = make_season(group, played.change_stamp(), name="Spring", **days).id
        db.session.commit()
    page = phone_of(played, "watcher").get(f"{path}?before=2025&after={season_id}&variant=vandatta&year=2025")
    assert page.heading == "Spring beside 2025"
    assert any("/players/" in href and "variant=vandatta" in href for href in page.hrefs())
    assert page.select("input[name=variant]")[0]["value"] == "vandatta"


def test_invalid_periods_are_ignored(played, path, phone_of, subtests):
    phone = phone_of(played, "watcher")
    for query in ["before=1900&after=x", f"before={NOBODY}", "after=%00", "before=2025&after=2025"]:
        with subtests.test(query):
            phone.get(f"{path}?{query}")


def test_a_single_year_has_no_comparison(game, phone_of):
    table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8").stops()
    page = phone_of(table, "watcher").get(f"{table.group_path}/statistics/periods")
    assert "It takes two years, or two seasons" in page.words


def test_periods_that_overlap_are_compared_only_on_request(app, game, phone_of):
    table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8").stops()
    today = table.clock.now().date()
    path = f"{table.group_path}/statistics/periods"
    phone = phone_of(table, "watcher")
    spring = make_season_in(
        app, table, "Spring", today.replace(month=1, day=1), today.replace(month=3, day=1)
    )
    assert "It takes two years, or two seasons" in phone.get(path).words
    assert phone.get(f"{path}?before={spring}&after={today.year}").heading == f"{today.year} beside Spring"
    make_season_in(app, table, "Summer", today.replace(month=3, day=2), None)
    assert phone.get(path).heading == "Summer beside Spring"


def make_season_in(app, played, name, first, last):
    with at_work(app):
        group = db.session.get_one(Group, played.group_id)
        season_id = make_season(group, played.change_stamp(), name=name, first_day=first, last_day=last).id
        db.session.commit()
    return season_id


def test_a_stranger_gets_404(app, path):
    Phone(app).get(path, 404)


def test_the_page_of_a_player_compares_the_last_two_years(played, phone_of):
    page = phone_of(played, "watcher").get(
        f"{played.group_path}/statistics/players/{played.player_id('Anna')}"
    )
    assert page.texts("#years")[0].startswith("2026 beside 2025Better.")
