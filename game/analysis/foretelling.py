"""What the ratings said of each two sides before a session, and how often that came true."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import combinations
from statistics import fmean

from game.analysis.interval import Interval, wilson_by_session
from game.analysis.rating import PlayerId, Rating, ahead
from game.analysis.spread import Spread, spread_of

EVEN = 0.5
ENOUGH_SESSIONS = 50  # that were foretold, before anything is said of how often that came true
ENOUGH_PAIRS = 50  # of which about the same was said, likewise


@dataclass(frozen=True)
class RatedFinish:
    """How a player came out of a session, and the rating after it."""

    player: PlayerId
    side: int
    rank: int
    rating: Rating


@dataclass(frozen=True)
class RatedSession:
    """Everybody who stayed to the end of a session."""

    id: Hashable
    at: datetime
    finishes: Sequence[RatedFinish]


@dataclass(frozen=True)
class Foretold:
    """Of two sides that did not finish level: how likely it was that one would be ahead, a half or more, and
    whether it was. A half where luck explains how the ratings differ: then nothing was said.
    """

    share: float
    came_true: bool
    session: Hashable

    @property
    def is_said(self) -> bool:
        return self.share > EVEN

    @property
    def tenth(self) -> int:
        """In so many of ten, 5 to 10."""
        return int(self.share * 10 + 0.5)


@dataclass(frozen=True)
class WordKept:
    """How often came true what was said of some pairs, which are at least one."""

    told: Sequence[Foretold]

    @cached_property
    def said(self) -> float:
        return fmean(one.share for one in self.told)

    @cached_property
    def share(self) -> float:
        return fmean(one.came_true for one in self.told)

    @cached_property
    def interval(self) -> Interval:
        """Of the share that comes true; the pairs of a session hang together."""
        return wilson_by_session([(one.session, one.came_true) for one in self.told])

    @property
    def sessions(self) -> int:
        return len({one.session for one in self.told})

    @property
    def brier(self) -> float:
        """The mean square of the surprise; an even chance has 0.25."""
        return fmean((one.came_true - one.share) ** 2 for one in self.told)


def foretold(sessions: Iterable[RatedSession]) -> Iterator[Foretold]:
    """Each two sides of those sessions, in order, in which everybody had been in one before.

    From the ratings before the session, drawn together as far as luck explains how they differ; how far that
    is, is found anew for each day.
    """
    known = _Known()
    for session in sessions:
        if all(own.player in known.ratings for own in session.finishes):
            yield from _told_before(session, known)
        for own in session.finishes:
            known.ratings[own.player] = own.rating, session.at


class _Known:
    """Everybody's last rating, and since when."""

    def __init__(self) -> None:
        self.ratings: dict[PlayerId, tuple[Rating, datetime]] = {}
        self.day: date | None = None
        self.spread = Spread()

    def before(self, session: RatedSession) -> dict[int, list[Rating]]:
        """What is to be expected of everybody there, by side."""
        if session.at.date() != self.day:
            self.day = session.at.date()
            self.spread = spread_of(
                rating.later(since, session.at) for rating, since in self.ratings.values()
            )
        sides: dict[int, list[Rating]] = {}
        for own in session.finishes:
            rating, since = self.ratings[own.player]
            expected = self.spread.drawn_together(rating.later(since, session.at))
            sides.setdefault(own.side, []).append(expected)
        return sides


def by_tenths(told: Iterable[Foretold]) -> dict[int, WordKept]:
    """By what was said, the least first; tenths of which nothing was said are left out."""
    tenths: dict[int, list[Foretold]] = {}
    for one in told:
        if one.is_said:
            tenths.setdefault(one.tenth, []).append(one)
    return {tenth: WordKept(tenths[tenth]) for tenth in sorted(tenths)}


def _told_before(session: RatedSession, known: _Known) -> Iterator[Foretold]:
    sides = known.before(session)
    ranks = {own.side: own.rank for own in session.finishes}
    for one, other in combinations(sorted(sides), 2):
        if ranks[one] != ranks[other]:
            share = ahead(sides[one], sides[other])
            was_ahead = ranks[one] < ranks[other]
            yield Foretold(max(share, 1 - share), was_ahead == (share >= EVEN), session.id)
