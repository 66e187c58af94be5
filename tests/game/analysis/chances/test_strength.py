"""Possible strengths of a player, given a record."""

from random import Random
from statistics import fmean, median

import pytest

from game.analysis.chances.gains import PastRound
from game.analysis.chances.strength import SkillRecord, SkillRecords, skill_records
from tests.game.scoring.builders import rules_of, typed_rules

VANDATTA = rules_of("vandatta", 3)


def found(rounds):
    """By player: better, worse."""
    return {
        who: (record.better, record.worse)
        for who, record in skill_records(VANDATTA, rounds).by_player.items()
    }


def test_a_round_of_two_players_is_one_comparison():
    assert found([PastRound(7, (0, 20), ("Anna", "Bo"))]) == {"Anna": (1, 0), "Bo": (0, 1)}


def test_a_round_of_four_players_weighs_as_much_as_three_comparisons():
    """Each player meets three others: 3 : 0, 2 : 1, 1 : 2 and 0 : 3, at half a comparison each."""
    one = found([PastRound(7, (0, 10, 20, 30), "ABCD")])
    assert one == {"A": (1.5, 0), "B": (1, 0.5), "C": (0.5, 1), "D": (0, 1.5)}


def test_equal_hands_are_no_comparison():
    assert found([PastRound(7, (5, 5), ("Anna", "Bo"))]) == {}
    assert found([PastRound(13, (0, 1, 1), "ABC")])["C"] == (0, pytest.approx(2 / 3))


def test_a_round_with_unknown_players_is_left_out():
    assert found([PastRound(7, (0, 20))]) == {}


def test_where_the_highest_gain_is_best_it_is_the_better_hand():
    rules, played = typed_rules(highest_wins=True), PastRound(0, (-5, 20), ("Anna", "Bo"))
    assert skill_records(rules, [played]).of("Bo").better == 1
    assert skill_records(rules_of("vatikan", 3), [PastRound(13, (1, 0), ("Anna", "Bo"))]).of("Anna").better


def test_rounds_add_up():
    rounds = [PastRound(7, (0, 20), ("Anna", "Bo"))] * 3 + [PastRound(7, (0, 20), ("Bo", "Anna"))]
    assert found(rounds)["Anna"] == (3, 1)


def after(rounds, first):
    """So many rounds, of which Anna won the first `first`."""
    won = PastRound(7, (0, 20), ("Anna", "Bo"))
    lost = PastRound(7, (0, 20), ("Bo", "Anna"))
    return skill_records(VANDATTA, [won] * first + [lost] * (rounds - first))


def test_equal_results_give_every_player_a_strong_even_prior():
    assert after(1000, 500).prior == 1000
    assert after(1000, 505).prior == 1000  # less than luck does
    assert SkillRecord().prior == SkillRecords().prior == 1000


def test_where_players_differ_widely_their_own_record_counts_most():
    """800 : 200 is 36 times a hundred beyond chance: (1,000 × 2 + 500) / (2 × 360 − 2) − 1 is under ten."""
    assert after(1000, 800).prior == 10


def test_between_the_extremes_the_prior_depends_on_the_excess_over_chance():
    """560 : 440 is 3.8 standard errors for each of two: 14.4 × 2 − 2 = 26.8; 2,500 / 26.8 − 1."""
    assert after(1000, 560).prior == pytest.approx(2500 / 26.8 - 1)


def test_the_smallest_excess_over_chance_counts():
    """5 : 2 is 9/7 for each of two players, 4/7 more than the two expected by chance."""
    assert after(7, 5).prior == pytest.approx((14 + 500) / (4 / 7) - 1)


def test_a_few_clear_rounds_of_a_new_group_count_little():
    assert after(6, 6).prior == pytest.approx((12 + 500) / 10 - 1)


def test_a_new_player_is_as_uncertain_as_the_players_of_the_group_differ():
    group = after(1000, 560)
    assert group.of("Cara") == SkillRecord(prior=group.prior)
    assert SkillRecords().of("Cara") == SkillRecord()


def strengths(record, times=2000):
    chance = Random(8)
    return [record.draw_strength(chance) for _ in range(times)]


def test_an_unknown_player_is_as_likely_better_as_worse():
    assert median(strengths(SkillRecord())) == pytest.approx(1, abs=0.03)


def test_a_few_rounds_are_mostly_chance():
    assert median(strengths(SkillRecord(better=3))) < 1.15


def test_many_rounds_are_not_mostly_chance():
    """As many comparisons as the prior has, two of three won: halfway between 1 : 1 and 2 : 1 in shares."""
    share = median(s / (1 + s) for s in strengths(SkillRecord(40, 20, prior=60)))
    assert share == pytest.approx((1 / 2 + 2 / 3) / 2, abs=0.01)


def test_a_longer_record_gives_a_narrower_strength():
    short, long = (strengths(SkillRecord(n, n, prior=60)) for n in (10, 1000))
    spread = [fmean(abs(s - 1) for s in drawn) for drawn in (short, long)]
    assert spread[1] < spread[0] / 3
