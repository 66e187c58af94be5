"""Wilson's interval: worked examples and properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.analysis.interval import possible_highest, wilson

counts = st.integers(1, 3000).flatmap(lambda tries: st.tuples(st.integers(0, tries), st.just(tries)))


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        (10, 20, 0.2993, 0.7007),
        (4, 7, 0.2505, 0.8418),
        (0, 10, 0.0, 0.2775),  # z² / (n + z²)
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
        (432, 1782, 0.2231, 0.2629),
    ],
)
def test_worked_examples(hits, tries, low, high):
    interval = wilson(hits, tries)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_without_trials_the_interval_is_everything():
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


@given(counts)
def test_the_share_is_always_within_the_interval(counted):
    hits, tries = counted
    interval = wilson(hits, tries)
    assert 0 <= interval.low <= hits / tries <= interval.high <= 1
    assert hits / tries in interval


@given(counts)
def test_the_ends_are_where_the_normal_test_just_rejects(counted):
    """Definition of the interval: (share − end)² = z² · end · (1 − end) / n."""
    hits, tries = counted
    interval, share = wilson(hits, tries), hits / tries
    for end in {interval.low, interval.high} - {0, 1}:
        assert (share - end) ** 2 == pytest.approx(3.841458820694124 * end * (1 - end) / tries, rel=1e-6)


@given(counts)
def test_losses_mirror_wins_and_more_trials_narrow_the_interval(counted):
    hits, tries = counted
    won, lost = wilson(hits, tries), wilson(tries - hits, tries)
    assert won.low == pytest.approx(1 - lost.high)
    many = wilson(hits * 4, tries * 4)
    assert many.high - many.low < won.high - won.low


def test_the_highest_share_stands_out_only_where_chance_does_not_bring_another_as_near():
    assert possible_highest([(40, 100), (38, 100), (10, 100)]) == [0, 1]
    assert possible_highest([(80, 100), (38, 100), (10, 100)]) == [0]
    assert possible_highest([(4, 10), (4, 10)]) == [0, 1]
    assert possible_highest([(3, 10)]) == [0]


def test_more_comparisons_require_a_larger_distance():
    """50 in 100 and 34 in 100: significant among two, not among eleven."""
    assert possible_highest([(50, 100), (34, 100)]) == [0]
    assert possible_highest([(50, 100), *[(34, 100)] * 10]) == list(range(11))
    # With 1.96 standard errors 36 is significant and with 2.24 it is not; 34 is, but not with 2.39.
    assert possible_highest([(50, 100), (36, 100)]) == [0]
    assert possible_highest([(50, 100), (36, 100), (34, 100)]) == [0, 1]
