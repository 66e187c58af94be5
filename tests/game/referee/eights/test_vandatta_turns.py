"""Turns of Vandatta and Vändåtta in the order in which they occur at a table."""

import pytest

from game.referee.cards import DECK
from tests.game.referee.eights.builders import answer, asides, ask, facts_of_law, follows, number, reason
from tests.game.referee.eights.grid import game_of

BOTH = pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat"])
PAGAT, VANDATTA = "vandatta_pagat", "vandatta"


@BOTH
def test_only_aces_and_eights_are_special_v9_pg11(key):
    game = game_of(key)
    assert {card.rank for card in DECK if not game.is_ordinary(card)} == {"A", "8"}


# Several cards


@BOTH
@pytest.mark.parametrize("play", ["5C 5H", "5C 5D 5S", "5C 5S 5H 5D", "3D 3S"])
def test_ordinary_cards_of_one_rank_go_together_v27_pg13(key, play):
    assert answer(key, "3C", play) == "yes"


@BOTH
def test_the_first_of_several_has_to_match_v27_pg13(key):
    assert answer(key, "3C", "5H 5C") == "no"
    assert answer(key, "3C", "5C 5H") == "yes"


@BOTH
def test_the_first_may_match_by_rank_unless_the_table_requires_suit_pg42(key):
    assert answer(key, "9S", "9C 9D") == "yes"
    assert answer(key, "9S", "9C 9D", multi_first="suit") == "no"
    assert answer(key, "9S", "4S 4D", multi_first="suit") == "yes"


@BOTH
def test_where_the_first_of_several_matches_by_suit_only_a_card_of_another_rank_is_not_one_of_them_pg42(key):
    assert ask(key, "9S", "9C 9D 5H", multi_first="suit").because.law == "several_first"
    assert ask(key, "9S", "9C 5C", multi_first="suit").because.law == "several_rank"


@BOTH
def test_the_first_of_several_gives_the_reason(key):
    verdict = ask(key, "3C", "5C 5H")
    assert verdict.because == verdict.steps[0]
    assert [step.law for step in verdict.steps] == ["suit", "several"]


@BOTH
def test_a_refused_card_is_no_step(key):
    assert [step.law for step in ask(key, "3C", "5C 6C").steps] == ["suit"]


@BOTH
def test_a_single_card_may_match_by_rank_at_every_table_pg42(key):
    assert answer(key, "9S", "9C", multi_first="suit") == "yes"


@BOTH
def test_the_last_of_several_sets_the_suit_pg14_gv5(key):
    assert follows(key, "3C", "5C 5H") == ["last_sets_suit"]
    assert ask(key, "3C", "5C 5H 5D").then[0].about["suit"] == "D"
    assert follows(key, "3C", "5C") == []


@BOTH
def test_cards_of_two_ranks_do_not_go_together(key):
    assert ask(key, "3C", "5C 6C").because.law == "several_rank"


@BOTH
def test_no_player_has_to_draw_where_the_first_cards_were_legal(key):
    assert follows(key, "3C", "5C 6C") == []
    assert follows(key, "3C", "5C 5D 6D") == []


@BOTH
def test_no_player_has_to_draw_after_a_copy_of_the_top_card_gv17(key):
    """With two decks an identical card may lie below: the turn has begun all the same."""
    assert ask(key, "5C", "5C 9C").because.law == "several_rank"
    assert ask(key, "5C", "5D 5C 9C").because.law == "several_rank"


@BOTH
def test_aces_and_eights_are_no_set_pg13(key):
    assert ask(key, "9S", "8S 8H").because.law == "several_special"
    assert ask(key, "9S", "8S 5S").answer == "no"


@BOTH
def test_a_set_lies_on_an_eight_when_its_first_card_is_in_the_called_suit_gv6(key):
    assert answer(key, "8H", "5D 5C", called="D") == "yes"
    assert answer(key, "8H", "5C 5D", called="D") == "no"
    assert ask(key, "8H", "5D 5C", called="D").steps[1].facts[0] == "GV6"
    assert answer(key, "8H", "5D 5C") == "ask"


@BOTH
def test_two_ranks_on_an_eight_are_illegal_whatever_was_called(key):
    assert ask(key, "8H", "5D 6D").because.law == "several_rank"


@BOTH
def test_a_set_lies_on_an_ace_when_its_first_card_is_in_suit_pg25(key):
    assert answer(key, "AH", "5H 5C") == "yes"
    assert answer(key, "AH", "5C 5H") == "no"


@BOTH
def test_a_whole_set_may_be_the_last_cards(key):
    assert follows(key, "3C", "5C 5H", hand=2) == ["out"]


# Extra turns


@BOTH
def test_an_ace_costs_the_others_a_card_and_its_player_goes_on_v10_pg16(key):
    assert follows(key, "9H", "AH", left="KH 6D") == ["others_draw", "goes_on"]
    assert number(key, "9H", "AH", "others_draw") == 1


@BOTH
def test_ace_then_ace_then_a_pair_pg24(key):
    assert answer(key, "9H", "AH AD 5D 5C") == "yes"
    assert follows(key, "9H", "AH AD 5D 5C") == ["each_a_turn"] + ["others_draw", "goes_on"] * 2 + [
        "last_sets_suit"
    ]


@BOTH
def test_after_an_ace_its_suit_must_be_played(key):
    assert ask(key, "9H", "AH 9D").because.law == "not_on_again"
    assert answer(key, "9H", "AH 8D") == "no"


@BOTH
def test_no_second_ace_where_the_table_has_no_ace_on_an_ace_pg43(key):
    assert answer(key, "9H", "AH AD", ace_on_ace=False) == "no"
    assert answer(key, "9H", "AH 5H", ace_on_ace=False) == "yes"


