"""The history of two players: their meetings, runs and form, all from the first one's side."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from game.analysis.form import Form, form_of
from game.analysis.outcome import PLACES
from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome
from models.statistics.rivals import MeetingCounts, Other, meeting_condition
from models.statistics.selection import Selection


class Meeting(NamedTuple):
    """One session of both; a tuple because a pair may have a thousand after ten years.

    own, other: totals, as the rules count; ranks likewise.
    own_points, other_points: of the cards left in hands in own_rounds and other_rounds rounds; None unless
    their holder pays for them.
    has_distance: whether the difference of the totals says how far one was ahead (`Rules`).
    """

    session_id: uuid.UUID
    day: date
    variant: str
    scale: str
    own: int
    other: int
    own_rank: int
    other_rank: int
    own_points: int | None
    own_rounds: int
    other_points: int | None
    other_rounds: int
    has_distance: bool

    @property
    def gap(self) -> int:
        return abs(self.own - self.other)

    @property
    def result(self) -> int:
        """1 where the first finished ahead, -1 behind, 0 level."""
        return (self.own_rank < self.other_rank) - (self.own_rank > self.other_rank)


class VariantMeetings:
    """The meetings of one variant and scale; sessions of which only totals are known have no rounds.

    unit: of the totals, "points", "wins" or "places".
    """

    def __init__(self, variant: str, scale: str, played: Sequence[Meeting]) -> None:
        """played: the oldest first."""
        self.variant, self.scale, self.played = variant, scale, played
        self.unit = {"": "wins", PLACES: "places"}.get(scale, "points")
        self.own_rounds = sum(meeting.own_rounds for meeting in played)
        self.other_rounds = sum(meeting.other_rounds for meeting in played)

    @property
    def meetings(self) -> MeetingCounts:
        return MeetingCounts.of([meeting.result for meeting in self.played])

    @property
    def own_points(self) -> int | None:
        """None unless holders pay for the cards left."""
        return _sum_of_known(meeting.own_points for meeting in self.played)

    @property
    def other_points(self) -> int | None:
        return _sum_of_known(meeting.other_points for meeting in self.played)

    @property
    def own_average(self) -> float | None:
        return _average(self.own_points, self.own_rounds)

    @property
    def other_average(self) -> float | None:
        return _average(self.other_points, self.other_rounds)

    @cached_property
    def closest(self) -> Meeting | None:
        """The meeting with the smallest distance of the totals, the newest of equals; None if no meeting has
        a winner and a distance.
        """
        return min(self._newest, key=lambda meeting: meeting.gap, default=None)

    @cached_property
    def widest(self) -> Meeting | None:
        return max(self._newest, key=lambda meeting: meeting.gap, default=None)

    @property
    def _newest(self) -> list[Meeting]:
        """Those with a winner and a distance, the newest first."""
        return [meeting for meeting in reversed(self.played) if meeting.result and meeting.has_distance]


def meetings_of(selection: Selection, own: uuid.UUID, other: uuid.UUID) -> list[Meeting]:
    """The oldest first; one query over the sessions of the two.

    Where one of them is ahead there is a winner, who has a margin unless the session has no distances.
    """
    margins = Outcome.__table__.alias("margins").c
    distance = db.select(margins.seat_id).where(
        margins.session_id == Outcome.session_id, margins.margin.is_not(None)
    )
    rows = db.session.execute(
        db.select(
            *(Outcome.session_id, Outcome.day, Outcome.variant, Outcome.scale),
            *(Outcome.total, Other.total, Outcome.rank, Other.rank),
            *(Outcome.points, Outcome.rounds, Other.points, Other.rounds),
            distance.correlate(Outcome).exists(),
        )
        .where(
            *selection.conditions(), *meeting_condition(), Outcome.player_id == own, Other.player_id == other
        )
        .order_by(Outcome.started_at, Outcome.session_id)
    )
    return [Meeting(*row) for row in rows]


def by_variant(meetings: Sequence[Meeting]) -> list[VariantMeetings]:
    """What was played most often first; scales of a variant in the order of their first meetings."""
    played: dict[tuple[str, str], list[Meeting]] = {}
    for meeting in meetings:
        played.setdefault((meeting.variant, meeting.scale), []).append(meeting)
    order = sorted(played, key=lambda key: (-len(played[key]), key[0]))
    return [VariantMeetings(*key, played[key]) for key in order]


def _sum_of_known(points: Iterable[int | None]) -> int | None:
    known = [value for value in points if value is not None]
    return sum(known) if known else None


def _average(points: int | None, rounds: int) -> float | None:
    return points / rounds if rounds and points is not None else None


MAX_LISTED = 10


@dataclass(frozen=True)
class PairHistory:
    """results: 1 for each meeting in which the first finished ahead, -1 behind, 0 level; the oldest first.

    last: the newest first.
    """

    own: Player
    other: Player
    results: list[int]
    by_variant: list[VariantMeetings]
    last: list[Meeting]

    @property
    def meetings(self) -> MeetingCounts:
        return MeetingCounts.of(self.results)

    @property
    def own_run(self) -> int:
        """The largest number of meetings in a row in which the first finished ahead."""
        return max((length for result, length in self._runs if result > 0), default=0)

    @property
    def other_run(self) -> int:
        """The largest number of meetings in a row in which the other finished ahead."""
        return max((length for result, length in self._runs if result < 0), default=0)

    @property
    def run(self) -> int:
        """The current streak, negative for the other player; 0 after a draw."""
        result, length = self._runs[-1] if self._runs else (0, 0)
        return result * length

    @cached_property
    def form(self) -> Form | None:
        """The first's share of the meetings."""
        return form_of([(1 + result) / 2 for result in self.results])

    @property
    def _runs(self) -> list[tuple[int, int]]:
        """Equal results in a row and how many they are."""
        return [(result, len(list(run))) for result, run in groupby(self.results)]


def pair_history(selection: Selection, own: Player, other: Player) -> PairHistory:
    """One query, over the sessions of the two."""
    meetings = meetings_of(selection, own.id, other.id)
    results = [meeting.result for meeting in meetings]
    return PairHistory(own, other, results, by_variant(meetings), meetings[: -MAX_LISTED - 1 : -1])
