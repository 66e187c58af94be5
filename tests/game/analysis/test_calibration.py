"""What ratings said before a session, and how often that came true."""

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
from tests.game.analysis.plain_ratings import LUCK, PlainRatings, chance_ahead, drawn_together

EVENING = datetime(2026, 1, 2, 19, tzinfo=UTC)


def played(count, strengths, seed=8, at_a_table=4):
    """Sessions of some drawn from everybody, a day or more apart; the stronger are likelier to be ahead."""
    chance, running, at = Random(seed), RunningRatings(), EVENING
    for number in range(count):
        at += timedelta(days=1 + chance.randrange(3))
        people = chance.sample(range(len(strengths)), at_a_table)
        people.sort(key=lambda person: chance.gauss(0, 1) - strengths[person])
        sides = [SideFinish((person,), 1 + place) for place, person in enumerate(people)]
        after = running.add("derange", at, sides)
        finishes = [RatedFinish(p, p, 1 + place, after[p].rating) for place, p in enumerate(people)]
        yield RatedSession(number, at, finishes)


def told_slowly(sessions):
    """Sides of one: how likely whoever finished ahead was to do so."""
    plain = PlainRatings()
    for session in sessions:
        people = [own.player for own in session.finishes]
        if all(person in plain.after for person in people):
            everybody = list(plain.after)
            expected = drawn_together(plain.before(person, session.at) for person in everybody)
            own = {person: expected[everybody.index(person)] for person in people}
            for pair in combinations(sorted(people), 2):
                first, second = sorted(pair, key=people.index)  # the one who finished ahead first
                c = sqrt(5 * sum(own[person][1] ** 2 + LUCK**2 for person in (first, second)) / 2)
                yield chance_ahead([own[first]], [own[second]], c)
        plain.add(session.at, [((own.player,), own.rank) for own in session.finishes])


@pytest.mark.parametrize("strengths", [[0] * 8, [0, 0.3, 0.6, 1, 1.5, 2]])
def test_each_session_is_foretold_from_those_before_it_as_a_slow_replay_does(strengths):
    found = list(predictions(played(80, strengths)))
    expected = list(told_slowly(played(80, strengths)))
    assert len(found) == len(expected) > 300
    for told, share in zip(found, expected, strict=True):
        assert (told.probability if told.is_correct else 1 - told.probability) == pytest.approx(share)


def session(number, **finishes):
    """Of one table, sides of one: by name the rank and the strength after it."""
    people = enumerate(finishes.items())
    own = [RatedFinish(name, side, rank, Rating(mu, 1)) for side, (name, (rank, mu)) in people]
    return RatedSession(number, EVENING + timedelta(days=number), own)


def test_level_sides_are_left_out_and_so_is_a_session_with_a_newcomer():
    first = session(1, Anna=(1, 30), Bo=(2, 20))
    assert list(predictions([first, session(2, Anna=(1, 30), Bo=(1, 20))])) == []
    assert list(predictions([first, session(2, Anna=(1, 30), Cara=(2, 25))])) == []
    [told] = predictions([first, session(2, Anna=(1, 30), Bo=(2, 20))])
    assert told.has_favourite
    assert told.is_correct


def test_nothing_is_said_where_luck_explains_how_the_ratings_differ():
    [told] = predictions([session(1, Anna=(1, 25.5), Bo=(2, 24.5)), session(2, Anna=(1, 26), Bo=(2, 24))])
    assert (told.probability, told.has_favourite) == (0.5, False)
    assert by_tenths([told]) == {}


def test_how_far_luck_explains_the_ratings_is_found_once_a_day():
    """In the morning they lie close together; the first session of the day tells them apart."""
    before = session(1, Anna=(1, 25.2), Bo=(2, 24.8))
    first, second = session(2, Anna=(1, 35), Bo=(2, 15)), session(3, Anna=(1, 35), Bo=(2, 15))
    same_day = replace(second, at=first.at + timedelta(hours=1))
    assert [told.has_favourite for told in predictions([before, first, same_day])] == [False, False]
    assert [told.has_favourite for told in predictions([before, first, second])] == [False, True]


def test_what_was_said_counts_with_what_is_about_the_same_tenth():
    told = [Prediction(share, True, 1) for share in (0.51, 0.549, 0.55, 0.649, 0.95)]
    assert {tenth: len(kept.predictions) for tenth, kept in by_tenths(told).items()} == {5: 2, 6: 2, 10: 1}


def test_how_often_it_came_true_is_told_with_what_that_leaves_open():
    """Ten sessions with a hundred pairs each, of which all or none came true: as unsure as ten."""
    kept = Calibration([Prediction(0.6, s % 2 == 0, s) for s in range(10)] * 100)
    assert (kept.predicted, kept.observed, kept.sessions) == pytest.approx((0.6, 0.5, 10))
    assert (kept.interval.low, kept.interval.high) == pytest.approx((0.237, 0.763), abs=0.001)
    assert kept.brier == pytest.approx((0.4**2 + 0.6**2) / 2)
