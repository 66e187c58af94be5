"""Whether cards are a meld."""

import pytest

from tests.game.referee.rummy.builders import about, detail, follows, meld, ruling


@pytest.mark.parametrize(
    "cards", ["5H 6H 7H", "7H 5H 6H", "AS 2S 3S", "QD KD AD", "2C 3C 4C 5C 6C 7C 8C 9C 10C"]
)
def test_vk13_cards_of_one_suit_in_a_row_are_a_run_in_any_order(cards):
    assert ruling(meld(cards)) == ("yes", "run", "VK13")


def test_vk10_the_ace_is_lowest_and_highest():
    assert meld("AS 2S 3S").answer == meld("QS KS AS").answer == "yes"
    assert "VK10" in meld("AS 2S 3S").because.facts


@pytest.mark.parametrize("cards", ["2S AS KS", "QH KH AH 2H", "KC JK 2C", "QD JK JK 2D"])
def test_vk14_no_run_goes_around_the_corner(cards):
    assert ruling(meld(cards)) == ("no", "corner", "VK14")
    assert about(meld(cards).because) == {"rank": "A"}


def test_gk7_a_whole_suit_with_both_aces_is_a_run():
    cards = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"
    assert ruling(meld(f"{cards} AC")) == ("yes", "whole_suit", "GK7")
    assert detail(meld(f"{cards} JK"), "stands_for") == {"cards": "AC"}
    assert ruling(meld(cards)) == ("yes", "run", "VK13")


def test_gk7_both_aces_in_anything_shorter_are_no_run():
    assert ruling(meld("AC 2C 3C AC")) == ("no", "two_aces", "VK14")
    assert about(meld("QC KC AC AC").because) == {"suit": "C", "most": 14}


def test_gk7_a_run_ends_at_the_ace():
    cards = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC JK"
    assert ruling(meld(cards)) == ("no", "long", "VK10")
    assert about(meld(cards).because) == {"most": 14}


@pytest.mark.parametrize("cards", ["5S 5H 5D", "5S 5H 5D 5C", "AS AC AD"])
def test_vk15_cards_of_one_rank_and_different_suits_are_a_set(cards):
    assert ruling(meld(cards)) == ("yes", "set", "VK15")


def test_vk16_no_suit_is_twice_in_a_set():
    assert ruling(meld("5S 5H 5H")) == ("no", "same_suit", "VK16")
    assert about(meld("5S 5H 5D 5H").because) == {"suit": "H"}
    assert ruling(meld("5H 5H JK")) == ("no", "same_suit", "VK16")


@pytest.mark.parametrize("cards", ["5S 5H 5D 5C JK", "5S 5H 5D 5C 5C"])
def test_vk17_a_set_has_at_most_four_cards(cards):
    assert ruling(meld(cards)) == ("no", "set_full", "VK17")
    assert about(meld(cards).because) == {"most": 4}


@pytest.mark.parametrize("cards", ["5H", "5H 6H", "JK JK", "5H 9C"])
def test_vk12_two_cards_are_no_meld(cards):
    assert ruling(meld(cards)) == ("no", "few", "VK12")
    assert about(meld(cards).because) == {"least": 3}


def test_without_cards_the_answer_is_a_question():
    assert meld("").answer == "ask"
    assert meld("").needs == "meld"


def test_vk3_no_card_occurs_more_often_than_in_the_packs():
    assert ruling(meld("5H 5H 5H")) == ("no", "copies", "VK3")
    assert about(meld("5H 6H 7H 5H 5H").because) == {"card": "5H", "most": 2}
    assert about(meld("5H JK JK JK").because) == {"card": "JK", "most": 2}


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        ("5H 6H 8H", "7H"),
        ("8H 5H 9H", "6H 7H"),
        ("AD 2D 4D", "3D"),
        ("AD KD JD", "QD"),
        ("KS AS 3S", "4S 5S 6S 7S 8S 9S 10S JS QS"),
    ],
)
def test_vk13_a_gap_is_named(cards, missing):
    assert ruling(meld(cards)) == ("no", "gap", "VK13")
    assert about(meld(cards).because) == {"cards": missing}


def test_vk13_a_gap_that_the_jokers_do_not_fill_is_named_with_them():
    assert ruling(meld("5H 8H JK")) == ("no", "gap_left", "VK13")
    assert about(meld("5H 8H JK").because) == {"cards": "6H 7H", "jokers": 1}


def test_vk13_no_card_occurs_twice_in_a_run():
    assert ruling(meld("5H 6H 6H 7H")) == ("no", "twice", "VK13")
    assert about(meld("5H 6H 6H 7H").because) == {"card": "6H"}
    # fourteen cards, as many as the longest run has
    assert ruling(meld("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC QC KC")) == ("no", "twice", "VK13")


