"""Predictions from ratings before each session, and how often they were correct (calibration)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import combinations
from statistics import fmean

from game.analysis.interval import Interval, wilson_by_session
from game.analysis.rating import PlayerId, Rating, win_probability
from game.analysis.skill_clusters import SkillClusters, skill_clusters

EVEN = 0.5
ENOUGH_SESSIONS = 50  # predicted sessions before a calibration is shown
ENOUGH_PAIRS = 50  # pairs with about the same prediction, likewise


@dataclass(frozen=True)
class RatedFinish:
    """A player's result in a session. rank: 1 is best. rating: after the session."""

    player: PlayerId
    side: int
    rank: int
    rating: Rating


@dataclass(frozen=True)
class RatedSession:
    """A session with the finishes of all players who stayed to the end."""

    id: Hashable
    at: datetime
    finishes: Sequence[RatedFinish]


@dataclass(frozen=True)
class Prediction:
    """The prediction for two sides that did not tie.

    probability: that the favourite finishes ahead, 0.5 to 1; 0.5 if luck explains the difference of the
    ratings, so that there is no favourite. is_correct: whether it finished ahead.
    """

    probability: float
    is_correct: bool
    session: Hashable

    @property
    def has_favourite(self) -> bool:
        return self.probability > EVEN

    @property
    def tenth(self) -> int:
        """The probability in tenths, 5 to 10.

        >>> Prediction(0.62, is_correct=True, session=1).tenth
        6
        """
        return int(self.probability * 10 + 0.5)


@dataclass(frozen=True)
class Calibration:
    """How often some predictions, at least one, were correct.

    >>> found = Calibration([Prediction(0.6, is_correct, session=1) for is_correct in (True, True, False)])
    >>> round(found.predicted, 2), round(found.observed, 2), round(found.brier, 3)
    (0.6, 0.67, 0.227)
    """

    predictions: Sequence[Prediction]

    @cached_property
    def predicted(self) -> float:
        """The mean probability."""
        return fmean(one.probability for one in self.predictions)

    @cached_property
    def observed(self) -> float:
        """The share of correct predictions."""
        return fmean(one.is_correct for one in self.predictions)

    @cached_property
    def interval(self) -> Interval:
        """The 95 % interval of the share of correct predictions; pairs of one session are dependent."""
        return wilson_by_session([(one.session, one.is_correct) for one in self.predictions])

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return len({one.session for one in self.predictions})

    @property
    def brier(self) -> float:
        """The Brier score, the mean squared error; always predicting 0.5 has 0.25."""
        return fmean((one.is_correct - one.probability) ** 2 for one in self.predictions)


def predictions(sessions: Iterable[RatedSession]) -> Iterator[Prediction]:
    """Yield a prediction for each pair of sides of the sessions in which every player has an earlier rating.

    sessions: in the order they were played. Ratings are those before the session, moved towards each other as
    far as luck explains their differences (skill_clusters.py); the clusters are computed once a day.
    """
    known = _LatestRatings()
    for session in sessions:
        if all(own.player in known.ratings for own in session.finishes):
            yield from _session_predictions(session, known)
        for own in session.finishes:
            known.ratings[own.player] = own.rating, session.at


class _LatestRatings:
    """The last rating of each player with its time."""

    def __init__(self) -> None:
        self.ratings: dict[PlayerId, tuple[Rating, datetime]] = {}
        self.day: date | None = None
        self.clusters = SkillClusters()

    def before(self, session: RatedSession) -> dict[int, list[Rating]]:
        """Return the expected strengths before a session, by side."""
        if session.at.date() != self.day:
            self.day = session.at.date()
            self.clusters = skill_clusters(
                rating.aged(since, session.at) for rating, since in self.ratings.values()
            )
        sides: dict[int, list[Rating]] = {}
        for own in session.finishes:
            rating, since = self.ratings[own.player]
            expected = self.clusters.expected(rating.aged(since, session.at))
            sides.setdefault(own.side, []).append(expected)
        return sides


def by_tenths(predictions: Iterable[Prediction]) -> dict[int, Calibration]:
    """Group predictions that have a favourite by their probability: {tenth: Calibration}, ascending."""
    tenths: dict[int, list[Prediction]] = {}
    for one in predictions:
        if one.has_favourite:
            tenths.setdefault(one.tenth, []).append(one)
    return {tenth: Calibration(tenths[tenth]) for tenth in sorted(tenths)}


def _session_predictions(session: RatedSession, known: _LatestRatings) -> Iterator[Prediction]:
    sides = known.before(session)
    ranks = {own.side: own.rank for own in session.finishes}
    for one, other in combinations(sorted(sides), 2):
        if ranks[one] != ranks[other]:
            share = win_probability(sides[one], sides[other])
            was_ahead = ranks[one] < ranks[other]
            yield Prediction(max(share, 1 - share), was_ahead == (share >= EVEN), session.id)
