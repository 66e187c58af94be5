"""What counting takes by the keystroke-level model, hand for hand."""

import pytest

from tests.benchmarks.reckoning import TAP, THINK, keeper_alone, looks, own_hands, reckoning


def test_four_phones_with_eight_cards_each_need_at_most_half_of_one_keepers_seconds():
    assert own_hands(4, 8) <= keeper_alone(4, 8) / 2


def test_one_more_hand_costs_a_keeper_its_cards_and_phones_nothing():
    assert keeper_alone(5, 8) - keeper_alone(4, 8) == pytest.approx(THINK + 9 * TAP)
    assert own_hands(5, 8) == own_hands(4, 8)


def test_phones_look_more_often_while_hands_come_in():
    usual, soon = looks()
    assert soon < usual


def test_each_table_is_told_with_both():
    for row in reckoning():
        assert row["ratio"] == pytest.approx(row["own hands, s"] / row["a keeper, s"])
