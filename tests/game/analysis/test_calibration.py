"""Predictions of the ratings before a session, and how often they come true."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from game.analysis.calibration import (
    Calibration,
    Prediction,
    RatedFinish,
    RatedSession,
    by_tenths,
    predictions,
)
from game.analysis.rating import Rating
from game.analysis.running import RunningRatings, SideFinish
from tests.game.analysis.plain_ratings import LUCK, PlainRatings, chance_ahead, expected_strengths

START = datetime(2026, 1, 2, 19, tzinfo=UTC)


def played(count, strengths, seed=8, at_a_table=4):
    """Sessions of players drawn at random, a day or more apart; stronger players are likelier to be ahead."""
    chance, running, at = Random(seed), RunningRatings(), START
    for number in range(count):
        at += timedelta(days=1 + chance.randrange(3))
        people = chance.sample(range(len(strengths)), at_a_table)
        people.sort(key=lambda person: chance.gauss(0, 1) - strengths[person])
        sides = [SideFinish((person,), 1 + place) for place, person in enumerate(people)]
        after = running.add("derange", at, sides)
        finishes = [RatedFinish(p, p, 1 + place, after[p].rating) for place, p in enumerate(people)]
        yield RatedSession(number, at, finishes)


def plain_predictions(sessions):
    """The probability given to the player who finished ahead, for each pair of sides with one player."""
    plain = PlainRatings()
    for session in sessions:
        people = [own.player for own in session.finishes]
        if all(person in plain.after for person in people):
            everybody = list(plain.after)
            expected = expected_strengths(plain.before(person, session.at) for person in everybody)
            own = {person: expected[everybody.index(person)] for person in people}
            for pair in combinations(sorted(people), 2):
                first, second = sorted(pair, key=people.index)  # the player who finished ahead first
                c = sqrt(5 * sum(own[person][1] ** 2 + LUCK**2 for person in (first, second)) / 2)
                yield chance_ahead([own[first]], [own[second]], c)
        plain.add(session.at, [((own.player,), own.rank) for own in session.finishes])


@pytest.mark.parametrize("strengths", [[0] * 8, [0, 0.3, 0.6, 1, 1.5, 2]])
def test_each_session_is_predicted_from_the_earlier_ones_as_by_a_plain_replay(strengths):
    found = list(predictions(played(80, strengths)))
    expected = list(plain_predictions(played(80, strengths)))
    assert len(found) == len(expected) > 300
    for prediction, share in zip(found, expected, strict=True):
        assert (
            prediction.probability if prediction.is_correct else 1 - prediction.probability
        ) == pytest.approx(share)


def session(number, **finishes):
    """A session at one table, with sides of one player: rank and strength after it by name."""
    people = enumerate(finishes.items())
    own = [RatedFinish(name, side, rank, Rating(mu, 1)) for side, (name, (rank, mu)) in people]
    return RatedSession(number, START + timedelta(days=number), own)


def test_tied_sides_and_sessions_with_a_newcomer_are_left_out():
    first = session(1, Anna=(1, 30), Bo=(2, 20))
    assert list(predictions([first, session(2, Anna=(1, 30), Bo=(1, 20))])) == []
    assert list(predictions([first, session(2, Anna=(1, 30), Cara=(2, 25))])) == []
    [prediction] = predictions([first, session(2, Anna=(1, 30), Bo=(2, 20))])
    assert prediction.has_favourite
    assert prediction.is_correct


def test_there_is_no_favourite_where_chance_explains_the_differences_between_ratings():
    [prediction] = predictions(
        [session(1, Anna=(1, 25.5), Bo=(2, 24.5)), session(2, Anna=(1, 26), Bo=(2, 24))]
    )
    assert (prediction.probability, prediction.has_favourite) == (0.5, False)
    assert by_tenths([prediction]) == {}


def test_the_share_of_chance_in_the_ratings_is_computed_once_a_day():
    """In the morning the ratings are close; the first session of the day separates them."""
    before = session(1, Anna=(1, 25.2), Bo=(2, 24.8))
    first, second = session(2, Anna=(1, 35), Bo=(2, 15)), session(3, Anna=(1, 35), Bo=(2, 15))
    same_day = replace(second, at=first.at + timedelta(hours=1))
    assert [p.has_favourite for p in predictions([before, first, same_day])] == [False, False]
    assert [p.has_favourite for p in predictions([before, first, second])] == [False, True]


def test_predictions_are_grouped_by_tenths():
    several = [Prediction(share, True, 1) for share in (0.51, 0.549, 0.55, 0.649, 0.95)]
    assert {tenth: len(found.predictions) for tenth, found in by_tenths(several).items()} == {
        5: 2,
        6: 2,
        10: 1,
    }


def test_calibration_has_an_interval():
    """Ten sessions with a hundred pairs each, of which all or none came true: as uncertain as ten pairs."""
    found = Calibration([Prediction(0.6, s % 2 == 0, s) for s in range(10)] * 100)
    assert (found.predicted, found.observed, found.sessions) == pytest.approx((0.6, 0.5, 10))
    assert (found.interval.low, found.interval.high) == pytest.approx((0.237, 0.763), abs=0.001)
    assert found.brier == pytest.approx((0.4**2 + 0.6**2) / 2)
