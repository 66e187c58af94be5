"""Win chances where the rules add up something else: worked examples."""

from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from game.analysis.chances.gains import PastRound, is_sampled, pool
from game.analysis.chances.session import Evidence, chances
from game.analysis.chances.simulation import Chance
from game.scoring.facts import Adjustment
from game.scoring.standings import is_over
from tests.game.scoring.builders import OUT, card_rules, multiplier, night, rules_of, seated, typed_rules
from tests.sampling import full_only

SEATS = seated("Anna", "Bo", "Cara")
TWO = SEATS[:2]
COLLECTS = {"highest_wins": True, "collects": True}


def after(rules, *rounds, seats=SEATS, past=(), **more):
    found = chances(rules, seats, night(rules, seats, *rounds), Evidence(past), Random(8), **more)
    return found and {side[0]: chance.share for side, chance in zip(found.sides, found.now, strict=True)}


def test_the_seat_that_goes_out_collects_in_each_simulated_round():
    """To 100, Anna 80 and Bo 0, and each round brings 50: the next of Anna ends it, Bo needs two before."""
    rules = card_rules({"K": 10}, first_to=100, hand_sizes=(5,), **COLLECTS)
    known = [PastRound(5, (50, 0))] * 2000
    found = after(rules, {"Anna": OUT, "Bo": "K K K K K K K K"}, seats=TWO, past=known)
    assert found == pytest.approx({"Anna": 3 / 4, "Bo": 1 / 4}, abs=0.04)


def test_a_seat_collects_all_that_the_shuffled_pack_leaves_the_others():
    rules = card_rules({"K": 10, "A": -5}, hand_sizes=(5,), **COLLECTS)
    for gains in pool(rules, 5, 3, [], Random(1)):
        assert len(gains) == 3
        assert sorted(gains).count(0) >= 2


def test_at_a_larger_table_a_seat_collects_from_more_hands():
    played = PastRound(5, (0, 60, 0))
    assert played.resized(card_rules({"K": 10}, **COLLECTS), 5, Random(1)) == [120, 0, 0, 0, 0]


def test_the_highest_total_of_typed_points_wins():
    """One round is left, of +10 and -10: level at 4 all if it goes one way, and Anna wins if the other."""
    rules = typed_rules(highest_wins=True, negative=True, rounds=2)
    found = after(rules, {"Anna": 14, "Bo": -6}, seats=TWO, past=[PastRound(0, (10, -10))] * 40)
    assert found == pytest.approx({"Anna": 1, "Bo": 1 / 2}, abs=0.04)


def test_bonus_points_are_in_the_totals():
    rules = typed_rules(highest_wins=True, negative=True, rounds=2)
    seats = [structs.replace(TWO[0], adjustments=(Adjustment(1, 20),)), TWO[1]]
    found = after(rules, {"Anna": -6, "Bo": -6}, seats=seats, past=[PastRound(0, (10, -10))] * 40)
    assert found == pytest.approx({"Anna": 1, "Bo": 1 / 2}, abs=0.04)


@full_only
def test_a_total_that_falls_below_the_target_again_has_ended_the_session():
    """To 10, both at 0: each round brings +10 and -10, so that the next one decides."""
    rules = typed_rules(highest_wins=True, negative=True, first_to=10)
    found = after(rules, {"Anna": 0, "Bo": 0}, seats=TWO, past=[PastRound(0, (10, -10))] * 40)
    assert found == pytest.approx({"Anna": 1 / 2, "Bo": 1 / 2}, abs=0.04)


@pytest.mark.parametrize(
    ("tie", "anna", "bo"),
    # To 20, both at 10: rounds of 10 all are a tie, rounds of 10 and 0 decide; every second round is either.
    [("shared", 3 / 4, 3 / 4), ("play_on", 1 / 2, 1 / 2)],
)
def test_a_tie_at_the_target_is_shared_or_played_on(tie, anna, bo):
    rules = typed_rules(highest_wins=True, first_to=20, tie=tie)
    known = [PastRound(0, (10, 10)), PastRound(0, (10, 0))] * 20
    found = after(rules, {"Anna": 10, "Bo": 10}, seats=TWO, past=known)
    assert found == pytest.approx({"Anna": anna, "Bo": bo}, abs=0.04)


def test_the_last_side_that_is_not_eliminated_wins():
    """Out at 100: Anna 0, Bo 90, Cara 90, and each round costs one of them 10 and the others nothing.

    The two are out when they take 10, and Anna only after ten times: she wins, but for 1 in 1,000.
    """
    rules = typed_rules(eliminate_at=100)
    found = after(rules, {"Anna": 0, "Bo": 90, "Cara": 90}, past=[PastRound(0, (0, 0, 10))] * 20)
    assert found == pytest.approx({"Anna": 1, "Bo": 0, "Cara": 0}, abs=0.01)


def test_equal_sides_that_may_be_eliminated_have_equal_chances():
    """Out at 100, both at 90: whoever takes the next 10 loses."""
    rules = typed_rules(eliminate_at=100)
    found = after(rules, {"Anna": 90, "Bo": 90}, seats=TWO, past=[PastRound(0, (0, 10))] * 20)
    assert found == pytest.approx({"Anna": 1 / 2, "Bo": 1 / 2}, abs=0.04)


