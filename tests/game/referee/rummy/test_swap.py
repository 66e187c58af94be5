"""Whether a joker may be freed."""

import pytest

from tests.game.referee.rummy.builders import about, detail, follows, meld, ruling, swap


@pytest.mark.parametrize(
    ("lying", "card"), [("5H JK 7H", "6H"), ("KC JK AC", "QC"), ("9S 9H 9D JK", "9C"), ("5H JK JK 8H", "7H")]
)
def test_vk26_a_joker_is_freed_by_the_card_it_stands_for(lying, card):
    assert ruling(swap(lying, card)) == ("yes", "frees", "VK26")


def test_vk26_no_other_card_frees_it():
    assert ruling(swap("5H JK 7H", "8H")) == ("no", "wrong_card", "VK26")
    assert about(swap("5H JK 7H", "8H").reason) == {"card": "8H", "choices": ["6H"]}
    assert swap("5H JK 7H", "6D").reason.rule_key == "wrong_card"
    assert swap("5H JK 7H", "JK").reason.rule_key == "joker_for_joker"


def test_gk14_an_ambiguous_joker_requires_the_declaration():
    verdict = swap("5H 6H JK", "7H")
    assert ruling(verdict) == ("ask", "undeclared", "GK14")
    assert verdict.needs == "declared"
    assert about(verdict.reason) == {"card": "7H", "choices": ["4H", "7H"]}


def test_gk14_the_declaration_decides():
    assert swap("5H 6H JK", "7H", declared="7H").answer == "yes"
    assert swap("5H 6H JK", "7H", declared="4H").reason.rule_key == "wrong_card"
    assert swap("5H 6H JK", "7H", declared="9H").reason.rule_key == "cannot_be"


def test_a_card_that_cannot_be_the_joker_needs_no_declaration():
    assert swap("5H 6H JK", "8H").answer == "no"


def test_gk8_for_a_meld_of_two_jokers_both_declarations_are_required():
    assert swap("5H JK JK", "6H").answer == "ask"
    assert swap("5H JK JK", "6H", declared="4H 6H").answer == "yes"
    assert swap("5H JK JK", "6H", declared="6H").answer == "yes"
    assert swap("5H JK JK", "5C", declared="5S").answer == "ask"


def test_gk9_the_freed_joker_is_melded_again_in_the_same_turn():
    assert follows(swap("5H JK 7H", "6H")) == ["meld_again", "opened_first"]
    assert swap("5H JK 7H", "6H").consequences[0].facts[0] == "GK9"


def test_gk9_a_card_of_the_players_own_meld_frees_it_too_if_that_meld_stays_valid():
    verdict = swap("5H JK 7H", "6H", whose="own")
    assert verdict.answer == "yes"
    assert follows(verdict) == [
        "meld_again",
        "giver_stays",
        "hand_card",
        "opened_first",
        "whose_meld",
    ]
    assert detail(verdict, "giver_stays") == {"card": "6H", "least": 3}


def test_gk9_a_card_of_another_players_meld_does_not_free_it():
    assert ruling(swap("5H JK 7H", "6H", whose="other")) == ("no", "not_yours", "GK9")


def test_gk15_the_owner_of_the_meld_is_named_where_that_decides():
    assert follows(swap("5H JK 7H", "6H", whose="other")) == ["whose_meld"]
    assert follows(swap("5H JK 7H", "JK")) == []


def test_without_a_joker_there_is_none_to_free():
    assert ruling(swap("5H 6H 7H", "6H")) == ("no", "no_joker", "VK26")
    assert swap("5H 6H 7H", "6H", declared="6H").reason.rule_key == "no_joker"


def test_no_joker_is_freed_in_cards_that_are_no_meld():
    assert swap("5H 8H JK", "6H") == meld("5H 8H JK")
    assert swap("", "6H").needs == "meld"
