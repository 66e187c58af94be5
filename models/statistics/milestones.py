"""Round numbers on a player's way: the 100th session, the 50th win."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date

from models.database import db
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection

ROUND_NUMBERS = (1, 10, 50, 100, 250, 500, 750, *range(1000, 10_001, 500))


@dataclass(frozen=True)
class Milestone:
    """A player's nth session (nth) or nth win (wins) in the group, over all variants; the other is None."""

    player_id: uuid.UUID
    night_id: uuid.UUID
    day: date
    nth: int | None
    wins: int | None


@cached
def milestones_of(selection: Selection, *, most: int = 60) -> list[Milestone]:
    """The milestones that fell on selected sessions, newest first, those of `most` sessions at most.

    Numbers are the running ones of the group: they count every session, whatever is selected.
    """
    reached = Outcome.nth.in_(ROUND_NUMBERS) | (Outcome.won & Outcome.wins.in_(ROUND_NUMBERS))
    query = (
        db.select(Outcome.player_id, Outcome.night_id, Outcome.day, Outcome.nth, Outcome.won, Outcome.wins)
        .where(*selection.conditions(), reached)
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc(), Outcome.side, Outcome.seat_id)
        .limit(most)
    )
    found = []
    for player_id, night_id, day, nth, won, wins in db.session.execute(query):
        if won and wins in ROUND_NUMBERS:
            found.append(Milestone(player_id, night_id, day, None, wins))
        if nth in ROUND_NUMBERS:
            found.append(Milestone(player_id, night_id, day, nth, None))
    return found
