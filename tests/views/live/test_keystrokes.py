"""Phones that each count their own hand save the table time, by the keystroke-level model.

Card, Moran and Newell, Communications of the ACM 23, 1980: to make up one’s mind takes 1.35 s, to reach and
hit a key 1.1 s. A phone that follows the table asks again after the seconds in
static/js/live/follow-table.js; half of that is the average wait.
"""

import re
from pathlib import Path

import pytest

THINK, TAP = 1.35, 1.1  # seconds
FOLLOWING = Path(__file__).parents[3] / "static/js/live/follow-table.js"


def one_scorer(phones, cards):
    """Score the round, who is out, each hand card by card and on to the next, at last a look and Save."""
    hands = phones - 1
    return 2 * (THINK + TAP) + hands * (THINK + cards * TAP + TAP) + THINK + TAP


def own_phones(cards):
    """I am out, twice; all others count at the same time; when the last hand is in, a look and Save."""
    usual, soon = (seconds / 2 for seconds in polling_intervals())
    return (THINK + 2 * TAP) + usual + (THINK + cards * TAP + TAP) + soon + (THINK + TAP)


def polling_intervals():
    """The seconds until a phone asks again: usually, and while hands come in."""
    script = FOLLOWING.read_text(encoding="utf-8")
    usual, soon = (int(found) / 1000 for found in re.findall(r"^const (?:EVERY|SOON) = (\d+);", script, re.M))
    return usual, soon


@pytest.mark.parametrize("phones", [4, 6, 8])
def test_from_four_phones_on_a_round_of_eight_cards_each_takes_half_the_time(phones):
    assert own_phones(8) <= one_scorer(phones, 8) / 2


def test_three_phones_with_four_cards_each_still_save_time():
    assert own_phones(4) < 0.75 * one_scorer(3, 4)


def test_phones_ask_more_often_while_hands_come_in():
    usual, soon = polling_intervals()
    assert soon < usual
