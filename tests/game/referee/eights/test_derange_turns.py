"""Turns of Derange in the order in which they occur at a table."""

import pytest

from tests.game.referee.eights.builders import answer, asides, ask, follows, number, reason

DO = "derange"


# Threes and tens


def test_a_three_is_followed_by_a_card_of_its_suit_do34():
    assert answer(DO, "9H", "3H 7H") == "yes"
    assert reason(DO, "9H", "3H 7C") == ("no", "DO34")


def test_threes_of_any_suit_go_together_and_the_last_one_is_followed_do33():
    assert answer(DO, "9H", "3H 3C 9C") == "yes"
    assert answer(DO, "9H", "3H 3C 9H") == "no"
    assert answer(DO, "9H", "3C 3H 9H") == "no"  # the first has to match


def test_a_ten_follows_a_three_of_its_suit_and_requires_a_card_itself_gd12():
    assert answer(DO, "9H", "3H 10H KH") == "yes"
    assert answer(DO, "9H", "3H 10H 10C KC") == "yes"
    assert follows(DO, "9H", "3H 10H", hand=5) == ["owes_follow"]
    assert answer(DO, "9H", "3H 10C") == "no"


def test_threes_and_tens_are_not_one_rank_gd14():
    assert answer(DO, "9H", "3H 3C 10H") == "no"
    assert ask(DO, "9H", "3H 3C").steps[1].facts == ("DO33", "GD14")


def test_a_three_that_is_not_followed_yet_requires_a_card_do35():
    verdict = ask(DO, "9H", "3H", hand=5)
    assert verdict.answer == "yes"
    assert [(reason.law, reason.about["suit"]) for reason in verdict.then] == [("owes_follow", "H")]


def test_a_player_who_cannot_follow_draws_one_and_tries_do35():
    assert number(DO, "3H", "9C", "draw_follow", follow=True) == 1
    assert number(DO, "9H", "3H 9C", "draw_follow") == 1


def test_a_player_who_drew_and_still_cannot_follow_is_finished_do36():
    assert follows(DO, "3H", "9C", follow=True, drawn="9C") == []
    assert asides(DO, "3H", "9H", follow=True, drawn="9H") == ["drawn_follows"]
    assert answer(DO, "3H", "9H", follow=True, drawn="9H") == "yes"
    assert answer(DO, "3H", "9H", follow=True, drawn="KH") == "no"


def test_after_the_card_that_follows_the_turn_is_over_gd10():
    assert reason(DO, "9H", "3H 7H 7C") == ("no", "GD10")
    assert reason(DO, "9H", "7H 7C") == ("no", "GD10")


def test_not_even_a_copy_of_the_top_card_begins_a_new_turn():
    """With two decks an identical card may lie below."""
    assert reason(DO, "9H", "9H 4H") == ("no", "GD10")


def test_the_next_player_just_matches_a_three_that_was_not_followed_gd13():
    assert answer(DO, "3H", "3C") == "yes"
    assert answer(DO, "3H", "9H") == "yes"


def test_an_eight_follows_unless_the_table_says_no_gd11():
    assert answer(DO, "9H", "3H 8C") == "yes"
    assert follows(DO, "9H", "3H 8C", hand=5) == ["names_suit"]
    assert answer(DO, "9H", "3H 8C", eight_follows=False) == "no"
    assert answer(DO, "9H", "3H 8H", eight_follows=False) == "yes"


def test_only_a_three_or_ten_can_be_followed():
    assert ask(DO, "9H", "9C", follow=True).needs == "follow_top"


@pytest.mark.parametrize("play", ["3H", "10H", "3H 3C"])
def test_a_round_cannot_end_on_a_three_or_ten_do37(play):
    verdict = ask(DO, "9H", play, hand=len(play.split()))
    assert verdict.answer == "yes"
    assert [reason.law for reason in verdict.then] == ["draw_to_finish", "finish"]
    assert verdict.then[0].about["n"] == 1
    assert verdict.then[1].about["suit"] == play[-1]


def test_going_out_with_the_card_that_follows_do34():
    assert follows(DO, "9H", "3H 7H", hand=2) == ["out"]


# Twos


def test_a_two_matches_like_any_card_and_starts_a_chain_do27_do28():
    assert answer(DO, "9H", "2H") == "yes"
    assert answer(DO, "9H", "2C") == "no"
    assert number(DO, "9H", "2H", "starts_chain") == 2


@pytest.mark.parametrize(("pending", "owed"), [(2, 4), (4, 6), (14, 16)])
def test_each_two_adds_two_cards_do29_do31(pending, owed):
    assert number(DO, "2H", "2C", "starts_chain", pending=pending) == owed


def test_an_eight_cannot_be_laid_on_a_live_chain_do28_gd7():
    assert reason(DO, "2H", "8C", pending=2) == ("no", "DO28")
    assert "GD7" in ask(DO, "2H", "8C", pending=2).because.facts
    assert number(DO, "2H", "9H", "draw_chain", pending=6) == 6


def test_a_player_who_drew_a_chain_lays_nothing_gd6():
    assert reason(DO, "2H", "2C", pending=4, drew=True) == ("no", "GD6")
    assert follows(DO, "2H", "2C", pending=4, drew=True) == []
    assert asides(DO, "2H", "2C", pending=4, drew=True) == []


