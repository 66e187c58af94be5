"""What can be in the recycle bin of a group (models/recycle_bin.py), and the condition that it is not."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import ColumnElement, ForeignKey, and_
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Model, Timestamp


class Deletion(Model):
    """What was deleted together in a group; id: of the change in its history, which says who and what."""

    __tablename__ = "deletions"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    at: Mapped[Timestamp] = mapped_column(index=True)


class Deletable:
    """A row of a group that can be in its recycle bin: with a deletion, it is.

    Every query for rows of a group, or of a night, has the condition `visible` (tests/test_architecture.py).
    """

    group_id: Any
    deletion_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("deletions.id", ondelete="CASCADE"), index=True
    )

    @classmethod
    def visible(cls) -> ColumnElement[bool]:
        """Whether it is not in the recycle bin."""
        return cls.deletion_id.is_(None)

    @classmethod
    def ever_in(cls, group_id: Any) -> ColumnElement[bool]:
        """Whether the group has it, perhaps in the recycle bin."""
        condition: ColumnElement[bool] = cls.group_id == group_id
        return condition

    @classmethod
    def visible_in(cls, group_id: Any) -> ColumnElement[bool]:
        """Whether the group has it, outside of the recycle bin."""
        return and_(cls.ever_in(group_id), cls.visible())
