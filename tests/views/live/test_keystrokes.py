"""Keystroke-level model: time saved by phones that each count their own hand.

Card, Moran and Newell, Communications of the ACM 23, 1980: mental preparation takes 1.35 s, pressing a key
1.1 s. A phone that follows the table polls at the intervals in static/js/live/follow-table.js; the average
delay is half of that.
"""

import re
from pathlib import Path

import pytest

THINK, TAP = 1.35, 1.1  # seconds
FOLLOWING = Path(__file__).parents[3] / "static/js/live/follow-table.js"


def one_scorer(phones, cards):
    """Open the round, choose who is out, type each hand card by card, review, save."""
    hands = phones - 1
    return 2 * (THINK + TAP) + hands * (THINK + cards * TAP + TAP) + THINK + TAP


def own_phones(cards):
    """Two taps to go out; the others count simultaneously; after the last hand review and save."""
    usual, soon = (seconds / 2 for seconds in polling_intervals())
    return (THINK + 2 * TAP) + usual + (THINK + cards * TAP + TAP) + soon + (THINK + TAP)


def polling_intervals():
    """The polling intervals in seconds: usually, and while hands are collected."""
    script = FOLLOWING.read_text(encoding="utf-8")
    usual, soon = (int(found) / 1000 for found in re.findall(r"^const (?:EVERY|SOON) = (\d+);", script, re.M))
    return usual, soon


@pytest.mark.parametrize("phones", [4, 6, 8])
def test_from_four_phones_on_a_round_of_eight_cards_each_takes_half_the_time(phones):
    assert own_phones(8) <= one_scorer(phones, 8) / 2


def test_three_phones_with_four_cards_each_still_save_time():
    assert own_phones(4) < 0.75 * one_scorer(3, 4)


def test_phones_poll_more_often_while_hands_are_collected():
    usual, soon = polling_intervals()
    assert soon < usual
