"""How far the sides are from the target, and whether the next round may be the last."""

from dataclasses import replace

from msgspec import structs

from game.scoring.facts import Away
from game.scoring.targets import distance, is_tied_at_target, may_end_next, target
from tests.game.scoring.builders import OUT, night, play, rules_of, seated, typed_rules

SEATS = seated("Anna", "Bo", "Cara")
HIGHEST = typed_rules(highest_wins=True, first_to=52, negative=True)
LOWEST = typed_rules(first_to=100)
LAST_ONE = typed_rules(eliminate_at=50)
PLAY_ON = replace(HIGHEST, tie="play_on")


def distances(rules, *scores, seats=SEATS):
    table, _ = play(*scores, rules=rules, seats=seats)
    return {side.seats[0]: distance(rules, side) for side in table}


def may_end(rules, *scores):
    return may_end_next(rules, SEATS, night(rules, SEATS, *scores))


def test_the_target_is_the_total_that_ends_it_or_eliminates():
    assert [target(rules) for rules in (HIGHEST, LAST_ONE, typed_rules())] == [52, 50, None]


def test_the_distance_is_what_is_missing():
    assert distances(HIGHEST, {"Anna": 30, "Bo": 0, "Cara": -5}) == {"Anna": 22, "Bo": 52, "Cara": 57}
    assert distances(LOWEST, {"Anna": 30, "Bo": 0, "Cara": 101}) == {"Anna": 70, "Bo": 100, "Cara": 0}


def test_an_eliminated_player_has_no_distance():
    assert distances(LAST_ONE, {"Anna": 10, "Bo": 50, "Cara": 0}) == {"Anna": 40, "Bo": None, "Cara": 50}


def test_who_has_left_has_no_distance():
    seats = [*SEATS[:2], structs.replace(SEATS[2], away=(Away(since=2),))]
    assert distances(LOWEST, {"Anna": 1, "Bo": 2, "Cara": 3}, seats=seats)["Cara"] is None


def test_a_game_without_a_target_has_no_distance():
    assert distances(typed_rules(), {"Anna": 1, "Bo": 2, "Cara": 3}) == dict.fromkeys(("Anna", "Bo", "Cara"))


def test_the_next_round_may_end_it_if_the_largest_gain_so_far_is_enough():
    near = {"Anna": 20, "Bo": 0, "Cara": 0}
    assert may_end(HIGHEST, near, near)
    assert not may_end(HIGHEST, near, {"Anna": 11, "Bo": 0, "Cara": 0})
    assert not may_end(HIGHEST, {"Anna": 51, "Bo": 0, "Cara": 0})


def test_after_the_end_there_is_no_next_round():
    assert not may_end(HIGHEST, {"Anna": 20, "Bo": 0, "Cara": 0}, {"Anna": 40, "Bo": 0, "Cara": 0})


def test_an_elimination_ends_it_only_if_one_is_left():
    two = {"Anna": 20, "Bo": 20, "Cara": 0}
    assert may_end(LAST_ONE, two, two)
    assert not may_end(LAST_ONE, {"Anna": 20, "Bo": 0, "Cara": 0}, {"Anna": 20, "Bo": 0, "Cara": 0})


def test_wins_are_counted_one_by_one():
    rules, bo_wins = rules_of("vatikan", first_to=3), {"Anna": "A", "Bo": OUT, "Cara": "A"}
    assert may_end(rules, bo_wins, bo_wins)
    assert not may_end(rules, bo_wins, {"Anna": OUT, "Bo": "A", "Cara": "A"})


def test_a_tie_at_the_target_is_played_on():
    tie = {"Anna": 60, "Bo": 60, "Cara": 0}
    rounds = night(PLAY_ON, SEATS, {"Anna": 0, "Bo": 0, "Cara": 0}, tie)
    assert is_tied_at_target(PLAY_ON, SEATS, rounds)
    assert not may_end_next(PLAY_ON, SEATS, rounds)
    assert not is_tied_at_target(HIGHEST, SEATS, rounds)
    rounds = night(PLAY_ON, SEATS, tie, {"Anna": 1, "Bo": 0, "Cara": 0})
    assert not is_tied_at_target(PLAY_ON, SEATS, rounds)
