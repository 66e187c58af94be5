"""The end of a session at a total, and ties at that end."""

from dataclasses import replace

import pytest

from game.scoring.standings import is_over, leading_since
from tests.game.scoring.builders import night, play, ranks, seated, totals, typed_rules

SEATS = seated("Anna", "Bo", "Cara")
HIGHEST = typed_rules(highest_wins=True, first_to=52, negative=True)
LOWEST = typed_rules(first_to=100)


def over(rules, *scores):
    return is_over(rules, SEATS, night(rules, SEATS, *scores))


def test_where_the_highest_total_wins_the_first_to_reach_the_target_wins():
    table, _ = play({"Anna": 30, "Bo": 52, "Cara": -5}, rules=HIGHEST, seats=SEATS)
    assert ranks(table) == {"Bo": 1, "Anna": 2, "Cara": 3}
    assert over(HIGHEST, {"Anna": 30, "Bo": 52, "Cara": -5})
    assert not over(HIGHEST, {"Anna": 51, "Bo": 0, "Cara": -60})


def test_where_the_lowest_total_wins_the_game_ends_when_somebody_reaches_the_target():
    table, _ = play({"Anna": 99, "Bo": 100, "Cara": 3}, rules=LOWEST, seats=SEATS)
    assert ranks(table) == {"Cara": 1, "Anna": 2, "Bo": 3}
    assert over(LOWEST, {"Anna": 99, "Bo": 100, "Cara": 3})
    assert not over(LOWEST, {"Anna": 99, "Bo": 99, "Cara": 3})


def test_the_first_of_several_ends_counts():
    rules = replace(LOWEST, rounds=2)
    assert over(rules, {"Anna": 1, "Bo": 2, "Cara": 3}, {"Anna": 1, "Bo": 2, "Cara": 3})
    assert over(rules, {"Anna": 1, "Bo": 120, "Cara": 3})
    assert not over(rules, {"Anna": 1, "Bo": 2, "Cara": 3})


TIE = {"Anna": 60, "Bo": 60, "Cara": 0}


def test_a_tie_at_the_target_is_a_shared_win_unless_the_table_plays_on():
    assert over(HIGHEST, TIE)
    play_on = replace(HIGHEST, tie="play_on")
    assert not over(play_on, TIE)
    assert not over(play_on, TIE, {"Anna": 1, "Bo": 1, "Cara": 0})
    assert over(play_on, TIE, {"Anna": 1, "Bo": 0, "Cara": 0})


def test_a_tie_below_the_first_place_is_not_played_on():
    assert over(replace(LOWEST, tie="play_on"), {"Anna": 100, "Bo": 100, "Cara": 4})


@pytest.mark.parametrize("typed", [-7, 0, 7])
def test_typed_points_may_be_below_zero(typed):
    table, _ = play({"Anna": 0, "Bo": typed, "Cara": 3}, rules=HIGHEST, seats=SEATS)
    assert totals(table)["Bo"] == typed


def test_who_leads_follows_the_order_of_the_totals():
    rounds = night(HIGHEST, SEATS, {"Anna": 9, "Bo": 1, "Cara": 0}, {"Anna": 0, "Bo": 20, "Cara": 0})
    assert leading_since(HIGHEST, SEATS, rounds) == 2


def test_places_are_added_up_and_the_lowest_total_wins():
    rules = typed_rules(tally="places")
    table, _ = play(
        {"Anna": 1, "Bo": 2, "Cara": 3}, {"Anna": 3, "Bo": 1, "Cara": 2}, rules=rules, seats=SEATS
    )
    assert ranks(table) == {"Bo": 1, "Anna": 2, "Cara": 3}
