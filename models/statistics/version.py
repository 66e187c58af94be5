"""Which version of its figures a group has: another one whenever a finished session is."""

from __future__ import annotations

import uuid

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Model


class StatisticsVersion(Model):
    """A row of its own, and not a column of the group: whoever manages a group locks the group's row first,
    whoever ends a session this one last (statistics/running.py). Without a row nothing has ended there yet.

    mark: never the same again, also where a group goes and comes back from a file.
    """

    __tablename__ = "editions"

    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)
    mark: Mapped[uuid.UUID]