@BOTH
def test_an_ace_fits_on_an_ace_of_any_suit_v24_pg24(key):
    assert answer(key, "AH", "AC") == "yes"
    assert answer(key, "AH", "AC", again=True) == "yes"


def test_an_ace_facing_the_next_player_is_an_ace_like_any_other_gv12():
    assert "GV12" in ask(PAGAT, "AH", "5H").because.facts
    assert reason(PAGAT, "AH", "8C") == ("no", "PG27")


@BOTH
def test_after_an_ace_without_a_fitting_card_three_may_be_drawn_pg26(key):
    assert number(key, "9H", "AH 9D", "draw") == 3


# Going out


@BOTH
def test_going_out_in_an_extra_turn_is_allowed_gv18(key):
    assert answer(key, "9H", "AH 5H", hand=2) == "yes"
    assert follows(key, "9H", "AH 5H", hand=2)[-1] == "out"


@BOTH
@pytest.mark.parametrize("play", ["AH", "8C"])
def test_a_round_cannot_end_on_an_ace_or_an_eight_v32_pg32(key, play):
    verdict = ask(key, "9H", play, hand=1)
    assert (verdict.answer, verdict.because.law) == ("no", "never_last")
    assert [reason.law for reason in verdict.then] == ["draw_never_last"]


@BOTH
def test_a_round_cannot_end_on_two_aces(key):
    verdict = ask(key, "9H", "AH AD", hand=2)
    assert (verdict.because.law, str(verdict.because.about["card"])) == ("never_last", "AD")


@BOTH
def test_the_rule_on_last_cards_is_named_where_the_number_of_cards_held_is_unknown(key):
    assert follows(key, "9H", "8C") == ["names_suit", "unless_last"]


# Eights


@BOTH
def test_an_eight_lies_on_any_ordinary_card_and_names_any_suit_v12_gv19(key):
    assert answer(key, "9H", "8C", hand=5) == "yes"
    assert follows(key, "9H", "8C", left="KH 6D") == ["names_suit"]


def test_eights_can_be_played_at_any_time_only_in_general_gv8():
    """V19 allows any time, V25 and V26 name exceptions: the specific rule takes precedence."""
    assert reason(VANDATTA, "9H", "8C") == ("yes", "V19")
    assert reason(VANDATTA, "AH", "8C") == ("no", "V25")
    assert reason(VANDATTA, "8H", "8C") == ("no", "V26")
    assert "GV8" in ask(VANDATTA, "AH", "8C").because.facts


@BOTH
def test_the_card_on_an_eight_is_ordinary_and_in_the_called_suit_v26_pg28(key):
    assert answer(key, "8H", "5D", called="D") == "yes"
    assert answer(key, "8H", "5H", called="D") == "no"
    assert answer(key, "8H", "AD", called="D") == "no"


@BOTH
def test_an_ordinary_card_on_an_eight_requires_the_called_suit(key):
    verdict = ask(key, "8H", "5H")
    assert (verdict.answer, verdict.needs, verdict.because) == ("ask", "called", None)


# Drawing


@BOTH
def test_a_player_who_cannot_play_draws_up_to_three_v22_pg22(key):
    assert number(key, "9H", "5C", "draw") == 3


def test_on_an_eight_the_same_draw_holds_pg30():
    assert follows(PAGAT, "8H", "5H", called="D") == ["draw_on_wild"]


@BOTH
def test_after_drawing_any_card_that_fits_may_be_played_gv11(key):
    assert answer(key, "9H", "5H", drawn="KC") == "yes"
    assert ask(key, "9H", "5H", drawn="KC").aside[0].law == "drawn_any"


@BOTH
@pytest.mark.parametrize(("drew", "more"), [(1, 2), (2, 1)])
def test_a_player_who_has_drawn_may_draw_the_rest_of_three_v21_v22_pg21_pg22(key, drew, more):
    assert follows(key, "9H", "5C", drew=drew) == ["draw_more"]
    assert number(key, "9H", "5C", "draw_more", drew=drew) == more
    assert asides(key, "9H", "5H", drew=drew) == ["drawn_any"]


@BOTH
def test_after_the_third_draw_a_card_is_played_or_the_turn_ends_v23_pg23(key):
    assert answer(key, "9H", "5H", drew=3) == "yes"
    assert follows(key, "9H", "5C", drew=3) == []
    assert follows(key, "8H", "5C", drew=3, called="D") == []
    assert asides(key, "9H", "5C", drew=3) == ["drawn_last"]


@BOTH
def test_a_player_with_a_last_ace_or_eight_draws_as_long_as_draws_are_left_v33_pg33(key):
    assert number(key, "9H", "8C", "draw_never_last", hand=1) == 3
    assert number(key, "9H", "8C", "draw_more", hand=1, drew=2) == 1
    assert follows(key, "9H", "8C", hand=1, drew=3) == []
    assert number(key, "9H", "AH AD", "draw_never_last", hand=2, drew=3) == 3  # in the turn after the ace


@BOTH
def test_each_of_several_aces_is_a_separate_turn_v24_pg24(key):
    assert follows(key, "9H", "AH AD")[0] == "each_a_turn"
    assert "each_a_turn" not in follows(key, "9H", "AH 5H")
    assert {"V24", "PG24"} & set(facts_of_law(key, "each_a_turn"))


@BOTH
def test_a_refused_card_is_no_intermediate_step_v32(key):
    assert ask(key, "9H", "8C", hand=1).steps == ()
    assert [reason.law for reason in ask(key, "9H", "AH AD", hand=2).steps] == ["in_suit_only"]
