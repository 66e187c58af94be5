"""A person in a group, remembered from one night to the next."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, SmallInteger, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Timestamp, db
from models.names import folded

NAME_LENGTH = 40
COLOURS = 8


class Player(Model):
    """A player of a group, with a colour of 1 to COLOURS. anonymised_at: when the name was replaced by a
    placeholder.

    phone, phone_at: the phone that last chose to be this player's, and when.
    """

    __tablename__ = "players"

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    colour: Mapped[int] = mapped_column(SmallInteger)
    created_at: Mapped[Timestamp]
    last_played_at: Mapped[Timestamp | None]
    anonymised_at: Mapped[Timestamp | None]
    phone: Mapped[str | None] = mapped_column(String(NAME_LENGTH))
    phone_at: Mapped[Timestamp | None]

    group: Mapped[Any] = relationship("Group", back_populates="players")

    @classmethod
    def of(cls, group_id: uuid.UUID, player_id: uuid.UUID) -> Player | None:
        """The group's player with this id; a forgotten one is still there, under its placeholder."""
        return db.session.scalar(db.select(cls).where(cls.id == player_id, cls.group_id == group_id))

    @classmethod
    def all_by_id(cls, group_id: uuid.UUID) -> dict[uuid.UUID, Player]:
        """All players of the group by id, anonymised ones included, in one query."""
        players = db.session.scalars(db.select(cls).where(cls.group_id == group_id))
        return {player.id: player for player in players}

    def update_last_played(self, at: datetime) -> None:
        """Set the time of the last game to `at` if that is later."""
        self.last_played_at = max(at, self.last_played_at or at)

    def snapshot(self) -> dict[str, Any]:
        """The fields that the history needs to restore a merged player."""
        return {"name": self.name, "colour": self.colour, "created_at": self.created_at.isoformat()}


def same_name(one: str, other: str) -> bool:
    """Whether two names are one person's to a reader."""
    return folded(one) == folded(other)
