"""Which finished sessions a page of statistics is about."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy import ColumnElement

from models.statistics.outcome import Outcome


@dataclass(frozen=True)
class Selection:
    """The group's finished sessions, perhaps only of a variant, of so many players, or of some days.

    players: how many stayed to the end. first_day and last_day are included.
    player_id: only this player's own outcomes.
    """

    group_id: uuid.UUID
    variant: str | None = None
    players: int | None = None
    first_day: date | None = None
    last_day: date | None = None
    player_id: uuid.UUID | None = None

    def of(self, player_id: uuid.UUID) -> Selection:
        """The same for one player of the group."""
        return replace(self, player_id=player_id)

    def conditions(self) -> list[ColumnElement[bool]]:
        """What an outcome must be to count; a session that everybody had left before its end is nobody's."""
        wanted: list[ColumnElement[bool]] = [Outcome.group_id == self.group_id, Outcome.players > 0]
        if self.player_id is not None:
            wanted.append(Outcome.player_id == self.player_id)
        if self.variant is not None:
            wanted.append(Outcome.variant == self.variant)
        if self.players is not None:
            wanted.append(Outcome.players == self.players)
        if self.first_day is not None:
            wanted.append(Outcome.day >= self.first_day)
        if self.last_day is not None:
            wanted.append(Outcome.day <= self.last_day)
        return wanted
