"""What never lies on what, and what always does: over every question that a variant knows."""

import pytest

from tests.game.referee.eights.grid import KEYS, answers, cases, game_of, said
from tests.sampling import full_only

pytestmark = full_only

VANDATTA = ("vandatta", "vandatta_pagat")
CHAINED = ("swedish_pursuit", "derange")
PLAIN = {"pending": 0, "starter": False, "follow": False, "skip": False, "drew": False}


@full_only
@pytest.mark.parametrize("key", KEYS)
def test_the_data_names_every_card_on_which_no_eight_lies(key):
    on_top = cases(key, card="8", hand=5, **PLAIN)
    assert {case.top for case in on_top if case.answer == "no"} == set(game_of(key).wild_barred_on)


@pytest.mark.parametrize("key", KEYS)
def test_a_card_in_suit_always_fits_where_nothing_special_holds(key):
    special = {"8", "A"} if key in VANDATTA else {"8"}
    for case in cases(key, in_suit=True, hand=5, **PLAIN):
        assert case.answer == "yes" or {case.card, case.top} & special


# Vandatta and Vändåtta


@pytest.mark.parametrize("key", VANDATTA)
def test_no_eight_lies_on_an_ace_v25_pg27(key):
    assert said(key, top="A", card="8") == {"no"}


@pytest.mark.parametrize("key", VANDATTA)
@pytest.mark.parametrize("special", ["A", "8"])
def test_no_ace_and_no_eight_lies_on_an_eight_v26_pg29(key, special):
    assert said(key, top="8", card=special) == {"no"}


@pytest.mark.parametrize("key", VANDATTA)
@pytest.mark.parametrize("special", ["A", "8"])
def test_nobody_goes_out_on_an_ace_or_an_eight_v32_pg32(key, special):
    assert said(key, card=special, hand=1) == {"no"}


@pytest.mark.parametrize("key", VANDATTA)
def test_an_ordinary_card_may_be_the_last_one(key):
    for case in cases(key, hand=1):
        if case.card not in ("A", "8"):
            assert case._replace(hand=5) in answers(key).cases


@pytest.mark.parametrize("key", VANDATTA)
def test_nothing_lies_on_a_turned_up_eight_v7_gv2(key):
    assert said(key, top="8", starter=True) == {"no"}


@pytest.mark.parametrize("key", VANDATTA)
def test_only_an_eight_without_a_call_leaves_a_question(key):
    assert {(case.top, case.in_suit, case.rule_key) for case in cases(key, answer="ask")} == {
        ("8", None, "needs called")
    }


@pytest.mark.parametrize("key", VANDATTA)
def test_an_ace_on_an_ace_is_the_tables_choice_gv7(key):
    assert said(key, top="A", card="A", hand=5) == {"yes", "no"}


@pytest.mark.parametrize("key", VANDATTA)
def test_an_ace_lies_in_suit_only_v18_pg15(key):
    for case in cases(key, card="A", answer="yes"):
        assert case.in_suit or case.top == "A"


# Live chains


@pytest.mark.parametrize("key", CHAINED)
@pytest.mark.parametrize("pending", [2, 4])
def test_nothing_but_a_two_lies_on_a_live_chain_sp22_do28(key, pending):
    assert {case.card for case in cases(key, pending=pending, answer="yes")} == {"2"}


@pytest.mark.parametrize("key", CHAINED)
@pytest.mark.parametrize("pending", [2, 4])
def test_every_two_lies_on_a_live_chain_whatever_its_suit_gs3_do29(key, pending):
    live = {**PLAIN, "pending": pending}
    assert said(key, top="2", card="2", **live) == {"yes"}


@pytest.mark.parametrize("key", CHAINED)
def test_a_chain_that_lies_under_another_card_is_a_question(key):
    for case in cases(key, pending=4, follow=False):
        assert (case.rule_key == "needs chain_top") == (case.top != "2")


@pytest.mark.parametrize("key", CHAINED)
def test_whoever_drew_for_a_chain_plays_nothing_sp23_gd6(key):
    assert said(key, top="2", pending=4, drew=True, follow=False) == {"no"}


def test_a_turned_up_two_is_live_in_swedish_pursuit_sp8():
    assert {case.card for case in cases("swedish_pursuit", top="2", starter=True, answer="yes")} == {"2"}


def test_a_turned_up_two_is_the_tables_choice_in_derange_gd3():
    assert said("derange", top="2", card="5", in_suit=True, **{**PLAIN, "starter": True}) == {"yes", "no"}


# Swedish Pursuit


@pytest.mark.parametrize("stopped", ["skip", "drew"])
def test_whoever_misses_the_turn_or_drew_plays_nothing_sp15_sp20(stopped):
    assert said("swedish_pursuit", **{**PLAIN, stopped: True}) == {"no"}


def test_nothing_lies_on_a_turned_up_eight_in_swedish_pursuit_sp7():
    assert said("swedish_pursuit", top="8", starter=True, pending=0) == {"no"}


def test_an_eight_lies_on_anything_but_a_live_chain_sp18_gs4():
    assert said("swedish_pursuit", card="8", **PLAIN) == {"yes"}


def test_an_eight_without_a_named_suit_is_never_a_question_gs18():
    assert "ask" not in said("swedish_pursuit", top="8", **PLAIN)


@pytest.mark.parametrize("trick", ["A", "Q", "2"])
def test_a_trick_card_on_its_own_rank_is_the_tables_choice_gs2(trick):
    assert said("swedish_pursuit", top=trick, card=trick, in_suit=False, **PLAIN) == {"yes", "no"}


@pytest.mark.parametrize("key", CHAINED)
def test_any_card_may_be_laid_as_the_last_one_gs20_gd9(key):
    for case in answers(key).cases:
        assert case._replace(hand=5) in answers(key).cases


# Derange


@pytest.mark.parametrize("follow_me", ["3", "10"])
def test_nothing_lies_on_a_turned_up_three_or_ten_do14(follow_me):
    assert said("derange", top=follow_me, starter=True, pending=0) == {"no"}


def test_an_eight_lies_on_anything_do22():
    assert said("derange", card="8", **PLAIN) == {"yes"}


@pytest.mark.parametrize("follow_me", ["3", "10"])
def test_a_three_or_ten_is_followed_in_suit_by_its_own_rank_or_by_an_eight_do34(follow_me):
    for case in cases("derange", top=follow_me, answer="yes", **{**PLAIN, "follow": True}):
        assert case.in_suit or case.card in (follow_me, "8")


@pytest.mark.parametrize("follow_me", ["3", "10"])
def test_whether_an_eight_of_another_suit_follows_is_the_tables_choice_gd11(follow_me):
    assert said("derange", top=follow_me, card="8", in_suit=False, **{**PLAIN, "follow": True}) == {
        "yes",
        "no",
    }


def test_only_a_three_or_ten_asks_for_a_card_to_follow():
    asking = {
        case.top
        for case in cases("derange", **{**PLAIN, "follow": True})
        if case.rule_key != "needs follow_top"
    }
    assert asking == {"3", "10"}


def test_after_drawing_only_the_drawn_card_is_tried_do19():
    assert said("derange", rule_key="drawn_only") == {"no"}
    assert said("derange", top="5", card="6", in_suit=True, **{**PLAIN, "drew": True}) == {"yes", "no"}
