"""What everybody's games of one period come to, to be laid beside another."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from sqlalchemy import case, func

from game.analysis.periods import Stretch
from models.database import db
from models.statistics.outcome import STAYED, Outcome
from models.statistics.selection import Selection


@dataclass(frozen=True)
class Period:
    """One player's period. stretch: the games that had opponents."""

    games: int
    wins: int
    stretch: Stretch


def periods_of(selection: Selection) -> dict[uuid.UUID, Period]:
    """By player, of those who stayed to an end; one query."""
    beaten = Outcome.beaten
    query = db.select(
        Outcome.player_id,
        func.count(Outcome.rank),
        func.sum(case((Outcome.won, 1), else_=0)),
        func.count(beaten),
        func.coalesce(func.sum(beaten), 0.0),
        func.coalesce(func.sum(beaten * beaten), 0.0),
    )
    rows = db.session.execute(query.where(*selection.conditions(), STAYED).group_by(Outcome.player_id))
    return {player: Period(games, int(wins), Stretch(*sums)) for player, games, wins, *sums in rows}
