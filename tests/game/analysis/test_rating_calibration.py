"""Rating predictions before a session are calibrated."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from game.analysis.calibration import Calibration, RatedFinish, RatedSession, by_tenths, predictions
from game.analysis.running import RunningRatings, SideFinish
from game.scoring.standings import standings
from tests.game.analysis.made_up import ALIKE, UNLIKE, sessions_of_group
from tests.sampling import full_only, whole_only

pytestmark = full_only

FIRST_PREDICTED = 1 / 2  # of a group's sessions; the earlier ones are training data only
FIRST_NIGHT = datetime(2017, 1, 6, 19, tzinfo=UTC)
BETWEEN_NIGHTS = timedelta(days=3, hours=16)
SESSIONS_A_NIGHT = 3
NEAR = 0.03  # how far a tenth may lie outside its interval
ENOUGH = 50  # predictions in a tenth
COIN = 0.25  # the Brier score of an even chance


def predictions_of(styles, groups, sessions):
    for seed in range(groups):
        for prediction in predictions(rated_sessions(styles, sessions, seed)):
            number, _seed = prediction.session
            if number >= FIRST_PREDICTED * sessions:
                yield prediction


def rated_sessions(styles, sessions, seed):
    """Each session with the ratings after it. The order of the players does not reveal the ranking."""
    running = RunningRatings()
    for number, session in enumerate(sessions_of_group(sessions, styles, Random(seed))):
        night, nth = divmod(number, SESSIONS_A_NIGHT)
        at = FIRST_NIGHT + night * BETWEEN_NIGHTS + nth * timedelta(hours=1)
        ranks = {
            session.people[side.seats[0]]: side.rank
            for side in standings(session.rules, session.seats, session.rounds)
        }
        finishes = [SideFinish((person,), rank) for person, rank in sorted(ranks.items())]
        after = running.add(session.rules.variant, at, finishes)
        rated = [RatedFinish(person, person, rank, after[person].rating) for person, rank in ranks.items()]
        yield RatedSession((number, seed), at, sorted(rated, key=lambda finish: finish.player))


@pytest.fixture(
    scope="module",
    params=[pytest.param((2, 150), id="small"), pytest.param((10, 390), id="whole", marks=whole_only)],
)
def size(request):
    """Groups, and sessions of each."""
    return request.param


def test_ratings_of_players_with_equal_strength_predict_no_worse_than_a_coin(size):
    assert Calibration(list(predictions_of(ALIKE, *size))).brier < 1.01 * COIN


def test_ratings_of_players_who_differ_predict_better_than_a_coin_and_are_calibrated(size):
    found = list(predictions_of(UNLIKE, *size))
    assert Calibration(found).brier < 0.9 * COIN
    tenths = [tenth for tenth in by_tenths(found).values() if len(tenth.predictions) >= ENOUGH]
    assert len(tenths) >= 3
    for tenth in tenths:
        assert tenth.interval.low - NEAR <= tenth.predicted <= tenth.interval.high + NEAR
