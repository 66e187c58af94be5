"""A person in a group, remembered from one night to the next."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Moment, db

NAME_LENGTH = 40


class Player(Model):
    """A name, when it last sat down to play, and whether the person asked to be forgotten."""

    __tablename__ = "players"

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    created_at: Mapped[Moment]
    last_played_at: Mapped[Moment | None]
    anonymised_at: Mapped[Moment | None]

    group: Mapped[Any] = relationship("Group", back_populates="players")

    @classmethod
    def of(cls, group_id: uuid.UUID, player_id: uuid.UUID) -> Player | None:
        """The group's player with this id; a forgotten one is still there, under its placeholder."""
        return db.session.scalar(db.select(cls).where(cls.id == player_id, cls.group_id == group_id))

    @classmethod
    def names_in(cls, group_id: uuid.UUID) -> dict[uuid.UUID, str]:
        """Everybody's name by id, in one query."""
        rows = db.session.execute(db.select(cls.id, cls.name).where(cls.group_id == group_id))
        return {row.id: row.name for row in rows}

    def snapshot(self) -> dict[str, Any]:
        """What the history keeps of a person, enough to bring a merged one back."""
        return {"name": self.name, "created_at": self.created_at.isoformat()}


def same_name(one: str, other: str) -> bool:
    """Whether two names are one person's to a reader: case and outer blanks do not count."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
