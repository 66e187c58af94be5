"""The outcome of each seat in a finished session, stored so that ten years can be aggregated quickly."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from sqlalchemy import Date, Double, ForeignKey, Index, SQLColumnExpression, String, case, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Json, Model, Timestamp
from models.player import Player
from models.session import Seat, Session

# Every column that the queries of tallies, records and margins read, those of GROUP BY first: such queries
# read the index alone, without sorting. Ten years take some 10 ms on SQLite, several times as long if a
# column is missing here.
INDEXED_COLUMNS = (
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught_hands", "cards_left", "eights", "last_midway", "dealer_rounds"),
    *("rounds_led", "outs_run", "worst_hand", "best_hand", "behind", "margin", "started_at"),
    *("session_id", "side", "included", "seat_id"),
)


class Outcome(Model):
    """One seat in one finished session. All columns follow from its sheet, as in game/analysis/outcome.py
    (written by models/statistics/storing.py). A new figure is a column with a default here and in a
    migration, and a higher EDITION (models/statistics/version.py).

    day: the night's date. scale: points may be added if variant and scale are equal; "" if wins are counted,
    "places" if places are. What a figure means under the rules of the session, and where it is null, is in
    SeatOutcome.
    eights: their number among the cards left, null if the session does not distinguish them
    (game/variants/eights.py).
    """

    __tablename__ = "outcomes"
    __table_args__ = (
        Index("ix_outcomes_figures", *INDEXED_COLUMNS),
        # for meetings: with a player, this one is used instead of all outcomes of the player
        Index("ix_outcomes_session_finish", "session_id", "player_id", "side", "rank"),
        Index("ix_outcomes_group_day", "group_id", "day"),
        Index("ix_outcomes_group_started", "group_id", "started_at", "session_id"),
        Index("ix_outcomes_player_started", "player_id", "started_at"),
    )

    seat_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), primary_key=True)
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    night_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), index=True)
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    player_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("players.id"))
    variant: Mapped[str] = mapped_column(String(40))
    scale: Mapped[str] = mapped_column(String(8))
    started_at: Mapped[Timestamp]
    day: Mapped[date] = mapped_column(Date)

    # As in SeatOutcome.
    side: Mapped[int]
    players: Mapped[int]
    winners: Mapped[int]
    won: Mapped[bool]
    included: Mapped[bool]
    rank: Mapped[int | None]
    total: Mapped[int]
    margin: Mapped[int | None]
    beaten_share: Mapped[float | None] = mapped_column(Double)
    rounds: Mapped[int]
    outs: Mapped[int | None]
    outs_run: Mapped[int]
    points: Mapped[int | None]
    cards_dealt: Mapped[int]
    caught_hands: Mapped[int]
    cards_left: Mapped[int]
    eights: Mapped[int | None]
    worst_hand: Mapped[int | None]
    worst_hand_round: Mapped[int | None]
    best_hand: Mapped[int | None]
    best_hand_round: Mapped[int | None]
    behind: Mapped[int]
    behind_after: Mapped[int | None]
    last_midway: Mapped[bool]
    rounds_led: Mapped[int]
    dealer_rounds: Mapped[int]
    dealer_points: Mapped[int | None]
    dealer_outs: Mapped[int | None]
    leader_rounds: Mapped[int]
    leader_points: Mapped[int | None]
    leader_outs: Mapped[int | None]
    cards_by_class: Mapped[Json] = mapped_column(default=dict, server_default="{}")

    seat: Mapped[Seat] = relationship(viewonly=True)
    player: Mapped[Player] = relationship(viewonly=True)
    session: Mapped[Session] = relationship(viewonly=True)


SqlExpression = SQLColumnExpression[Any]

STAYED = Outcome.rank.is_not(None)
# Seats whose rounds count in averages: not if the seat, its team and its successors left early.
INCLUDED = Outcome.included.is_(True)


def count_where(condition: SqlExpression) -> SqlExpression:
    """SQL for the number of outcomes that meet the condition."""
    return func.sum(case((condition, 1), else_=0))


def sum_where(column: SqlExpression, condition: SqlExpression) -> SqlExpression:
    """SQL for the sum of a column over the outcomes that meet the condition; NULL without any value."""
    return func.sum(case((condition, column), else_=None))
