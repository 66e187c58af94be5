"""Which finished sessions a page of statistics is about."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select

from models.database import db
from models.night import Night
from models.session import Seat, Session
from models.statistics.outcome import Outcome

FilterMode = Literal["with", "without", "only"]


@dataclass(frozen=True)
class PlayerFilter:
    """A filter by who sat at the table, to the end or not: `with` all of these players (at least one),
    `without` any of them, or `only` these.
    """

    sat: FilterMode
    players: frozenset[uuid.UUID]

    def sessions(self, group_id: uuid.UUID) -> Select[tuple[uuid.UUID]]:
        """The ids of the group's sessions that pass the filter, begun or finished.

        For `with` and `only` the query starts at the seats of one of the players: starting at the sessions
        takes several times as long.
        """
        first, *others = sorted(self.players)
        if self.sat == "without":
            played = db.select(Seat.session_id).where(Seat.player_id.in_(self.players))
            return db.select(Session.id).where(Session.visible_in(group_id), Session.id.not_in(played))
        there = Seat.__table__.alias("there").c
        at_table = db.select(there.session_id).where(there.session_id == Seat.session_id)
        sessions = db.select(Seat.session_id).where(
            Seat.player_id == first,
            *(at_table.where(there.player_id == other).correlate(Seat).exists() for other in others),
        )
        if self.sat == "with":
            return sessions
        return sessions.where(~at_table.where(there.player_id.not_in(self.players)).correlate(Seat).exists())


@dataclass(frozen=True)
class Selection:
    """A selection of the group's finished sessions; None or () selects all.

    players: the number who stayed to the end. first_day and last_day are included. places: all spellings of
    one venue. weekday: Monday is 1, Sunday 7. player_id: only outcomes of this player.
    """

    group_id: uuid.UUID
    variant: str | None = None
    players: int | None = None
    first_day: date | None = None
    last_day: date | None = None
    player_id: uuid.UUID | None = None
    places: tuple[str, ...] = ()
    weekday: int | None = None
    company: PlayerFilter | None = None

    def of(self, player_id: uuid.UUID) -> Selection:
        """This selection for one player of the group."""
        return replace(self, player_id=player_id)

    def on(self, first_day: date | None, last_day: date | None) -> Selection:
        """This selection on other days."""
        return replace(self, first_day=first_day, last_day=last_day)

    @property
    def is_of_nights(self) -> bool:
        """Whether it has a condition on nights."""
        return any((self.first_day, self.last_day, self.places, self.weekday))

    @property
    def is_of_sessions(self) -> bool:
        """Whether it has a condition on sessions, so that it may select a part of a night."""
        return any((self.variant, self.players, self.company))

    def conditions(self) -> list[ColumnElement[bool]]:
        """Conditions on outcomes.

        Sessions that all players left before the end are excluded. With a filter by night or `company` there
        is no condition on group_id (the subqueries have it): with it, SQLite would read all outcomes of the
        group.
        """
        chosen = {name: getattr(self, name) for name in ("player_id", "variant", "players")}
        wanted = [getattr(Outcome, name) == value for name, value in chosen.items() if value is not None]
        in_subqueries = self._of_nights_and_company()
        group = [] if in_subqueries else [Outcome.group_id == self.group_id]
        return [*group, Outcome.players > 0, *wanted, *in_subqueries]

    def conditions_in_order(self) -> list[ColumnElement[bool]]:
        """Conditions for outcomes that are read in order: those of one player without the group, so that a
        database reads only these.
        """
        conditions = self.conditions()
        has_group = not self._of_nights_and_company()
        return conditions[1:] if self.player_id is not None and has_group else conditions

    def _of_nights_and_company(self) -> list[ColumnElement[bool]]:
        nights = db.select(Night.id).where(Night.visible_in(self.group_id), *self.of_night())
        wanted: list[ColumnElement[bool]] = [Outcome.night_id.in_(nights)] if self.is_of_nights else []
        if self.company is not None:
            wanted.append(Outcome.session_id.in_(self.company.sessions(self.group_id)))
        return wanted

    def of_night(self) -> list[ColumnElement[bool]]:
        """Conditions on nights of the group, whatever was played."""
        wanted: list[ColumnElement[bool]] = []
        if self.first_day is not None:
            wanted.append(Night.date >= self.first_day)
        if self.last_day is not None:
            wanted.append(Night.date <= self.last_day)
        if self.places:
            wanted.append(Night.place.in_(self.places))
        if self.weekday is not None:
            wanted.append(iso_weekday(Night.date) == self.weekday)
        return wanted


def iso_weekday(day: Any) -> ColumnElement[int]:
    """Monday is 1; both databases count from Sunday, 0."""
    return (db.extract("dow", day) + 6) % 7 + 1
