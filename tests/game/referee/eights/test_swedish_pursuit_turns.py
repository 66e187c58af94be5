"""Turns of Swedish Pursuit in the order in which they occur at a table."""

import pytest

from tests.game.referee.eights.builders import answer, ask, follows, number, reason

SP = "swedish_pursuit"


def test_any_king_or_any_heart_lies_on_the_king_of_hearts_sp14():
    assert [answer(SP, "KH", card) for card in ("KS", "3H", "3S")] == ["yes", "yes", "no"]


@pytest.mark.parametrize("play", ["5C 5H", "AC 5C", "8D 5C", "5C 6C"])
def test_only_one_card_is_laid_sp13(play):
    assert reason(SP, "3C", play) == ("no", "SP13")


@pytest.mark.parametrize("trick", ["A", "Q", "2"])
def test_a_trick_card_follows_the_suit_and_not_the_rank_sp19(trick):
    assert answer(SP, f"{trick}H", f"{trick}S") == "no"
    assert answer(SP, "9S", f"{trick}S") == "yes"
    assert answer(SP, f"{trick}H", f"{trick}S", trick_match="suit_or_rank") == "yes"


def test_the_specific_rule_for_trick_cards_precedes_rank_or_suit_gs2():
    assert reason(SP, "QH", "QS") == ("no", "SP19")
    assert reason(SP, "KH", "KS") == ("yes", "SP14")


def test_a_trick_card_follows_the_named_suit_sp18():
    assert answer(SP, "8H", "QD", called="D") == "yes"
    assert answer(SP, "8H", "QH", called="D") == "no"


def test_an_eight_without_a_named_suit_counts_as_its_own_suit_gs18():
    assert reason(SP, "8H", "5H") == ("yes", "GS18")
    assert reason(SP, "8H", "5D") == ("no", "GS18")
    assert follows(SP, "9C", "8H", hand=5) == ["may_name_suit"]


def test_an_eight_lies_on_an_eight_sp18():
    assert reason(SP, "8H", "8C", called="D") == ("yes", "SP18")


# A live chain


def test_a_two_answers_a_two_and_the_next_faces_four_sp22():
    assert answer(SP, "2H", "2S", pending=2) == "yes"
    assert number(SP, "2H", "2S", "starts_chain", pending=2) == 4
    assert number(SP, "9H", "2H", "starts_chain") == 2


def test_an_eight_does_not_stop_a_chain_gs4():
    verdict = ask(SP, "2H", "8S", pending=4)
    assert (verdict.answer, verdict.reason.rule_key) == ("no", "wild_on_chain")
    assert verdict.reason.facts == ("SP22", "GS4")


def test_a_player_without_a_two_takes_the_whole_chain_sp23():
    assert follows(SP, "2H", "9H", pending=4) == ["draw_chain"]
    assert number(SP, "2H", "9H", "draw_chain", pending=4) == 4


def test_a_drawn_chain_is_over_and_the_two_is_matched_in_suit():
    assert answer(SP, "2H", "9H") == "yes"
    assert answer(SP, "2H", "2S") == "no"


def test_a_chain_requires_a_two_on_top_and_an_even_number_of_cards():
    assert ask(SP, "9H", "9C", pending=2).needs == "chain_top"
    assert ask(SP, "2H", "2C", pending=3).needs == "chain_size"


# Drawing, missing a turn, going out


def test_a_player_who_cannot_play_draws_one_and_the_turn_ends_sp15():
    assert number(SP, "9H", "5C", "draw") == 1
    assert reason(SP, "9H", "9C", drew=True) == ("no", "SP15")
    assert follows(SP, "9H", "9C", drew=True) == []


def test_a_player_who_can_play_must_play_sp17():
    assert follows(SP, "9H", "5C") == ["draw", "must_play"]


def test_a_player_who_drew_a_chain_lays_nothing_sp23():
    assert answer(SP, "2H", "2S", pending=2, drew=True) == "no"
    assert follows(SP, "2H", "2S", pending=2, drew=True) == []


def test_the_player_after_an_ace_misses_the_turn_sp20():
    assert reason(SP, "AH", "5H", skip=True) == ("no", "SP20")
    assert follows(SP, "AH", "5H", skip=True) == []
    assert answer(SP, "AH", "5H") == "yes"


@pytest.mark.parametrize(("play", "then"), [("AH", "skips"), ("QH", "reverses"), ("2H", "starts_chain")])
def test_effects_of_trick_cards_sp20_sp21_sp22(play, then):
    assert follows(SP, "9H", play, hand=5) == [then]


@pytest.mark.parametrize("play", ["AH", "QH", "8C", "9C"])
def test_any_card_may_be_the_last_gs20_gs23(play):
    assert follows(SP, "9H", play, hand=1) == ["out"]


def test_no_player_draws_for_a_last_two_unless_the_table_chooses_it_gs7():
    assert follows(SP, "9H", "2H", hand=1) == ["chain_dies", "out"]
    assert follows(SP, "9H", "2H", hand=1, draw_after_end=True) == ["chain_survives", "out"]
    assert number(SP, "2C", "2H", "chain_survives", hand=1, pending=2, draw_after_end=True) == 4


def test_with_two_players_an_ace_gives_another_turn_gs6():
    assert answer(SP, "9H", "AH 5H") == "no"
    assert answer(SP, "9H", "AH 5H", two=True) == "yes"
    assert follows(SP, "9H", "AH", hand=5, two=True) == ["goes_on_of_two"]
    assert follows(SP, "9H", "QH", hand=5, two=True) == ["reverses"]
