"""One evening of a group: a date, and the sessions played on it."""

from __future__ import annotations

import uuid
from datetime import date

from sqlalchemy import Date, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Id, Model


class Night(Model):
    """A date where the group was, perhaps a place and a note."""

    __tablename__ = "nights"

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    date: Mapped[date] = mapped_column(Date)
    place: Mapped[str | None] = mapped_column(String(80))
    note: Mapped[str | None] = mapped_column(Text)
