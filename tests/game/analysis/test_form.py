"""The form of a player, and its noise."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from game.analysis.form import MAX_POINTS, MIN_WINDOW, form_of


def test_each_mean_is_of_the_last_ten_results():
    form = form_of([0.0] * 5 + [1.0] * 6)
    assert form.window == 10
    assert form.means == ((10, 0.5), (11, 0.6))
    assert (form.first, form.last) == (0.5, 0.6)


@pytest.mark.parametrize("count", range(MIN_WINDOW + 1))
def test_there_is_no_form_before_two_means(count):
    assert form_of([1.0] * count) is None


@pytest.mark.parametrize(("count", "over", "means"), [(49, 10, 40), (69, 13, 57), (73, 14, 60), (74, 14, 31)])
def test_every_mean_is_shown_up_to_sixty_and_then_every_other(count, over, means):
    form = form_of([0.0] * (count - 20) + [1.0] * 20)
    assert (form.window, len(form.means)) == (over, means)
    assert (form.first, form.last) == (0, 1)


def test_a_long_history_uses_windows_of_a_fifth_of_it():
    assert form_of([0.5] * 300).window == 60


@pytest.mark.parametrize("count", [11, 50, 60, 69, 70, 71, 600, 601, 1788])
def test_every_result_of_a_long_history_is_used_and_the_points_stay_few(count):
    form = form_of([1.0] * count)
    ends = [end for end, _mean in form.means]
    assert len(ends) <= MAX_POINTS
    assert ends[-1] == count
    gaps = [later - sooner for sooner, later in pairwise(ends)]
    assert all(gap <= form.window for gap in gaps)
    assert ends[0] < form.window + max(gaps)


def test_the_band_contains_random_results_nineteen_times_in_twenty():
    """Purely random results: nearly every mean lies within the margin of the overall mean."""
    chance = Random(8)
    within = []
    for _player in range(200):
        form = form_of([chance.choice((0.0, 0.5, 1.0)) for _ in range(100)])
        within.append(abs(form.last - 0.5) <= form.margin)
    assert 0.91 <= fmean(within) <= 0.98


def test_the_band_stays_between_zero_and_one():
    form = form_of([0.0] * 15 + [1.0] * 15)
    assert min(form.lows) == 0
    assert max(form.highs) == 1


def test_equal_results_have_no_margin():
    assert form_of([0.5] * 20).margin == 0
