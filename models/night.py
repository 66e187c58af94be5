"""A night of a group: a date, and the sessions played on it."""

from __future__ import annotations

import uuid
from datetime import date

from sqlalchemy import Date, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Id, Model, db
from models.deletion import Deletable

PLACE_LENGTH = 80
NOTE_LENGTH = 2000


class Night(Deletable, Model):
    """A date on which the group played, with an optional venue and note."""

    __tablename__ = "nights"
    __table_args__ = (Index("ix_nights_group_date", "group_id", "date", "id"),)

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    date: Mapped[date] = mapped_column(Date)
    place: Mapped[str | None] = mapped_column(String(PLACE_LENGTH))
    note: Mapped[str | None] = mapped_column(Text)

    @classmethod
    def of(cls, group_id: uuid.UUID, night_id: uuid.UUID, *, lock: bool = False) -> Night | None:
        """The group's night; `lock` keeps other writers out until the transaction ends."""
        query = db.select(cls).where(cls.id == night_id, cls.visible_in(group_id))
        return db.session.scalar(query.with_for_update() if lock else query)
