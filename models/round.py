"""One deal that was played, and what each seat had left at its end."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from game.scoring import facts
from game.scoring.facts import RoundFacts
from game.scoring.snapshot import hand_fields
from models.database import Id, Json, Model, Timestamp
from models.seat import Seat

LONGEST_TYPED = 500  # of a sum without spaces, see game/scoring/hand.py


class Round(Model):
    """One deal that was played, numbered from 1 without gaps. out_id: null if nobody went out.

    chain: {"cards": how many, "drawer": seat id} if the round ended on cards that a player drew for.
    multipliers: keys of those that count for all hands; null if there are none.
    """

    __tablename__ = "rounds"
    __table_args__ = (UniqueConstraint("session_id", "number"),)

    id: Mapped[Id]
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    number: Mapped[int]
    dealer_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("seats.id"), index=True)
    hand_size: Mapped[int]
    out_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("seats.id"), index=True)
    chain: Mapped[Json | None]
    multipliers: Mapped[Json | None]
    misdeals: Mapped[int] = mapped_column(default=0)
    recorded_at: Mapped[Timestamp]

    session: Mapped[Any] = relationship("Session", back_populates="rounds")
    hands: Mapped[list[Hand]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    dealer: Mapped[Seat] = relationship(foreign_keys=[dealer_id], lazy="raise")  # seats are saved first

    def facts(self) -> facts.RoundFacts:
        """The round as input of scoring."""
        return facts.RoundFacts(
            number=self.number,
            dealer=self.dealer_id,
            hand_size=self.hand_size,
            out=self.out_id,
            hands=tuple(hand.facts() for hand in self.hands),
            chain=facts.LastCards(self.chain["cards"], uuid.UUID(self.chain["drawer"]))
            if self.chain
            else None,
            multipliers=tuple(self.multipliers or ()),
            misdeals=self.misdeals,
            id=self.id,
            recorded_at=self.recorded_at,
        )

    def update_from(self, played: RoundFacts) -> None:
        """Set everything but the number."""
        self.dealer_id = played.dealer
        self.hand_size = played.hand_size
        self.out_id = played.out
        chain = played.chain
        self.chain = {"cards": chain.cards, "drawer": str(chain.drawer)} if chain else None
        self.multipliers = list(played.multipliers) or None
        self._set_hands({hand.seat: hand_columns(hand) for hand in played.hands})

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Set the fields that a snapshot names; a hand that is None is removed."""
        if "dealer" in snapshot:
            self.dealer_id = uuid.UUID(snapshot["dealer"])
        if "out" in snapshot:
            self.out_id = uuid.UUID(snapshot["out"]) if snapshot["out"] else None
        if "recorded_at" in snapshot:
            self.recorded_at = datetime.fromisoformat(snapshot["recorded_at"])
        for field in ("number", "hand_size", "chain", "multipliers", "misdeals"):
            if field in snapshot:
                setattr(self, field, snapshot[field])
        hands: dict[uuid.UUID, Any] = {hand.seat_id: hand_fields(hand.facts()) for hand in self.hands}
        for field, left in snapshot.items():
            if field.startswith("hand:"):
                hands[uuid.UUID(field.removeprefix("hand:"))] = left
        self._set_hands({seat_id: left for seat_id, left in hands.items() if left is not None})

    def _set_hands(self, hands: Mapping[uuid.UUID, Mapping[str, Any]]) -> None:
        """Set the hands by seat id; a column that is not named becomes null."""
        existing = {hand.seat_id: hand for hand in self.hands}
        wanted = []
        for seat_id, columns in hands.items():
            hand = existing.get(seat_id) or Hand(seat_id=seat_id)
            for column in ("cards", "points", "typed", "multipliers"):
                setattr(hand, column, columns.get(column))
            wanted.append(hand)
        self.hands[:] = wanted


class Hand(Model):
    """Cards by class with the points they cost, or cards null and the points typed.

    Both are null where the variant lets the cards go uncounted. points: with all multipliers. typed: a sum as
    typed, before multipliers; null if it is the points. multipliers: keys of those of this hand, or null.
    """

    __tablename__ = "hands"
    __table_args__ = (Index("ix_hands_seat_id", "seat_id"),)

    round_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("rounds.id", ondelete="CASCADE"), primary_key=True)
    seat_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("seats.id"), primary_key=True)
    cards: Mapped[Json | None]
    points: Mapped[int | None]
    typed: Mapped[str | None] = mapped_column(String(LONGEST_TYPED))
    multipliers: Mapped[Json | None]

    seat: Mapped[Seat] = relationship(lazy="raise")

    def facts(self) -> facts.HandFacts:
        """The hand as input of scoring."""
        return hand_as_fact(self, self.seat_id)


def hand_as_fact(hand: Any, seat: facts.SeatId) -> facts.HandFacts:
    """Convert a hand, or a row of its columns, for scoring. seat: the id that scoring knows it by."""
    return facts.HandFacts(seat, hand.cards, hand.points, hand.typed, tuple(hand.multipliers or ()))


def hand_columns(hand: facts.HandFacts) -> dict[str, Any]:
    """Columns of a hand but its round and seat."""
    return {
        "cards": dict(hand.cards) if hand.cards is not None else None,
        "points": hand.points,
        "typed": hand.typed,
        "multipliers": list(hand.multipliers) or None,
    }


def last_played(started_at: datetime, finished_at: datetime | None, last_round: datetime | None) -> datetime:
    """When a session was last played, given the time of its last round.

    A session may be ended, or a forgotten round inserted, days later. Imported rounds without times have the
    start of the session.
    """
    if last_round is None:
        return started_at
    if finished_at is None:
        return max(started_at, last_round)
    return max(started_at, finished_at if last_round <= started_at else min(last_round, finished_at))