def test_of_sides_that_are_eliminated_together_the_lower_total_wins():
    """Out at 100, Anna 95 and Bo 90: every round costs both 10 or more."""
    rules = typed_rules(eliminate_at=100)
    found = after(rules, {"Anna": 95, "Bo": 90}, seats=TWO, past=[PastRound(0, (10, 10))] * 20)
    assert found == {"Anna": 0, "Bo": 1}


def test_with_three_left_the_next_to_be_eliminated_is_only_the_first():
    """Out at 10, all at 0, each round costs one of them 10: whoever is left after two."""
    rules = typed_rules(eliminate_at=10)
    found = after(rules, {"Anna": 0, "Bo": 0, "Cara": 0}, past=[PastRound(0, (0, 0, 10))] * 40)
    assert found == pytest.approx(dict.fromkeys(("Anna", "Bo", "Cara"), 1 / 3), abs=0.01)


def test_an_eliminated_side_has_certainly_lost():
    rules = typed_rules(eliminate_at=100)
    scores = ({"Anna": 100, "Bo": 0, "Cara": 0}, {"Bo": 10, "Cara": 0})
    rounds = night(rules, SEATS, *scores)
    found = chances(rules, SEATS, rounds, Evidence([PastRound(0, (0, 10))] * 20), Random(8))
    assert found.now[0] == Chance(0.0, certain=True)
    assert found.after[0][0].share > 0
    assert found.now[1].share + found.now[2].share == pytest.approx(1, abs=0.01)


def test_the_last_of_an_elimination_has_won():
    rules = typed_rules(eliminate_at=100)
    scores = ({"Anna": 100, "Bo": 0, "Cara": 0}, {"Bo": 110, "Cara": 0})
    assert is_over(rules, SEATS, night(rules, SEATS, *scores))
    found = after(rules, *scores, past=[PastRound(0, (0, 10))] * 20, finished=True)
    assert found == {"Anna": 0, "Bo": 0, "Cara": 1}


def test_every_place_is_taken_once_in_each_simulated_round():
    """Anna 1 and Bo 2 of two rounds: level if Bo is first now."""
    rules = typed_rules(tally="places", rounds=2)
    found = after(rules, {"Anna": 1, "Bo": 2}, seats=TWO)
    assert found == pytest.approx({"Anna": 1, "Bo": 1 / 2}, abs=0.04)
    assert pool(rules, 0, 4, [], Random(1)) == [(1, 2, 3, 4)]


def test_one_round_changes_a_distance_by_one_place_less_than_there_are_seats():
    """Anna 2, Bo 4 and Cara 6 of two rounds: with the last place Anna shares at least the first one."""
    rules = typed_rules(tally="places", rounds=3)
    rounds = night(rules, SEATS, *[{"Anna": 1, "Bo": 2, "Cara": 3}] * 2)
    found = chances(rules, SEATS, rounds, Evidence(), Random(8)).now
    assert [chance.certain for chance in found] == [True, False, True]
    assert [chance.share for chance in found] == pytest.approx([1, 1 / 6, 0], abs=0.04)


TEN = [PastRound(0, (5, 0))] * 10


@pytest.mark.parametrize(("past", "known"), [(TEN, True), (TEN[1:], False), ([], False)])
def test_typed_points_need_ten_past_rounds_because_no_pack_says_what_they_may_be(past, known):
    rules = typed_rules(rounds=3)
    assert is_sampled(rules, 0, 2, past) is known
    assert (after(rules, {"Anna": 1, "Bo": 2}, seats=TWO, past=past) is not None) is known


def test_cards_need_past_rounds_if_nobody_knows_how_many_are_dealt():
    rules = card_rules({"K": 10}, rounds=3, hand_sizes=())
    assert not is_sampled(rules, 0, 2, [])
    assert is_sampled(rules, 0, 2, TEN)
    assert is_sampled(card_rules({"K": 10}, hand_sizes=(5,)), 5, 2, [])


def test_a_target_for_typed_points_is_never_certain_to_be_missed():
    rules = typed_rules(rounds=2, highest_wins=True)
    found = chances(rules, TWO, night(rules, TWO, {"Anna": 900, "Bo": 0}), Evidence(TEN), Random(8))
    assert [chance.certain for chance in found.now] == [False, False]


def test_multipliers_and_cards_below_zero_make_more_possible():
    """Four kings of 10 and four aces of -5 are worth 60; double once for the hand and once for the round."""
    rules = card_rules({"K": 10, "A": -5}, rounds=2, hand_sizes=(5,))
    scores = {"Anna": 0, "Bo": 61}
    lost = chances(rules, TWO, night(rules, TWO, scores), Evidence(), Random(8)).now[1]
    assert lost == Chance(0.0, certain=True)
    doubled = replace(rules, multipliers=(multiplier("double", 2, "hand"), multiplier("last", 2, "round")))
    found = chances(doubled, TWO, night(doubled, TWO, scores), Evidence(), Random(8)).now[1]
    assert not found.certain


def test_wins_are_sampled_as_before():
    assert is_sampled(rules_of("vatikan", 3), 13, 3, [])
