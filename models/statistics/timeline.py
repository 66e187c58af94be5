"""A player's sessions in the order they were played: form, streaks."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from models.database import db
from models.statistics.measures import STAYED
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection

LAST = 10  # sessions that make up somebody's form


@dataclass(frozen=True)
class Played:
    """One session. beaten: the share of opponents it was finished ahead of; None without opponents.

    rank: 1 for whoever won.
    """

    day: date
    night_id: uuid.UUID
    won: bool
    rank: int
    beaten: float | None


@dataclass(frozen=True)
class Timeline:
    """Every selected session that the player stayed in to the end, oldest first."""

    sessions: list[Played]

    @property
    def streaks(self) -> list[list[Played]]:
        """Every run of wins, oldest first."""
        return [list(run) for won, run in groupby(self.sessions, key=lambda played: played.won) if won]

    @property
    def nights(self) -> int:
        return len({played.night_id for played in self.sessions})

    @property
    def longest_streak(self) -> list[Played]:
        """The longest run of wins, the first of several."""
        return max(self.streaks, key=len, default=[])

    @property
    def current_streak(self) -> int:
        """Sessions won in a row up to the last one."""
        return len(self.streaks[-1]) if self.sessions and self.sessions[-1].won else 0

    def form(self, last: int = LAST) -> list[tuple[date, float]]:
        """After each session from the `last`th on: its day, and the mean share of opponents beaten."""
        compared = [(played.day, played.beaten) for played in self.sessions if played.beaten is not None]
        means, running = [], 0.0
        for place, (day, beaten) in enumerate(compared):
            running += beaten
            if place >= last:
                running -= compared[place - last][1]
            if place >= last - 1:
                means.append((day, running / last))
        return means


def timeline_of(selection: Selection) -> Timeline:
    """One query, which grows with the sessions; the selection is of one player."""
    query = (
        db.select(Outcome.day, Outcome.night_id, Outcome.won, Outcome.rank, Outcome.beaten)
        .where(*selection.conditions_in_order(), STAYED)
        .order_by(Outcome.started_at, Outcome.session_id)
    )
    return Timeline([Played(*row) for row in db.session.execute(query)])
