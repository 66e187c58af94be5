"""The winner of a round collects the points of the others."""

from dataclasses import replace

import pytest

from game.scoring.facts import Hand, Round
from game.scoring.standings import is_over, round_gains, standings
from tests.game.scoring.builders import OUT, card_rules, play, ranks, seated, totals, typed_rules

COLLECTS = {"highest_wins": True, "collects": True}
CRAZY_EIGHTS = card_rules({"8": 50, "K": 10, "A": 1, "7": 7}, first_to=100, **COLLECTS)
SEATS = seated("Anna", "Bo", "Cara")


def test_the_seat_that_goes_out_gains_the_points_of_all_other_hands():
    table, _ = play({"Anna": "8 K", "Bo": OUT, "Cara": "A A"}, rules=CRAZY_EIGHTS, seats=SEATS)
    assert totals(table) == {"Bo": 62, "Anna": 0, "Cara": 0}
    assert ranks(table) == {"Bo": 1, "Anna": 2, "Cara": 2}


def test_points_that_were_typed_are_collected_too():
    uno = typed_rules(**COLLECTS)
    table, _ = play({"Anna": 31, "Bo": 12, "Cara": OUT}, rules=replace(uno, entry="typed"), seats=SEATS)
    assert totals(table)["Cara"] == 43


def test_a_hand_below_zero_costs_the_collector():
    rules = card_rules({"8": -20, "K": 10}, **COLLECTS)
    table, _ = play({"Anna": "8", "Bo": OUT, "Cara": "K"}, rules=rules, seats=SEATS)
    assert totals(table)["Bo"] == -10


def test_the_game_ends_with_the_round_that_reaches_the_target():
    _, rounds = play({"Anna": "8", "Bo": OUT, "Cara": "8"}, rules=CRAZY_EIGHTS, seats=SEATS)
    assert is_over(CRAZY_EIGHTS, SEATS, rounds)
    _, rounds = play({"Anna": "8", "Bo": OUT, "Cara": "K 7"}, rules=CRAZY_EIGHTS, seats=SEATS)
    assert not is_over(CRAZY_EIGHTS, SEATS, rounds)


def blocked(rules, **points):
    hands = tuple(Hand(name, {}, each) for name, each in points.items())
    return round_gains(rules, Round(1, "Anna", 5, None, hands))


@pytest.mark.parametrize(
    ("left", "gains"),
    [
        ({"Anna": 10, "Bo": 4, "Cara": 25}, {"Anna": 0, "Bo": 27, "Cara": 0}),
        ({"Anna": 10, "Bo": 4, "Cara": 4}, {"Anna": 0, "Bo": 3, "Cara": 3}),
        ({"Anna": 9, "Bo": 4, "Cara": 4}, {"Anna": 0, "Bo": 2, "Cara": 2}),
        ({"Anna": 7, "Bo": 7, "Cara": 7}, {"Anna": 0, "Bo": 0, "Cara": 0}),
        ({"Anna": None, "Bo": 4, "Cara": 5}, {"Anna": 0, "Bo": 0, "Cara": 0}),
    ],
    ids=["one is lowest", "two share it", "a remainder is dropped", "all are level", "one is not counted"],
)
def test_in_a_blocked_round_the_lowest_hand_may_collect_the_difference(left, gains):
    assert blocked(replace(CRAZY_EIGHTS, blocked="difference"), **left) == gains


def test_otherwise_a_blocked_round_scores_nothing():
    assert set(blocked(CRAZY_EIGHTS, Anna=10, Bo=4, Cara=25).values()) == {0}


def test_a_side_is_shown_what_it_collected():
    _, rounds = play({"Anna": "8", "Bo": OUT, "Cara": "K"}, rules=CRAZY_EIGHTS, seats=SEATS)
    changes = {side.seats[0]: side.change for side in standings(CRAZY_EIGHTS, SEATS, rounds)}
    assert changes == {"Bo": 60, "Anna": 0, "Cara": 0}
