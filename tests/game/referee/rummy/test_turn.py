"""What a turn is."""

import pytest

from game.referee.rummy.turn import judge_turn, rules_of_turn
from tests.game.referee.rummy.builders import MELDING, ruling


@pytest.mark.parametrize(
    ("drew", "melded", "stock_left", "expected"),
    [
        (True, False, True, ("yes", "draw_or_meld", "VK20")),
        (False, True, True, ("yes", "draw_or_meld", "VK20")),
        (True, True, True, ("no", "draw_or_meld", "VK20")),
        (False, False, True, ("no", "must_act", "GK12")),
        (False, False, False, ("yes", "stock_empty", "GK4")),
    ],
)
def test_vk20_a_turn_is_a_card_drawn_or_cards_melded(drew, melded, stock_left, expected):
    assert ruling(judge_turn(MELDING, drew=drew, melded=melded, stock_left=stock_left)) == expected


def test_gk12_the_stock_lasts_where_nobody_says_otherwise():
    assert ruling(judge_turn(MELDING, drew=False, melded=False)) == ("no", "must_act", "GK12")


def test_vk24_only_after_the_first_meld_others_melds_are_open():
    before = {reason.rule_key for reason in rules_of_turn(MELDING, opened=False)}
    after = {reason.rule_key for reason in rules_of_turn(MELDING, opened=True)}
    assert before & {"others_melds", "any_meld", "rearrange"} == set()
    assert after - before == {"others_melds", "any_meld", "rearrange"}


def test_vk27_the_last_cards_are_melded():
    for opened in (False, True):
        last = rules_of_turn(MELDING, opened=opened)[-1]
        assert (last.rule_key, last.facts) == ("last_card", ("VK27", "GK13"))
