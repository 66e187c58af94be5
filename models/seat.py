"""A player's place at the table in one session."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column, relationship

from game.scoring.facts import SeatFacts, shared_seats
from models.database import Id, Model
from models.names import isolated
from models.player import Player


class Seat(Model):
    """The player of a seat, clockwise by `position` from 0; all else is in the sheet.

    `final_*` are written by Session.finalize alone.
    """

    __tablename__ = "seats"

    id: Mapped[Id]
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("players.id"), index=True)
    position: Mapped[int]
    final_total: Mapped[int | None]
    final_rank: Mapped[int | None]
    final_won: Mapped[bool | None]

    session: Mapped[Any] = relationship("Session", back_populates="seats")
    player: Mapped[Player] = relationship()

    @property
    def name(self) -> str:
        """The player's name, isolated for any sentence."""
        return isolated(self.player.name)

    def facts(self) -> SeatFacts:
        """The seat as it stands on the sheet."""
        seat: SeatFacts = self.session.sheet.seat(self.id)
        return seat

    @property
    def team(self) -> str | None:
        return self.facts().team

    @property
    def has_left(self) -> bool:
        return self.facts().has_left

    @property
    def shares_with(self) -> list[Seat]:
        """The seats that share one total by taking over from each other, itself included, clockwise."""
        shared = self._shared()
        return [seat for seat in self.session.seats if seat.id in {each.id for each in shared}]

    @property
    def holder(self) -> Seat:
        """The seat that has the shared total now."""
        holder_id = next(iter(shared_seats(self._shared())))
        return next(seat for seat in self.session.seats if seat.id == holder_id)

    @property
    def is_taken_over(self) -> bool:
        """Whether another player has taken over the points of this seat."""
        return self.holder is not self

    def _shared(self) -> list[SeatFacts]:
        first = self.facts().origin or self.id
        return [seat for seat in self.session.sheet.seats if first in (seat.id, seat.origin)]


def has_left_before(seat: SeatFacts, rounds: int, is_over: bool) -> bool:
    """Whether a player left before the end of a session and did not come back.

    rounds: how many were played; leaving after the last one is not leaving.
    """
    return seat.has_left and not (is_over and seat.left_round > rounds)
