"""Which finished sessions a page of statistics is about."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select

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

    @property
    def is_of_days(self) -> bool:
        return self.first_day is not None or self.last_day is not None

    def conditions(self, of: Any = Outcome) -> list[ColumnElement[bool]]:
        """What an outcome, or a row of sums, must be to count.

        A session that everybody had left before its end is nobody's.
        """
        chosen = {name: getattr(self, name) for name in ("player_id", "variant", "players")}
        wanted = [getattr(of, name) == value for name, value in chosen.items() if value is not None]
        return [of.group_id == self.group_id, of.players > 0, *wanted, *self.on_days(of)]

    def among(self, query: Select[Any]) -> Select[Any]:
        """The same query, over the outcomes that count."""
        return query.where(*self.conditions())

    def conditions_in_order(self) -> list[ColumnElement[bool]]:
        """The same of outcomes that are wanted in their order: of one player's without the group, so that a
        database goes through these alone.
        """
        return self.conditions()[self.player_id is not None :]

    def on_days(self, of: Any = Outcome) -> list[ColumnElement[bool]]:
        """The same of the days alone."""
        first = [] if self.first_day is None else [of.day >= self.first_day]
        last = [] if self.last_day is None else [of.day <= self.last_day]
        return [*first, *last]
