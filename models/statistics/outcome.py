"""What each seat came to in a finished session, stored so that ten years of nights add up quickly."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from sqlalchemy import Date, Double, ForeignKey, Index, SQLColumnExpression, String, case, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Model, Moment
from models.player import Player
from models.seat import Seat
from models.session import Session

# What statistics add up and compare, in the order they group by: so a database reads a tenth of each row, and
# in that order. Ten years of a group take some 10 ms this way on SQLite, which otherwise sorts whole rows.
FIGURES = (
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught", "cards_left", "eights", "last_midway", "dealer_rounds", "streak"),
    *("led", "outs_run", "worst_hand", "best_hand", "behind", "margin", "started_at", "session_id", "side"),
    *("counted", "seat_id"),
)


class Outcome(Model):
    """One seat in one finished session. Everything here follows from the rounds, field by field as
    game/analysis/outcome.py says (models/statistics/outcomes.py writes it), or from the order of the group's
    sessions, as game/analysis/running.py says (models/statistics/running.py).

    group_id to day: whose, and what statistics are filtered by; `day` is the night's date.
    side: the same for seats of one team. players: how many seats stayed to the end.
    scale: points may be added where variant and scale are equal; "" where wins are counted.
    dealer_, leader_: the rounds that the player dealt or led to. All points are null where wins are counted.
    eights: of the cards left, null where a variant does not tell them apart (statistics/outcomes.py).
    nth to own_sigma: the running figures after this session, null for a seat that left before the end.
    """

    __tablename__ = "outcomes"
    __table_args__ = (
        Index("ix_outcomes_figures", *FIGURES),
        # who met whom: with a player named too, this one is taken, and not all that the player ever played
        Index("ix_outcomes_session_finish", "session_id", "player_id", "side", "rank"),
        Index("ix_outcomes_group_day", "group_id", "day"),
        Index("ix_outcomes_group_started", "group_id", "started_at", "session_id"),
        Index("ix_outcomes_player_started", "player_id", "started_at"),
        {"postgresql_with": {"fillfactor": 45}},  # what is written anew leaves the indexes alone
    )

    seat_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), primary_key=True)
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    night_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), index=True)
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    player_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("players.id"))
    variant: Mapped[str] = mapped_column(String(40))
    scale: Mapped[str] = mapped_column(String(8))
    started_at: Mapped[Moment]
    day: Mapped[date] = mapped_column(Date)
    side: Mapped[int]
    players: Mapped[int]

    winners: Mapped[int]
    won: Mapped[bool]
    counted: Mapped[bool]
    rank: Mapped[int | None]
    total: Mapped[int]
    margin: Mapped[int | None]
    beaten: Mapped[float | None] = mapped_column(Double)
    rounds: Mapped[int]
    outs: Mapped[int]
    outs_run: Mapped[int]
    points: Mapped[int | None]
    cards_dealt: Mapped[int]
    caught: Mapped[int]
    cards_left: Mapped[int]
    eights: Mapped[int | None]
    worst_hand: Mapped[int | None]
    worst_hand_round: Mapped[int | None]
    best_hand: Mapped[int | None]
    best_hand_round: Mapped[int | None]
    behind: Mapped[int]
    behind_after: Mapped[int | None]
    last_midway: Mapped[bool]
    led: Mapped[int]
    dealer_rounds: Mapped[int]
    dealer_points: Mapped[int | None]
    dealer_outs: Mapped[int]
    leader_rounds: Mapped[int]
    leader_points: Mapped[int | None]
    leader_outs: Mapped[int]

    nth: Mapped[int | None]
    wins: Mapped[int | None]
    streak: Mapped[int | None]
    mu: Mapped[float | None]
    sigma: Mapped[float | None]
    own_mu: Mapped[float | None]
    own_sigma: Mapped[float | None]

    seat: Mapped[Seat] = relationship(viewonly=True)
    player: Mapped[Player] = relationship(viewonly=True)
    session: Mapped[Session] = relationship(viewonly=True)


class CardsLeft(Model):
    """Cards of one class that a seat was caught with in a finished session; points null where wins count."""

    __tablename__ = "cards_left"
    __table_args__ = ({"sqlite_with_rowid": False},)  # found by seat in one step

    seat_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("outcomes.seat_id", ondelete="CASCADE"), primary_key=True
    )
    card_class: Mapped[str] = mapped_column(String(20), primary_key=True)
    cards: Mapped[int]
    points: Mapped[int | None]


Figure = SQLColumnExpression[Any]

STAYED = Outcome.rank.is_not(None)
COUNTED = Outcome.counted.is_(True)  # its hands: those of a seat that somebody took over count too


def number_of(outcomes: Figure) -> Figure:
    """Of those for which this condition holds."""
    return func.sum(case((outcomes, 1), else_=0))


def sum_of(figure: Figure, outcomes: Figure) -> Figure:
    """Over those for which this condition holds; None where none of them has the figure."""
    return func.sum(case((outcomes, figure), else_=None))
