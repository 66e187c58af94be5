"""Must I say something? With and without knowing the cards that are left."""

from dataclasses import replace

import pytest

from game.referee.eights.consequences import call_for
from tests.game.referee.eights.builders import ask, follows, number, stands
from tests.game.referee.eights.grid import KEYS, game_of

BOTH = pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat"])
MUST_SAY_LAST_CARD = ["call_must", "forgot_call_till_end"]
MUST, IF_ORDINARY = ["call_must", "forgot_call"], ["call_if_ordinary", "forgot_call"]


def calls(key, hand, left=None, **options):
    """What has to be said after laying one card of `hand`."""
    said = {"hand": hand} | ({} if left is None else {"left": left})
    return [rule_key for rule_key in follows(key, "3C", "5C", **said, **options) if "call" in rule_key]


# “last turn”


@BOTH
def test_last_turn_is_said_at_the_second_to_last_card_whatever_is_left_v28(key):
    assert calls(key, 2, call_rule="last_turn") == MUST
    assert calls(key, 2, left="AH", call_rule="last_turn") == MUST


@BOTH
def test_last_turn_is_said_with_several_of_one_rank_v30(key):
    assert calls(key, 3, call_rule="last_turn") == ["call_if_equal", "forgot_call"]
    assert calls(key, 3, left="6H 6D", call_rule="last_turn") == MUST
    assert calls(key, 3, left="6H 7D", call_rule="last_turn") == []


@BOTH
@pytest.mark.parametrize("left", ["8S 8D", "AS AD", "8S 8D 8C"])
def test_several_eights_or_aces_are_no_final_turn_v30_v32(key, left):
    held = 1 + len(left.split())
    assert calls(key, held, left=left, call_rule="last_turn") == []


@BOTH
@pytest.mark.parametrize(("decks", "most"), [(1, 4), (2, 8)])
def test_more_cards_than_there_are_of_a_rank_are_not_called_v30(key, decks, most):
    game = replace(game_of(key, call_rule="last_turn"), decks=decks)
    assert [reason.rule_key for reason in call_for(game, most)] == ["call_if_equal", "forgot_call"]
    assert call_for(game, most + 1) == ()


def test_where_nobody_says_how_many_decks_there_are_it_is_one():
    assert game_of("vandatta").decks == 1


# “lappen”


@BOTH
def test_lappen_is_said_with_one_ordinary_card_left_pg34(key):
    assert calls(key, 2, call_rule="lappen") == IF_ORDINARY
    assert calls(key, 2, left="6H", call_rule="lappen") == MUST
    assert calls(key, 2, left="8H", call_rule="lappen") == []
    assert calls(key, 2, left="AH", call_rule="lappen") == []


@BOTH
def test_lappen_is_said_with_ordinary_cards_of_equal_rank_pg34(key):
    assert calls(key, 4, call_rule="lappen") == ["call_if_equal", "forgot_call"]
    assert calls(key, 4, left="6H 6D 6S", call_rule="lappen") == MUST
    assert calls(key, 3, left="8H 8D", call_rule="lappen") == []
    assert calls(key, 3, left="6H 7D", call_rule="lappen") == []


@BOTH
def test_lappen_single_is_said_with_exactly_one_ordinary_card_pg44(key):
    assert calls(key, 2, call_rule="lappen_single") == IF_ORDINARY
    assert calls(key, 2, left="6H", call_rule="lappen_single") == MUST
    assert calls(key, 3, left="6H 6D", call_rule="lappen_single") == []
    assert calls(key, 3, call_rule="lappen_single") == []


def test_each_text_has_its_own_call_gv9():
    assert calls("vandatta", 2) == MUST
    assert calls("vandatta_pagat", 2) == IF_ORDINARY


@BOTH
def test_a_forgotten_call_costs_three_v29_pg35(key):
    assert number(key, "3C", "5C", "forgot_call", hand=2) == 3


@BOTH
def test_a_call_is_due_between_an_ace_and_the_card_that_goes_out_gv18(key):
    then = follows(key, "9H", "AH 5H", hand=2)
    assert then == ["others_draw", "goes_on", "call_must", "forgot_call", "out"]
    assert follows(key, "9H", "AH 5H 5C", hand=3)[2] == "call_must"
    assert ask(key, "9H", "AH 5H", hand=2).consequences[2].about["left"] == 1
    assert ask(key, "9H", "AH 5H 5C", hand=3).consequences[2].about["left"] == 2


@BOTH
def test_no_call_is_due_between_where_the_rest_does_not_finish(key):
    assert "call_must" not in follows(key, "9H", "AH 5H", hand=6)


# LAST CARD


def test_last_card_is_said_at_the_penultimate_card_whatever_is_left_sp24():
    assert calls("swedish_pursuit", 2) == MUST_SAY_LAST_CARD
    assert calls("swedish_pursuit", 2, left="8H") == MUST_SAY_LAST_CARD
    assert calls("swedish_pursuit", 3) == []
    assert calls("swedish_pursuit", 3, left="6H 6D") == []


def test_a_forgotten_last_card_costs_two_sp25():
    assert number("swedish_pursuit", "3C", "5C", "forgot_call_till_end", hand=2) == 2


def test_a_forgotten_last_card_can_be_challenged_till_the_end_sp26():
    assert stands("swedish_pursuit", "forgot_call_till_end") == ["SP25", "SP26", "GS16"]
    assert "forgot_call_till_end" not in follows("vandatta", "3C", "5C", hand=2)


# No call


def test_derange_has_no_call_and_says_so_at_the_last_card_do50():
    assert calls("derange", 2) == ["no_call"]
    assert calls("derange", 3) == []


def test_a_table_without_a_call_of_which_the_rules_say_nothing_calls_nothing():
    silent = replace(game_of("vandatta"), call=None)
    assert call_for(silent, 1) == call_for(silent, 2) == ()


# What is known


@pytest.mark.parametrize("key", ["vandatta", "swedish_pursuit"])
def test_the_cards_left_say_how_many_they_are(key):
    assert ask(key, "3C", "5C", left="6H").consequences[0].rule_key == "call_must"


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_said_where_nobody_says_how_many_are_held(key):
    assert follows(key, "3C", "5C") == []


@pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat", "swedish_pursuit"])
def test_nothing_is_called_after_going_out(key):
    assert follows(key, "3C", "5C", hand=1) == ["out"]
