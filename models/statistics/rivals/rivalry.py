"""The rivalry of two: runs, form, and what their meetings came to, all from the first one's side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from game.analysis.form import Form, form_of
from models.player import Player
from models.statistics.rivals.meetings import Meetings
from models.statistics.rivals.shared_sessions import InVariant, Meeting, by_variant, meetings_of
from models.statistics.selection import Selection

MOST_NAMED = 10


@dataclass(frozen=True)
class Rivalry:
    """results: 1 for each meeting in which the first finished ahead, -1 behind, 0 level; the oldest first.

    last: the newest first.
    """

    own: Player
    other: Player
    results: list[int]
    by_variant: list[InVariant]
    last: list[Meeting]

    @property
    def meetings(self) -> Meetings:
        return Meetings.of(self.results)

    @property
    def own_run(self) -> int:
        """So many meetings in a row that the first finished ahead, at most; 0 where there is none."""
        return max((length for result, length in self._runs if result > 0), default=0)

    @property
    def other_run(self) -> int:
        """The same of the other."""
        return max((length for result, length in self._runs if result < 0), default=0)

    @property
    def run(self) -> int:
        """The run that goes on, below nought where it is the other's; 0 after a meeting that ended level."""
        result, length = self._runs[-1] if self._runs else (0, 0)
        return result * length

    @cached_property
    def form(self) -> Form | None:
        """The first's share of the meetings."""
        return form_of([(1 + result) / 2 for result in self.results])

    @property
    def _runs(self) -> list[tuple[int, int]]:
        """Equal results in a row and how many they are."""
        return [(result, len(list(same))) for result, same in groupby(self.results)]


def rivalry(selection: Selection, own: Player, other: Player) -> Rivalry:
    """One query, over the sessions of the two."""
    meetings = meetings_of(selection, own.id, other.id)
    results = [meeting.result for meeting in meetings]
    return Rivalry(own, other, results, by_variant(meetings), meetings[: -MOST_NAMED - 1 : -1])
