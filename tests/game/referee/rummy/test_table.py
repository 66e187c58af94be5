"""Whether a table is valid at the end of a turn."""

import pytest

from tests.game.referee.rummy.builders import about, detail, follows, ruling, table
from tests.game.referee.rummy.every_meld import LADDER


def test_gk11_every_meld_of_a_table_must_be_valid():
    assert ruling(table("5H 6H 7H / 9S 9D 9C")) == ("yes", "table", "GK11")


def test_gk11_each_invalid_meld_is_named_with_the_reason():
    verdict = table("5H 6H 8H / 9S 9D 9C / KS KD KD / AS 2S")
    assert ruling(verdict) == ("no", "broken", "GK11")
    assert about(verdict.because) == {"number": 1, "cards": "5H 6H 8H"}
    assert follows(verdict) == ["gap", "broken", "same_suit", "broken", "few"]
    assert [about(reason).get("number") for reason in verdict.then[1::2]] == [3, 4]


def test_vk3_a_third_copy_may_lie_in_another_meld():
    assert ruling(table("5H 6H 7H / 5H 5D 5C / 5H 5S 5C")) == ("no", "copies", "VK3")
    assert table("5H 6H 7H", before="JK JK JK").because.law == "copies"


def test_without_melds_the_answer_is_a_question():
    assert table("").answer == "ask"
    assert table("").needs == "after"


def test_gk14_jokers_laid_in_the_turn_are_declared():
    verdict = table("5H 6H JK / 9S 9D 9C JK")
    assert detail(verdict, "declare") == {"number": 1, "choices": ["4H", "7H"]}
    assert detail(verdict, "stands_for") == {"number": 2, "cards": "9H"}


def test_gk14_a_joker_already_on_the_table_was_declared_before():
    assert follows(table("5H 6H JK / 9S 9D 9C", before="5H 6H JK")) == []


def test_vk23_melds_may_be_rearranged():
    #   5H 6H 7H 8H            5H 6H 7H
    #   8S 8D 8C        and    8H 8S 8D        with the 9C from the hand
    #   10C JC QC              8C 9C 10C JC QC
    verdict = table("5H 6H 7H / 8H 8S 8D / 8C 9C 10C JC QC", before="5H 6H 7H 8H / 8S 8D 8C / 10C JC QC")
    assert ruling(verdict) == ("yes", "valid_turn", "VK23")
    assert follows(verdict) == []


def test_gk11_cards_on_the_table_stay_there():
    verdict = table("5H 6H 7H / 9S 9D 9C", before="5H 6H 7H 8H")
    assert ruling(verdict) == ("no", "taken_back", "GK11")
    assert about(verdict.because) == {"cards": "8H"}


def test_gk11_a_missing_copy_is_noticed():
    assert about(table("5H 6H 7H / 9S 9D 9C", before="5H 6H 7H / 5H 5D 5C").because) == {"cards": "5H 5D 5C"}


def test_gk9_a_freed_joker_does_not_go_to_the_hand():
    assert ruling(table("5H 6H 7H", before="5H JK 7H")) == ("no", "meld_again", "GK9")


def test_gk11_at_least_one_card_comes_from_the_hand():
    assert ruling(table("5H 6H 7H / 8H 9H 10H", before="5H 6H 7H 8H 9H 10H")) == ("no", "hand_card", "GK11")
    assert table("5H 6H 7H", before="5H 6H 7H").because.law == "hand_card"


def test_a_table_that_was_not_valid_before_cannot_be_judged():
    verdict = table("5H 6H 7H 8H / 9S 9D 9C", before="9S 9D 9C / 5H 6H 8H")
    assert ruling(verdict) == ("ask", "broken_before", "GK11")
    assert verdict.needs == "before"
    assert about(verdict.because) == {"number": 2, "cards": "5H 6H 8H"}
    assert follows(verdict) == ["gap"]


def test_vk24_a_player_who_has_not_melded_yet_adds_nothing_to_other_melds():
    assert ruling(table("5H 6H 7H 8H", before="5H 6H 7H", opened=False)) == ("no", "not_opened", "VK21")
    assert table("5H 6H 7H 8H", before="5H 6H 7H").answer == "yes"


def test_vk21_a_set_from_the_hand_does_not_open():
    assert table("5H 6H 7H / 9S 9D 9C", before="5H 6H 7H", opened=False).because.law == "not_opened"
    assert table("5H 6H 7H / 9S 9D 9C", before="5H 6H 7H").answer == "yes"


def test_vk22_after_a_first_run_from_the_hand_everything_may_follow_in_the_same_turn():
    verdict = table("5H 6H 7H 8H / 2S 3S 4S", before="5H 6H 7H", opened=False)
    assert verdict.answer == "yes"
    assert follows(verdict) == ["run_before"]


