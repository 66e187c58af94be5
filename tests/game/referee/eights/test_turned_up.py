"""The card that was turned up after the deal."""

import pytest

from tests.game.referee.eights.builders import answer, ask, follows, rules_before
from tests.game.referee.eights.grid import KEYS

BOTH = pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat"])


@BOTH
def test_on_a_turned_up_ace_everybody_draws_unless_the_table_says_no_v8_gv1(key):
    assert rules_before(key, "AH", "5H", starter=True) == ["turned_all_draw"]
    assert ask(key, "AH", "5H", starter=True).before[0].about["n"] == 1
    assert rules_before(key, "AH", "5H", starter=True, turned_ace_draws=False) == ["turned_stays"]


@BOTH
def test_a_turned_up_ace_is_an_ace_v8_pg9(key):
    assert answer(key, "AH", "AC", starter=True) == "yes"
    assert answer(key, "AH", "8C", starter=True) == "no"


@pytest.mark.parametrize(
    ("key", "rule_key"),
    [("vandatta", "turned_back"), ("vandatta_pagat", "turned_back"), ("swedish_pursuit", "turned_bottom")],
)
def test_nothing_lies_on_a_turned_up_eight_v7_gv2_sp7(key, rule_key):
    verdict = ask(key, "8H", "5H", starter=True, called="H")
    assert (verdict.answer, verdict.reason.rule_key, verdict.consequences, verdict.before) == (
        "no",
        rule_key,
        (),
        (),
    )


def test_a_turned_up_ace_skips_the_first_player_in_swedish_pursuit_gs5():
    assert rules_before("swedish_pursuit", "AH", "5H", starter=True) == ["turned_skips"]
    assert answer("swedish_pursuit", "AH", "5H", starter=True, skip=True) == "no"


def test_a_turned_up_queen_turns_the_direction_in_swedish_pursuit_gs5():
    assert rules_before("swedish_pursuit", "QH", "5H", starter=True) == ["turned_reverses"]
    assert answer("swedish_pursuit", "QH", "5H", starter=True) == "yes"


@pytest.mark.parametrize("key", ["swedish_pursuit", "derange"])
def test_a_turned_up_two_costs_the_first_player_two_gs5_gd3(key):
    assert rules_before(key, "2H", "5H", starter=True) == ["turned_live"]
    assert answer(key, "2H", "5H", starter=True) == "no"
    assert ask(key, "2H", "5H", starter=True).before[0].about["n"] == 2
    assert ask(key, "2H", "5H", starter=True).consequences[0].about["n"] == 2
    assert ask(key, "2H", "2C", starter=True).consequences[0].about["n"] == 4


def test_a_turned_up_two_is_dead_where_the_table_says_so_gd3():
    assert rules_before("derange", "2H", "5H", starter=True, flipped_two=False) == ["turned_dead"]
    assert answer("derange", "2H", "5H", starter=True, flipped_two=False) == "yes"
    assert follows("derange", "2H", "2C", starter=True, flipped_two=False, hand=5) == ["starts_chain"]


def test_a_chain_that_somebody_names_is_live_even_so():
    assert answer("derange", "2H", "5H", starter=True, flipped_two=False, pending=2) == "no"
    assert rules_before("derange", "2H", "5H", starter=True, flipped_two=False, pending=2) == []
    assert ask("derange", "2H", "5H", starter=True, pending=4).consequences[0].about["n"] == 4


@pytest.mark.parametrize("top", ["3H", "10H"])
def test_the_dealer_turns_on_after_a_three_or_ten_do14(top):
    verdict = ask("derange", top, "5H", starter=True)
    assert (verdict.answer, verdict.reason.facts) == ("no", ("DO14",))


def test_the_dealer_names_the_suit_of_a_turned_up_eight_do15():
    assert ask("derange", "8H", "5H", starter=True).needs == "called"
    assert rules_before("derange", "8H", "5D", starter=True, called="D") == ["turned_dealer_names"]
    assert answer("derange", "8H", "5D", starter=True, called="D") == "yes"


def test_the_dealer_begins_on_a_turned_up_king_do25():
    assert rules_before("derange", "KH", "5H", starter=True) == ["turned_dealer_starts"]
    assert answer("derange", "KH", "5H", starter=True) == "yes"


@pytest.mark.parametrize("key", KEYS)
def test_an_ordinary_card_turned_up_is_matched_like_any_other(key):
    assert ask(key, "9H", "5H", starter=True) == ask(key, "9H", "5H")
