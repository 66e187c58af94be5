"""The people who play together; everything else belongs to a group."""

from __future__ import annotations

import uuid

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Moment
from models.player import Player

NAME_LENGTH = 80


class Group(Model):
    """A family, a club: a name and whatever hangs on it.

    joined_into: the group that has it all now; this one is kept as it was, and nobody reaches it meanwhile.
    """

    __tablename__ = "groups"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    created_at: Mapped[Moment]
    joined_into: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("groups.id", ondelete="SET NULL"), index=True
    )

    players: Mapped[list[Player]] = relationship(
        back_populates="group", passive_deletes=True, cascade="all, delete-orphan"
    )
