"""A file that was brought to the group: waiting to be looked at, taken in, or taken back."""

from __future__ import annotations

import uuid
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Id, Json, Model, Moment


class State(StrEnum):
    """Where an arrival is."""

    WAITING = "waiting"
    TAKEN_IN = "taken_in"
    TAKEN_BACK = "taken_back"


class Arrival(Model):
    """`document`: a session document as compressed JSON, whatever kind of file it was made from.

    kind: which kind that was; file_name: what it was called. choices: what the table chose for its people
    and games. made: ids of what it brought, {"players": […], "nights": […], "sessions": […]}.
    """

    __tablename__ = "arrivals"
    __table_args__ = (Index("ix_arrivals_group_at", "group_id", "at"),)

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    state: Mapped[str] = mapped_column(String(12))
    kind: Mapped[str] = mapped_column(String(20))
    file_name: Mapped[str] = mapped_column(String(120))
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[Moment]
    document: Mapped[bytes] = mapped_column(LargeBinary)
    choices: Mapped[Json] = mapped_column(default=dict)
    made: Mapped[Json] = mapped_column(default=dict)
