"""The part of a group's history that is exported, and for whom."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func

from models.database import db
from models.session import Session
from models.tournament.tournament import TournamentTable

DELIMITERS = {"sv": ";"}  # spreadsheets expect it where the decimal sign is a comma
SessionProgress = Callable[[int], None]  # called with the number of sessions done; may raise to stop


@dataclass(frozen=True)
class Scope:
    """A whole group, a night, a session, or the tables of a tournament."""

    group_id: uuid.UUID
    night_id: uuid.UUID | None = None
    session_id: uuid.UUID | None = None
    tournament_id: uuid.UUID | None = None

    @property
    def is_everything(self) -> bool:
        return self.night_id is None and self.session_id is None and self.tournament_id is None

    def conditions(self) -> list[ColumnElement[bool]]:
        """WHERE conditions on Session."""
        wanted: list[ColumnElement[bool]] = [Session.visible_in(self.group_id)]
        if self.night_id is not None:
            wanted.append(Session.night_id == self.night_id)
        if self.session_id is not None:
            wanted.append(Session.id == self.session_id)
        if self.tournament_id is not None:
            tables = db.select(TournamentTable.session_id)
            wanted.append(Session.id.in_(tables.where(TournamentTable.tournament_id == self.tournament_id)))
        return wanted

    def session_count(self) -> int:
        return db.session.scalar(db.select(func.count(Session.id)).where(*self.conditions())) or 0


@dataclass(frozen=True)
class Export:
    """What to export, and for whom. at: time of the export.

    language ("en", "sv"), zone: the reader's; gettext uses this language too.
    progress: called after each batch with the number of sessions written so far.
    """

    scope: Scope
    at: datetime
    language: str
    zone: ZoneInfo
    progress: SessionProgress | None = None

    @property
    def delimiter(self) -> str:
        return DELIMITERS.get(self.language, ",")
