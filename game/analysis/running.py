"""Ratings over a history of sessions: how they change from each session to the next."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from game.analysis.rating import NEWCOMER, PlayerId, Rating, rate


@dataclass(frozen=True)
class SideFinish:
    """The result of a side: its players and their shared rank, 1 is best."""

    players: tuple[PlayerId, ...]
    rank: int


class RatedSession(NamedTuple):
    """A session of one player: its start, and the rating after it."""

    at: datetime
    session: Any
    rating: Rating


@dataclass
class RunningRatings:
    """The sessions of each player with the ratings after them; add sessions in the order they were played."""

    lines: dict[Any, list[RatedSession]] = field(default_factory=dict)

    def copy(self) -> RunningRatings:
        """The same ratings, to be continued without changing these."""
        return RunningRatings({player: list(line) for player, line in self.lines.items()})

    def add(self, session: Any, at: datetime, finishes: Sequence[SideFinish]) -> None:
        """Add a session that began `at`. finishes: sides that stayed to the end, in any order."""
        sides = sorted(finishes, key=attrgetter("rank"))
        before = [[self.rating(player, at) for player in side.players] for side in sides]
        for side, after in zip(sides, rate(before, [float(side.rank) for side in sides]), strict=True):
            for player, rating in zip(side.players, after, strict=True):
                self.lines.setdefault(player, []).append(RatedSession(at, session, rating))

    def rating(self, player: PlayerId, at: datetime) -> Rating:
        """The rating at the start of a session after all that were added; a newcomer’s before the first."""
        line = self.lines.get(player)
        return line[-1].rating.aged(line[-1].at, at) if line else NEWCOMER

    def rating_at(self, player: PlayerId, moment: datetime) -> Rating:
        """The rating at any moment: after the sessions that have begun by then."""
        line = self.lines.get(player, [])
        begun = bisect_right(line, moment, key=attrgetter("at"))
        return line[begun - 1].rating.aged(line[begun - 1].at, moment) if begun else NEWCOMER
