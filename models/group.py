"""The people who play together; everything else belongs to a group."""

from __future__ import annotations

import uuid

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Timestamp
from models.player import Player

NAME_LENGTH = 80


class Group(Model):
    """A family or a club.

    merged_into_id: the group that has its games now; the rows of this one stay, and its pages lead there.
    deleted_at: since when it is in the recycle bin (models/recycle_bin.py).
    """

    __tablename__ = "groups"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    created_at: Mapped[Timestamp]
    merged_into_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("groups.id", ondelete="SET NULL"), index=True
    )
    deleted_at: Mapped[Timestamp | None] = mapped_column(index=True)

    players: Mapped[list[Player]] = relationship(
        back_populates="group", passive_deletes=True, cascade="all, delete-orphan"
    )
