"""The people who play together; everything else belongs to a group."""

from __future__ import annotations

import uuid

from sqlalchemy import ForeignKey, Select, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Timestamp, db
from models.player import Player

NAME_LENGTH = 80


class Group(Model):
    """A family or a club.

    merged_into_id: the group that has its games now; the rows of this one stay, and its pages lead there.
    deleted_at: since when it is in the recycle bin (models/recycle_bin.py). bin_of_id: the group whose
    deleted rows this hidden group holds.
    """

    __tablename__ = "groups"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    created_at: Mapped[Timestamp]
    merged_into_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("groups.id", ondelete="SET NULL"), index=True
    )
    deleted_at: Mapped[Timestamp | None] = mapped_column(index=True)
    bin_of_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("groups.id", ondelete="CASCADE"), index=True
    )

    players: Mapped[list[Player]] = relationship(
        back_populates="group", passive_deletes=True, cascade="all, delete-orphan"
    )

    @classmethod
    def with_bins(cls, group_id: uuid.UUID) -> Select[tuple[uuid.UUID]]:
        """Ids of a group and of its bins."""
        return db.select(cls.id).where((cls.id == group_id) | (cls.bin_of_id == group_id))
