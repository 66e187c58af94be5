"""Win chances are calibrated in made-up groups, with players of equal and of different strength.

Every session is predicted from the earlier ones of its group. A Brier score is the mean square of the
difference between a chance and what happened: 0 at best.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from statistics import fmean

import pytest

from game.analysis.chances.gains import PastRound
from game.analysis.chances.session import Evidence, chances
from game.analysis.chances.strength import SkillRecords, skill_records
from game.analysis.interval import Interval, wilson
from game.analysis.outcome import scale_of
from game.scoring.standings import round_gains
from models.statistics.past_rounds import MAX_SESSIONS
from tests.game.analysis.made_up import ALIKE, UNLIKE, MadeUpSession, sessions_of_group
from tests.sampling import full_only, whole_only

pytestmark = full_only

FIRST_PREDICTED = 1 / 3  # of a group's sessions; the earlier ones are training data only
NEAR = 0.03  # how far a tenth may lie outside its interval
ENOUGH = 50  # predictions in a tenth


@dataclass(frozen=True)
class Prediction:
    """The chance of one side after a round, what an even chance would be, and whether the side won."""

    share: float
    even: float
    won: bool
    is_certain: bool
    session: Hashable

    @property
    def tenth(self) -> int:
        return int(self.share * 10 + 0.5)


def predictions(styles, groups, sessions, draws, *, with_records=True) -> list[Prediction]:
    """draws: simulations for each chance; fewer add noise, which spreads the chances."""
    return [
        prediction
        for seed in range(groups)
        for prediction in predictions_of_group(
            list(sessions_of_group(sessions, styles, Random(seed))), draws, with_records=with_records
        )
    ]


def predictions_of_group(
    group: list[MadeUpSession], draws: int, *, with_records: bool
) -> Iterator[Prediction]:
    past: dict[tuple[str, str], deque[list[PastRound]]] = defaultdict(lambda: deque(maxlen=MAX_SESSIONS))
    for number, session in enumerate(group):
        known = past[session.rules.variant, scale_of(session.rules)]
        if number >= FIRST_PREDICTED * len(group):
            yield from predictions_of_session(session, list(chain(*known)), draws, with_records=with_records)
        known.append(past_rounds(session))


def past_rounds(session: MadeUpSession) -> list[PastRound]:
    """The past rounds in the form that the database returns."""
    return [
        PastRound(
            played.hand_size,
            tuple(round_gains(session.rules, played).values()),
            [session.people[hand.seat] for hand in played.hands],
        )
        for played in session.rounds
    ]


def predictions_of_session(session, past, draws, *, with_records) -> Iterator[Prediction]:
    found = skill_records(session.rules, past) if with_records else SkillRecords()
    of_seats = {seat.id: found.of(session.people[seat.id]) for seat in session.seats}
    predicted = chances(
        session.rules,
        session.seats,
        session.rounds,
        Evidence(past, of_seats),
        Random(len(past)),
        finished=True,
        most=draws,
    )
    *before, result = predicted.after
    for moment in before:
        for side, won in zip(moment, result, strict=True):
            yield Prediction(side.share, 1 / len(result), won.share == 1, side.certain, session)


def wilson_by_session(hits: Sequence[tuple[Hashable, bool]]) -> Interval:
    """The Wilson interval of the share of hits for the effective number of independent tries.

    hits: pairs (session, whether it is a hit), at least one. Tries of one session are dependent, so the
    variance is taken between sessions.
    """
    share = fmean(hit for _session, hit in hits)
    off: defaultdict[Hashable, float] = defaultdict(float)
    for session, hit in hits:
        off[session] += hit - share
    variance = sum(each * each for each in off.values()) / len(hits) ** 2
    independent = round(share * (1 - share) / variance) if variance else len(off)
    return wilson(share * independent, independent)


def brier(found: list[Prediction]) -> float:
    return fmean((one.share - one.won) ** 2 for one in found)


def brier_of_even_chances(found: list[Prediction]) -> float:
    return fmean((one.even - one.won) ** 2 for one in found)


def without_certain(found: list[Prediction]) -> list[Prediction]:
    return [one for one in found if not one.is_certain]


SIZES = [
    pytest.param((3, 28, 100), id="small"),
    pytest.param((6, 84, 400), id="whole", marks=whole_only),
]


@pytest.fixture(scope="module", params=SIZES)
def size(request):
    """Groups, sessions of each, and simulations for each chance."""
    return request.param


@pytest.fixture(scope="module", params=[ALIKE, UNLIKE], ids=["alike", "unlike"])
def styles(request):
    return request.param


@pytest.fixture(scope="module")
def found(styles, size):
    return predictions(styles, *size)


@pytest.fixture(scope="module")
def without_records(styles, size):
    return predictions(styles, *size, with_records=False)


def test_certain_predictions_always_come_true(found):
    certain = [one for one in found if one.is_certain]
    assert certain
    assert brier(certain) == 0


def test_chances_predict_better_than_even_chances(found, without_records):
    for each in (without_certain(found), without_certain(without_records)):
        assert brier(each) < 0.85 * brier_of_even_chances(each)


def test_records_do_no_harm_and_help_where_players_differ(found, without_records, styles):
    with_records, without = brier(without_certain(found)), brier(without_certain(without_records))
    assert with_records < (1.02 if styles == ALIKE else 1) * without


def test_the_chances_of_each_tenth_are_calibrated(found):
    tenths = defaultdict(list)
    for one in without_certain(found):
        tenths[one.tenth].append(one)
    assert len(tenths) == 11
    for tenth in tenths.values():
        interval = wilson_by_session([(one.session, one.won) for one in tenth])
        predicted = fmean(one.share for one in tenth)
        assert len(tenth) < ENOUGH or interval.low - NEAR <= predicted <= interval.high + NEAR


def test_dependent_hits_are_as_uncertain_as_few():
    alone = wilson_by_session([(hit, hit % 2 == 0) for hit in range(100)])
    together = wilson_by_session([(hit // 10, hit // 10 % 2 == 0) for hit in range(100)])
    assert together.high - together.low > 2 * (alone.high - alone.low)
    assert together == wilson(5, 10)
