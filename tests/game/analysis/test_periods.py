"""Comparison of two periods: a difference is stated only where it is significant."""

from random import Random

import pytest

from game.analysis.interval import MIN_GAMES, ScoreChange, ScoreSample
from tests.sampling import full_only


def change(before, after, candidates=1):
    return ScoreChange(ScoreSample.of(before), ScoreSample.of(after), candidates)


def test_few_games_give_no_verdict():
    assert change([0.0] * (MIN_GAMES - 1), [1.0] * 50).verdict == "few"
    assert change([0.0] * 50, [1.0] * (MIN_GAMES - 1)).verdict == "few"


def test_twenty_games_in_each_period_are_enough_and_nineteen_are_not():
    assert change([0.0] * 20, [1.0] * 20).verdict == "better"
    assert change([0.0] * 19, [1.0] * 20).verdict == "few"
    assert change([0.0] * 20, [1.0] * 19).verdict == "few"


def test_beating_many_more_is_better_and_beating_many_fewer_is_worse():
    assert change([0.0] * MIN_GAMES, [1.0] * MIN_GAMES).verdict == "better"
    assert change([1.0] * MIN_GAMES, [0.0] * MIN_GAMES).verdict == "worse"


def test_a_small_difference_is_too_close_to_call():
    assert change([0.0, 1.0] * 20, [0.0, 1.0, 1.0] * 14).verdict == "close"


def test_the_change_of_one_among_many_players_must_be_larger():
    half, more = [0.0, 1.0] * 20, [1.0, 1.0, 0.0, 1.0] * 10
    assert change(half, more).verdict == "better"
    assert change(half, more, candidates=8).verdict == "close"


def test_a_player_without_games_has_no_share():
    assert ScoreSample() == ScoreSample(games=0, total=0, squares=0)
    assert ScoreSample().share is None
    assert ScoreSample.of([0.0]).share == 0
    assert ScoreSample.of([0.0, 1.0, 1.0, 1.0]).share == 0.75


def test_a_change_has_one_candidate_by_default():
    before, after = ScoreSample.of([0.0, 1.0] * 20), ScoreSample.of([1.0] * 40)
    assert ScoreChange(before, after).bounds == ScoreChange(before, after, 1).bounds


def test_a_worked_example():
    """Forty games half won: 42 with the two of the prior, 21 of them won, squared error 1/4 / 41.
    All forty won: 41 of 42, (41/42)(1/42) / 41. 41/42 − 21/42 is 0.476, and 1.96 times the root of
    1/164 + 1/1764 is 0.160.
    """
    assert change([0.0, 1.0] * 20, [1.0] * 40).bounds == pytest.approx((0.3162, 0.6362), abs=1e-3)


@full_only
@pytest.mark.parametrize("games", [MIN_GAMES, 60])
@pytest.mark.parametrize("opponents", [1, 3])
def test_players_of_equal_strength_are_rarely_reported_as_changed(games, opponents):
    luck, reported, times = Random(8), 0, 3000
    for _ in range(times):
        before, after = (
            [luck.randint(0, opponents) / opponents for _game in range(games)] for _period in range(2)
        )
        reported += change(before, after).verdict != "close"
    assert reported / times < 0.06
