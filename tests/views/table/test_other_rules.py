"""Pages of sessions and statistics of games that add up something else than the cards left in hands."""

import pytest

from tests.other_rules import ALL, COLLECTING, ELIMINATION, HIGHEST, PLACES, TYPED, start_with
from tests.sampling import full_only
from views.table.standings import spark_points
from views.words.chart import ChartLine, line_chart

pytestmark = full_only

ROUNDS = {
    "typed": ("Anna =5, Bo =9, Cara =3",) * 4,
    "highest": ("Anna =30, Bo =-20, Cara =0",) * 4,
    "elimination": ("Anna =10, Bo =60, Cara =0", "Anna =10, Bo =60, Cara =0", "Anna =85, Cara =0"),
    "places": ("Anna =1, Bo =2, Cara =3",) * 4,
    "collecting": ("Bo out, Anna 8 K, Cara A",) * 4,
}


@pytest.mark.parametrize("kind", ALL)
def test_every_page_that_analyses_a_session_or_a_group_is_shown(app, phone_of, kind):
    table = start_with(app, ALL[kind], "Anna Bo Cara").plays(*ROUNDS[kind])
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/chances")
    if not table.is_finished():
        table.stops()
    group, anna, bo = table.group_path, table.player_id("Anna"), table.player_id("Bo")
    for page in ("", "/chances", "/rescoring", "/result.svg", "/result.txt"):
        phone.get(f"{table.path}{page}")
    for page in (
        "",
        f"/players/{anna}",
        "/records",
        "/honours",
        "/ratings",
        "/rivals",
        f"/rivals/{anna}/{bo}",
    ):
        phone.get(f"{group}/statistics{page}")
    phone.get(f"{group}/nights/{table.night_id()}")


def finished(app, changes, *rounds):
    table = start_with(app, changes, "Anna Bo Cara").plays(*rounds)
    return table if table.is_finished() else table.stops()


@pytest.mark.parametrize("kind", ["typed", "highest", "places", "elimination", "collecting"])
def test_what_if_is_offered_only_for_cards_that_add_up_the_same(app, phone_of, kind):
    table = finished(app, ALL[kind], *ROUNDS[kind])
    phone = phone_of(table, "watcher")
    assert "What if?" not in phone.get(table.path).words
    assert "points are not added up as in any game" in phone.get(f"{table.path}/rescoring").words


def test_a_player_of_typed_games_went_out_nowhere_and_has_no_points_per_deal(app, phone_of):
    table = finished(app, TYPED, *ROUNDS["typed"])
    page = phone_of(table, "watcher").get(f"{table.group_path}/statistics/players/{table.player_id('Anna')}")
    assert "Went out" not in page.words
    assert "Points per deal" not in page.words


def test_typed_points_have_no_chances_before_ten_rounds_are_known(app, phone_of):
    changes = {**TYPED, "rounds": 10}
    first = start_with(app, changes, "Anna Bo Cara").plays(*["Anna =5, Bo =9, Cara =3"])
    assert (
        "too few such rounds before: it takes 10"
        in phone_of(first, "watcher").get(f"{first.path}/chances").words
    )
    first.plays(*["Anna =5, Bo =9, Cara =3"] * 9)
    assert first.is_finished()
    again = start_with(app, changes, "Anna Bo Cara", group_id=first.group_id, clock=first.clock)
    page = phone_of(again, "watcher").get(f"{again.path}/chances")
    assert "The points come from 10 rounds of yours before this game." in page.words


def test_places_need_no_earlier_rounds(app, phone_of):
    table = start_with(app, {**PLACES, "rounds": 3}, "Anna Bo Cara").plays("Anna =1, Bo =2, Cara =3")
    page = phone_of(table, "watcher").get(f"{table.path}/chances")
    assert page.texts(".chances .participant")[0] == "Anna"


def test_the_sum_of_places_is_named(app, phone_of):
    table = finished(app, PLACES, *ROUNDS["places"])
    assert "sum of places" in phone_of(table, "watcher").get(table.path).words


def test_an_eliminated_side_is_described_as_such(app, phone_of):
    rounds = ("Anna =10, Bo =60, Cara =0", "Anna =10, Bo =60, Cara =0")
    table = start_with(app, {**ELIMINATION, "hand_sizes": [7]}, "Anna Bo Cara").plays(*rounds)
    assert "out of the game in round 2" in phone_of(table, "watcher").get(table.path).words


def test_the_recap_of_a_night_measures_the_distance_in_the_direction_of_the_game(app, phone_of):
    table = finished(app, HIGHEST, "Anna =30, Bo =0, Cara =0", "Anna =-20, Bo =0, Cara =20")
    page = phone_of(table, "watcher").get(f"{table.group_path}/nights/{table.night_id()}")
    assert "Cara from 30 points behind to 10 ahead" in page.words
    assert page.texts(".session-recaps dt") == ["The lead", "Biggest swing"]


def test_the_costliest_hand_of_a_night_is_the_one_that_another_collected(app, phone_of):
    table = finished(app, COLLECTING, "Bo out, Anna 8 K, Cara A")
    page = phone_of(table, "watcher").get(f"{table.group_path}/nights/{table.night_id()}")
    assert "Anna, round 1" in page.words


def test_a_line_below_zero_stays_within_the_chart():
    line = ChartLine("Anna", [0, -30, 12], shape=0, value="12")
    chart = line_chart([line], across=[], low=None)
    heights = [chart.scale.y(value) for value in line.values]
    assert all(chart.top <= height <= chart.bottom for height in heights)
    assert chart.scale.y(0) in [y for y, _text in chart.up]


@pytest.mark.parametrize(
    ("history", "ends", "points"),
    [
        ((0, 10, 20, 30), (0, 30), "0,22 21.3,15.3 42.7,8.7 64,2"),
        ((0, -10, 0, 10), (-10, 10), "0,12 21.3,22 42.7,12 64,2"),
        ((0, 0, 0, 0), (0, 0), ""),
        ((0, 10, 20), (0, 30), ""),
    ],
)
def test_a_spark_goes_from_the_lowest_to_the_highest_total(history, ends, points):
    floor, ceiling = ends
    assert spark_points(history, ceiling, floor) == points
