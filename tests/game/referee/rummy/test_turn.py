"""Rules of a turn."""

import pytest

from game.referee.rummy.turn import judge_turn, laws_of_a_turn
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
def test_vk20_a_turn_is_a_drawn_card_or_melded_cards(drew, melded, stock_left, expected):
    assert ruling(judge_turn(MELDING, drew=drew, melded=melded, stock_left=stock_left)) == expected


def test_gk12_the_stock_lasts_unless_stated_otherwise():
    assert ruling(judge_turn(MELDING, drew=False, melded=False)) == ("no", "must_act", "GK12")


def test_vk24_melds_of_others_are_open_only_after_the_first_meld():
    before = {reason.law for reason in laws_of_a_turn(MELDING, opened=False)}
    after = {reason.law for reason in laws_of_a_turn(MELDING, opened=True)}
    assert before & {"others_melds", "any_meld", "rearrange"} == set()
    assert after - before == {"others_melds", "any_meld", "rearrange"}


def test_vk27_the_last_cards_are_melded():
    for opened in (False, True):
        last = laws_of_a_turn(MELDING, opened=opened)[-1]
        assert (last.law, last.facts) == ("last_card", ("VK27", "GK13"))