def test_a_drawn_chain_is_over_and_a_two_starts_a_new_one_gd22():
    assert answer(DO, "2H", "9H") == "yes"
    assert number(DO, "2H", "2C", "starts_chain") == 2


def test_a_two_may_follow_a_three_and_starts_its_chain():
    assert number(DO, "9H", "3H 2H", "starts_chain") == 2


def test_a_round_that_ends_on_a_two_costs_the_next_player_the_chain_do32():
    assert follows(DO, "9H", "2H", hand=1) == ["chain_outlives", "out"]
    assert number(DO, "2C", "2H", "chain_outlives", hand=1, pending=4) == 6


# Kings, eights, the rest


def test_a_king_matches_like_any_card_and_turns_the_direction_do24():
    assert answer(DO, "9H", "KC") == "no"
    assert follows(DO, "9H", "KH", hand=5) == ["reverses_again"]
    assert "DO26" in ask(DO, "9H", "KH", hand=5).then[0].facts


def test_an_eight_lies_on_anything_even_on_an_eight_do22():
    assert [answer(DO, top, "8C") for top in ("9H", "8H", "AH", "3H")] == ["yes"] * 4
    assert follows(DO, "9H", "8C", hand=5) == ["names_suit"]


def test_after_an_eight_the_chosen_suit_must_be_played_do23():
    assert answer(DO, "8H", "9D", called="D") == "yes"
    assert answer(DO, "8H", "9H", called="D") == "no"
    assert ask(DO, "8H", "9D").needs == "called"


def test_an_eight_or_a_king_may_be_the_last_card_and_needs_no_suit_gd16():
    assert follows(DO, "9H", "8C", hand=1) == ["out"]
    assert follows(DO, "9H", "KH", hand=1) == ["out"]


@pytest.mark.parametrize("card", ["AH", "QH", "JH", "4H", "9H"])
def test_the_rest_has_no_power_gd4(card):
    assert follows(DO, "5H", card, hand=5) == []


# Drawing


def test_a_player_who_cannot_match_draws_one_do18():
    assert number(DO, "9H", "5C", "draw") == 1


def test_after_drawing_only_the_drawn_card_may_be_played_do19():
    assert answer(DO, "9H", "5H", drawn="5H") == "yes"
    assert reason(DO, "9H", "KH", drawn="5H") == ("no", "DO19")
    assert follows(DO, "9H", "5C", drawn="5C") == []


def test_an_unnamed_drawn_card_is_the_one_played():
    assert answer(DO, "9H", "5H", drew=True) == "yes"


def test_the_reason_is_the_draw_and_not_an_uncalled_suit():
    assert ask(DO, "8H", "9S", drawn="7C").because.law == "drawn_only"


def test_a_drawn_three_is_followed_from_the_hand_do34():
    assert answer(DO, "9H", "3H 7H", drawn="3H") == "yes"


# Drawn for a Follow-me


def test_cards_that_go_out_after_a_last_three_are_listed_gd9_gd11():
    assert follows(DO, "9H", "3H", hand=1) == ["draw_to_finish", "finish"]
    assert follows(DO, "9H", "3H", hand=1, eight_follows=False) == ["draw_to_finish", "finish_in_suit"]
    assert follows(DO, "3H", "8S", follow=True, drawn="8S", hand=1) == ["out"]
    assert follows(DO, "3H", "10H", follow=True, drawn="10H", hand=1)[0] == "draw_to_finish"


def test_an_eight_that_may_follow_is_mentioned_gd11():
    assert follows(DO, "9H", "3H", hand=4) == ["owes_follow"]
    assert follows(DO, "9H", "3H", hand=4, eight_follows=False) == ["owes_follow_in_suit"]


def test_a_three_of_another_suit_drawn_to_follow_is_refused_where_the_rules_are_ambiguous_do35_do33():
    assert reason(DO, "3H", "3S", follow=True, drawn="3S") == ("no", "DO35")
    assert ask(DO, "3H", "3S", follow=True, drawn="3S").because.law == "not_following_drawn"
    assert ask(DO, "3H", "9S", follow=True, drawn="9S").because.law == "not_following"
    assert answer(DO, "3H", "3S", follow=True) == "yes"


# Two players


def test_with_two_players_a_king_gives_another_turn_do26():
    assert answer(DO, "9H", "KH 5H") == "no"
    assert answer(DO, "9H", "KH 5H", two=True) == "yes"
    assert follows(DO, "9H", "KH", hand=5, two=True) == ["goes_on_of_two"]
    assert answer(DO, "9H", "KH 5C", two=True) == "no"
    assert follows(DO, "9H", "KH 5H", hand=2, two=True) == ["goes_on_of_two", "out"]
    assert follows(DO, "9H", "5H", hand=5, two=True) == []


def test_a_king_that_follows_a_three_gives_another_turn_too_gd18():
    assert answer(DO, "9H", "3H KH 5H", two=True) == "yes"


def test_a_last_king_gives_no_turn_gd16():
    assert follows(DO, "9H", "KH", hand=1, two=True) == ["out"]


# After drawing


def test_a_player_who_has_drawn_plays_that_card_do19_or_follows_with_it_do35():
    assert asides(DO, "9H", "5H", drawn="5H") == ["drawn_only"]
    assert asides(DO, "3H", "5H", follow=True, drawn="5H") == ["drawn_follows"]