@pytest.mark.parametrize(
    ("cards", "law", "names"),
    [
        ("5H 6D 7C", "mixed_suits", {"suits": ["H", "D", "C"]}),
        ("5H 6H 9D", "mixed_suits", {"suits": ["H", "D"]}),
        ("5H JK 7C", "mixed_suits", {"suits": ["H", "C"]}),
        ("5H 5D 6C", "mixed_ranks", {"ranks": ["5", "6"]}),
        ("5H 5D 9H", "neither", {}),
        ("5H 9D QC", "neither", {}),
    ],
)
def test_vk11_for_other_cards_the_reason_is_named(cards, law, names):
    assert meld(cards).answer == "no"
    assert meld(cards).because.law == law
    assert about(meld(cards).because) == names


def test_vk18_a_joker_stands_for_any_card():
    assert detail(meld("5H JK 7H"), "stands_for") == {"cards": "6H"}
    assert detail(meld("QS JK AS"), "stands_for") == {"cards": "KS"}
    assert detail(meld("5S 5H 5D JK"), "stands_for") == {"cards": "5C"}
    assert detail(meld("JK 5H JK 8H"), "stands_for") == {"cards": "6H 7H"}


def test_gk14_a_joker_is_declared_where_two_answers_fit():
    at_either_end = meld("5H 6H JK")
    assert ruling(at_either_end) == ("yes", "run", "VK13")
    assert detail(at_either_end, "declare") == {"choices": ["4H", "7H"]}
    assert detail(meld("5H 5S JK"), "declare") == {"choices": ["5D", "5C"]}
    assert detail(meld("KC AC JK"), "stands_for") == {"cards": "QC"}, "VK14: nothing comes after the ace"
    assert detail(meld("QH KH JK JK"), "declare") == {"choices": ["10H JH", "JH AH"]}


def test_gk8_both_jokers_with_one_card_are_a_run_or_a_set():
    open_meld = meld("KH JK JK")
    assert ruling(open_meld) == ("yes", "run_or_set", "GK8")
    runs, sets = ["JH QH", "QH AH"], ["KS KD", "KS KC", "KD KC"]
    assert detail(open_meld, "declare") == {"choices": [*runs, *sets]}


def test_gk14_the_declaration_decides():
    assert follows(meld("5H 6H JK", declared="7H")) == ["stands_for"]
    assert ruling(meld("KH JK JK", declared="KS KD")) == ("yes", "set", "VK15")
    assert ruling(meld("KH JK JK", declared="AH QH")) == ("yes", "run", "VK13")
    assert detail(meld("KH JK JK", declared="QH"), "declare") == {"choices": ["JH QH", "QH AH"]}


def test_vk25_a_joker_stands_only_for_cards_that_fit():
    assert ruling(meld("5H 6H JK", declared="8H")) == ("no", "cannot_be", "VK25")
    assert about(meld("5H 6H JK", declared="8H").because) == {"cards": "8H", "choices": ["4H", "7H"]}
    assert meld("5H 6H JK", declared="4H 7H").because.law == "cannot_be"
    assert meld("5H 6H JK", declared="JK").because.law == "cannot_be"
    assert meld("5H JK JK", declared="6H 6H").because.law == "cannot_be"
    assert meld("5H 6H 7H", declared="8H").because.law == "no_joker"


@pytest.mark.parametrize("cards", ["5H 6H 7H", "9C JK JC", "QS KS AS", "KH JK JK"])
def test_vk21_a_first_meld_is_a_run(cards):
    assert ruling(meld(cards, first=True)) == ("yes", "first_meld", "VK21")


@pytest.mark.parametrize("cards", ["5S 5H 5D", "5S 5H 5D 5C", "5S JK 5D"])
def test_vk21_a_set_is_no_first_meld_but_a_later_one(cards):
    assert ruling(meld(cards, first=True)) == ("no", "not_first", "VK21")
    assert meld(cards).answer == "yes"


def test_vk21_cards_that_are_no_meld_are_no_first_meld_for_the_same_reason():
    assert meld("5H 6H 8H", first=True) == meld("5H 6H 8H")


def test_vk22_after_the_first_meld_any_other_may_follow():
    assert follows(meld("5H 6H 7H", first=True)) == ["after_first"]
    assert {"VK22", "VK24"} <= set(meld("5H 6H 7H", first=True).then[-1].facts)


def test_gk10_a_first_meld_may_hold_jokers_that_make_it_a_run():
    assert detail(meld("KH JK JK", first=True), "declare") == {"choices": ["JH QH", "QH AH"]}
    assert meld("KH JK JK", first=True, declared="KS KD").because.law == "not_first"
