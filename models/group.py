"""The people who play together; everything else belongs to a group."""

from __future__ import annotations

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Moment
from models.player import Player

NAME_LENGTH = 80


class Group(Model):
    """A family, a club: a name and whatever hangs on it."""

    __tablename__ = "groups"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    created_at: Mapped[Moment]

    players: Mapped[list[Player]] = relationship(
        back_populates="group", passive_deletes=True, cascade="all, delete-orphan"
    )