@pytest.mark.parametrize("low", range(12))
def test_vk21_every_run_of_three_up_to_queen_king_ace_opens(low):
    first = " ".join(f"{rank}S" for rank in LADDER[low : low + 3])
    assert ruling(table(f"5H 6H 7H / {first}", before="5H 6H 7H", opened=False)) == (
        "yes",
        "valid_turn",
        "VK23",
    )


def test_vk22_that_run_may_have_been_rearranged_since():
    # 4H 5H 6H was laid first; then each of them took two cards of its rank with it.
    verdict = table("4H 4D 4S / 5H 5D 5S / 6H 6D 6S", before="4D 4S 4C / 5D 5S 5C / 6D 6S 6C", opened=False)
    assert verdict.because.law == "taken_back"
    verdict = table(
        "4H 4D 4S 4C / 5H 5D 5S 5C / 6H 6D 6S 6C", before="4D 4S 4C / 5D 5S 5C / 6D 6S 6C", opened=False
    )
    assert follows(verdict) == ["run_before"]


def test_gk10_a_joker_from_the_hand_helps_the_first_run():
    assert table("5H 6H 7H / 2S JK 4S", before="5H 6H 7H", opened=False).answer == "yes"
    assert table("5H 6H 7H / KS KD JK", before="5H 6H 7H", opened=False).because.law == "not_opened"


def test_vk26_a_moved_joker_must_have_been_replaced():
    verdict = table("5H 6H 7H / 9S 9D JK", before="5H JK 7H")
    assert verdict.answer == "yes"
    assert detail(verdict, "joker_moved") == {"cards": "6H"}


def test_vk26_a_joker_that_cannot_have_been_replaced_stays():
    verdict = table("5H 7H 8H 9H / 9S 9D JK", before="5H JK 7H")
    assert verdict.because.law == "broken"
    verdict = table("5H 5S 5D / 7H 8H 9H / 9S 9D JK", before="5H JK 7H")
    assert ruling(verdict) == ("no", "joker_stuck", "VK26")
    assert about(verdict.because) == {"cards": "6H"}


def test_vk26_a_joker_that_stands_for_another_card_has_moved():
    assert table("5H 7H JK / 6S 6D 6C", before="5H JK 7H").answer == "yes", "still the six"
    assert table("5H 6H JK / 7H 7D 7C", before="5H JK 7H").answer == "yes"
    assert follows(table("5H 6H JK / 7H 7D 7C", before="5H JK 7H"))[0] == "joker_moved"
    assert table("7H 8H JK / 5H 5S 5D", before="5H JK 7H").answer == "yes", "7H 8H and the six below"
    assert table("7H 8H JK 10H / 5H 5S 5D", before="5H JK 7H").because.law == "joker_stuck"


def test_a_joker_stays_where_its_neighbours_change():
    assert follows(table("4H 5H JK / 7H 8H 9H", before="4H 5H JK 7H 8H")) == ["declare"]
    assert follows(table("4H 5H JK 7H 8H", before="5H JK 7H 8H")) == ["stands_for"]


def test_vk26_a_joker_beside_other_cards_has_moved_even_if_it_stands_for_the_same_card():
    # It was the six after 4H 5H; now it is the six before 7H 8H, and no six was laid in its place.
    verdict = table("4H 4D 4S / 5H 5D 5S / JK 7H 8H", before="4H 5H JK")
    assert verdict.because.law == "joker_stuck"


def test_a_joker_in_another_meld_has_moved_even_if_it_stands_for_the_same_card():
    verdict = table("6S 6D JK 6C / 5H 6H 7H", before="5H JK 7H / 6S 6D 6C")
    assert detail(verdict, "joker_moved") == {"cards": "6H"}


def test_two_jokers_are_judged_together():
    before = "5H JK 7H / 9S JK JS"
    assert "joker_moved" not in follows(table("4H 5H JK 7H / 9S JK JS", before=before))
    assert detail(table("5H 6H 7H / 9S 10S JS / KC JK JK", before=before), "joker_moved") == {
        "cards": "6H 10S"
    }
    assert about(table("5H 6H 7H / 9S 9D 9C / JS JD JK JK", before=before).because) == {"cards": "10S"}


def test_an_ambiguous_joker_is_read_in_favour_of_the_player():
    assert detail(table("5H 6H 7H / 9S 9D JK", before="5H 6H JK"), "joker_moved") == {"cards": "7H"}
    assert detail(table("4H 5H 6H / 9S 9D JK", before="5H 6H JK"), "joker_moved") == {"cards": "4H"}
