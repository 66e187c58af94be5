"""Players who reach a number of points play no further round; the last one wins."""

from msgspec.structs import replace

from game.scoring.deal import next_deal
from game.scoring.facts import Adjustment, Away
from game.scoring.standings import is_over, leading_since, standings, start_points, with_eliminations
from tests.game.scoring.builders import night, play, ranks, seated, totals, typed_rules

LAST_ONE = typed_rules(eliminate_at=50)
SEATS = seated("Anna", "Bo", "Cara", "Dan")
FIRST = {"Anna": 10, "Bo": 50, "Cara": 0, "Dan": 30}
SECOND = {"Anna": 20, "Cara": 60, "Dan": 5}
THIRD = {"Anna": 20, "Dan": 5}


def eliminated(seats, *scores, rules=LAST_ONE):
    found = with_eliminations(rules, seats, night(rules, seats, *scores))
    return {seat.id: seat.eliminated_after for seat in found if seat.eliminated_after is not None}


def test_a_player_with_so_many_points_plays_no_further_round():
    assert eliminated(SEATS, FIRST) == {"Bo": 1}
    rounds = night(LAST_ONE, SEATS, FIRST)
    playing = [s.id for s in with_eliminations(LAST_ONE, SEATS, rounds) if s.plays(2)]
    assert playing == ["Anna", "Cara", "Dan"]


def test_an_eliminated_player_does_not_deal():
    rounds = night(LAST_ONE, SEATS, FIRST)
    assert next_deal(LAST_ONE, SEATS, rounds, ["Anna"]).dealer == "Cara"


def test_who_lasts_longer_is_ahead_whatever_the_totals():
    table, _ = play(FIRST, SECOND, rules=LAST_ONE, seats=SEATS)
    assert ranks(table) == {"Anna": 1, "Dan": 2, "Cara": 3, "Bo": 4}
    assert totals(table)["Cara"] > totals(table)["Bo"]


def test_of_two_eliminated_in_the_same_round_the_lower_total_is_ahead():
    table, _ = play({"Anna": 10, "Bo": 55, "Cara": 50, "Dan": 0}, rules=LAST_ONE, seats=SEATS)
    assert ranks(table) == {"Dan": 1, "Anna": 2, "Cara": 3, "Bo": 4}


def test_the_last_player_wins():
    table, rounds = play(FIRST, SECOND, THIRD, rules=LAST_ONE, seats=SEATS)
    assert is_over(LAST_ONE, SEATS, rounds)
    assert not is_over(LAST_ONE, SEATS, rounds[:2])
    assert ranks(table) == {"Dan": 1, "Anna": 2, "Cara": 3, "Bo": 4}
    assert leading_since(LAST_ONE, SEATS, rounds) == 3


def test_if_all_are_eliminated_at_once_the_lowest_total_wins():
    table, rounds = play({"Anna": 60, "Bo": 55, "Cara": 55, "Dan": 99}, rules=LAST_ONE, seats=SEATS)
    assert is_over(LAST_ONE, SEATS, rounds)
    assert ranks(table) == {"Bo": 1, "Cara": 1, "Anna": 3, "Dan": 4}


def test_a_correction_does_not_take_a_player_out_of_rounds_that_were_played():
    corrected = {**FIRST, "Dan": 49}
    assert eliminated(SEATS, corrected, {"Anna": 0, "Cara": 0, "Dan": 5}) == {"Bo": 1, "Dan": 2}


def test_a_correction_can_bring_a_player_back_who_then_scored_nothing_in_between():
    rounds = night(LAST_ONE, SEATS, {**FIRST, "Bo": 5}, SECOND)
    assert eliminated(SEATS, {**FIRST, "Bo": 5}, SECOND) == {"Cara": 2}
    assert next(side.total for side in standings(LAST_ONE, SEATS, rounds) if side.seats == ("Bo",)) == 5


def test_a_penalty_eliminates_and_a_bonus_brings_back():
    penalty = [replace(SEATS[0], adjustments=(Adjustment(1, 40),)), *SEATS[1:]]
    assert eliminated(penalty, FIRST) == {"Anna": 1, "Bo": 1}
    bonus = [SEATS[0], replace(SEATS[1], adjustments=(Adjustment(1, -10),)), *SEATS[2:]]
    assert eliminated(bonus, FIRST) == {}


def test_points_on_a_return_count_too():
    returned = [replace(SEATS[0], away=(Away(1, 2, points=45),)), *SEATS[1:]]
    assert "Anna" in eliminated(returned, {"Bo": 0, "Cara": 0, "Dan": 0}, {**FIRST, "Bo": 0})


def test_a_late_joiner_starts_at_the_worst_total_of_those_who_play():
    table, _ = play(FIRST, rules=LAST_ONE, seats=SEATS)
    assert start_points(LAST_ONE, table, "worst") == 30


def test_a_seat_that_was_taken_over_is_eliminated_with_its_total():
    left = replace(SEATS[0], away=(Away(2),))
    new = replace(SEATS[0], id="Eva", position=4, joined_round=2, origin="Anna")
    found = eliminated([left, *SEATS[1:], new], FIRST, {"Eva": 45, "Cara": 0, "Dan": 0})
    assert found == {"Anna": 2, "Bo": 1, "Eva": 2}


def test_without_the_rule_nobody_is_eliminated():
    assert eliminated(SEATS, FIRST, rules=typed_rules()) == {}
