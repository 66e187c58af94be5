"""A certain result follows from arithmetic: no round can bring more points than the whole pack holds."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.analysis.chances.session import certainties
from game.scoring.round_warnings import pack_points
from tests.game.scoring.builders import rules_of, small_pack

# A pack of one class: four cards of 5 points are worth 20, the most that one round can bring.
TWENTY = replace(small_pack((5, 4)), rounds=3, first_to=None)
WINS = rules_of("vatikan", 3, games=7)


def test_the_small_pack_is_worth_twenty():
    assert pack_points(TWENTY) == 20


@pytest.mark.parametrize(
    ("totals", "left", "certain"),
    [
        ([0, 20], 1, [True, None]),  # even with the whole pack the leader is level and shares the win
        ([0, 19], 1, [None, None]),
        ([0, 21], 1, [True, False]),  # now the other player cannot even draw level
        ([0, 40], 2, [True, None]),
        ([0, 41], 2, [True, False]),
        ([0, 0, 41], 2, [None, None, False]),
        ([7, 7], 0, [True, True]),  # joint winners are all winners
        ([7, 8], 0, [True, False]),
    ],
)
def test_points_can_be_collected_up_to_what_the_pack_holds(totals, left, certain):
    assert certainties(TWENTY, totals, left) == certain


@pytest.mark.parametrize(
    ("totals", "left", "certain"),
    [
        ([3, 1, 0], 2, [True, None, False]),
        ([3, 1, 0], 3, [None, None, None]),
        ([3, 2, 2], 1, [True, None, None]),
        ([3, 2, 1], 1, [True, None, False]),
    ],
)
def test_one_round_is_one_win_for_one_side(totals, left, certain):
    assert certainties(WINS, totals, left) == certain


def test_nothing_is_certain_while_the_number_of_rounds_is_unknown():
    assert certainties(WINS, [99, 0], None) == [None, None]


@given(
    totals=st.lists(st.integers(0, 60), min_size=2, max_size=5),
    gains=st.lists(st.integers(0, 20), min_size=5, max_size=5),
)
def test_no_round_contradicts_a_certainty(totals, gains):
    """Whatever a round brings within the pack (20 points in all), earlier certainties stay true."""
    room, fair = 20, []
    for gain in gains[: len(totals)]:
        fair.append(min(gain, room))
        room -= fair[-1]
    finals = [total + gain for total, gain in zip(totals, fair, strict=True)]
    for certain, final in zip(certainties(TWENTY, totals, 1), finals, strict=True):
        if certain is not None:
            assert certain == (final == min(finals))
