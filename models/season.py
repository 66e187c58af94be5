"""A period that a group has statistics of its own for."""

from __future__ import annotations

import uuid
from datetime import date

from sqlalchemy import Date, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Id, Model

NAME_LENGTH = 40


class Season(Model):
    """From `first_day` to `last_day`, both included; null is open on that side. Seasons may overlap."""

    __tablename__ = "seasons"

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    first_day: Mapped[date | None] = mapped_column(Date)
    last_day: Mapped[date | None] = mapped_column(Date)

    def snapshot(self) -> dict[str, str | None]:
        """The fields that a change restores."""
        days = {"first_day": self.first_day, "last_day": self.last_day}
        return {"name": self.name} | {key: day.isoformat() if day else None for key, day in days.items()}
