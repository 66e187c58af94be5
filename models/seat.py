"""A player's place at the table in one session."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from game.scoring import facts
from models.database import Id, Json, Model
from models.names import isolated
from models.player import Player

TEAM_LENGTH = 40
REASON_LENGTH = 500  # of an adjustment
ADJUSTMENT = "adjustment:"  # and its id: a field of a snapshot


class Seat(Model):
    """A seat, clockwise by `position` from 0. `final_*` are written by Session.finalize alone.

    away: a list of {"since": round, "until": round or null, "points": added on return}. origin_id: if the
    seat took over another, the first seat of those that share one total. adjustments: bonus and penalty
    points, a list of {"id": uuid, "after": round, 0 before the first, "points": number, "reason": text}.
    """

    __tablename__ = "seats"

    id: Mapped[Id]
    session_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("players.id"), index=True)
    position: Mapped[int]
    team: Mapped[str | None] = mapped_column(String(TEAM_LENGTH))
    joined_round: Mapped[int] = mapped_column(default=1)
    away: Mapped[Json] = mapped_column(default=list)
    start_points: Mapped[int] = mapped_column(default=0)
    adjustments: Mapped[Json | None]
    origin_id: Mapped[uuid.UUID | None]
    final_total: Mapped[int | None]
    final_rank: Mapped[int | None]
    final_won: Mapped[bool | None]

    session: Mapped[Any] = relationship("Session", back_populates="seats")
    player: Mapped[Player] = relationship()

    @property
    def name(self) -> str:
        """The player's name, isolated for any sentence."""
        return isolated(self.player.name)

    @property
    def has_left(self) -> bool:
        return any(stretch["until"] is None for stretch in self.away)

    @property
    def shares_with(self) -> list[Seat]:
        """The seats that share one total by taking over from each other, itself included, clockwise."""
        first = self.origin_id or self.id
        return [seat for seat in self.session.seats if first in (seat.id, seat.origin_id)]

    @property
    def holder(self) -> Seat:
        """The seat that has the shared total now."""
        holder_id = next(iter(facts.shared_seats(seat.facts() for seat in self.shares_with)))
        return next(seat for seat in self.shares_with if seat.id == holder_id)

    @property
    def is_taken_over(self) -> bool:
        """Whether another player has taken over the points of this seat."""
        return self.holder is not self

    def facts(self) -> facts.SeatFacts:
        """The seat as input of scoring."""
        return seat_as_fact(self, self.id, self.origin_id, self.player_id)

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Set the fields that a snapshot names."""
        for field in ("position", "team", "joined_round", "away", "start_points"):
            if field in snapshot:
                setattr(self, field, snapshot[field])
        if "player" in snapshot:
            self.player_id = uuid.UUID(snapshot["player"])
        if "origin" in snapshot:
            self.origin_id = uuid.UUID(snapshot["origin"]) if snapshot["origin"] else None
        named = {name: value for name, value in snapshot.items() if name.startswith(ADJUSTMENT)}
        if named:
            others = [each for each in self.adjustments or () if f"{ADJUSTMENT}{each['id']}" not in named]
            self.set_adjustments([*others, *(each for each in named.values() if each is not None)])

    def set_adjustments(self, adjustments: Iterable[dict[str, Any]]) -> None:
        """Store bonus and penalty points, in the order of their rounds."""
        self.adjustments = sorted(adjustments, key=lambda each: (each["after"], each["id"])) or None


def has_left_before(seat: Any, rounds: int, is_over: bool) -> bool:
    """Whether a player left before the end of a session and did not come back.

    seat: a seat, or a row of its columns. rounds: how many were played; leaving after the last one is not
    leaving.
    """
    since = [stretch["since"] for stretch in seat.away if stretch["until"] is None]
    return bool(since) and not (is_over and since[0] > rounds)


def seat_as_fact(
    seat: Any, known_as: facts.SeatId, origin: facts.SeatId | None, player: uuid.UUID | None = None
) -> facts.SeatFacts:
    """Convert a seat, or a row of its columns, for scoring. origin: see facts.SeatFacts."""
    return facts.SeatFacts(
        id=known_as,
        position=seat.position,
        joined_round=seat.joined_round,
        away=tuple(facts.Away(a["since"], a["until"], a["points"]) for a in seat.away),
        start_points=seat.start_points,
        team=seat.team,
        origin=origin,
        adjustments=tuple(facts.Adjustment(**a) for a in seat.adjustments or ()),
        player=player,
    )
