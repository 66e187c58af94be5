"""A card game that a group has defined for itself."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Id, Json, Model, Timestamp


class CustomGame(Model):
    """definition: see game/variants/custom/definition.py. Sessions freeze the rules that follow from it, with
    the id of the game as their variant. changed_at: of the last change of its rules. retired_at: when it left
    the list of games; null while it can be played.
    """

    __tablename__ = "custom_games"

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    definition: Mapped[Json]
    created_at: Mapped[Timestamp]
    changed_at: Mapped[Timestamp]
    retired_at: Mapped[Timestamp | None]

    @property
    def key(self) -> str:
        """The variant of its sessions."""
        return str(self.id)

    @property
    def name(self) -> str:
        name: str = self.definition["name"]
        return name

    @property
    def is_retired(self) -> bool:
        return self.retired_at is not None

    def snapshot(self) -> dict[str, Any]:
        """The fields that a change restores."""
        times = {"created_at": self.created_at, "changed_at": self.changed_at, "retired_at": self.retired_at}
        return {"definition": self.definition} | {
            name: at.isoformat() if at else None for name, at in times.items()
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.definition = snapshot["definition"]
        for name in ("created_at", "changed_at", "retired_at"):
            at = snapshot[name]
            setattr(self, name, datetime.fromisoformat(at) if at else None)
