"""Seasons: periods that a group has statistics of its own for. Each change of one is in the history."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from sqlalchemy import Date, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from models.change import Change, ChangeStamp
from models.database import Id, Model, db
from models.group import Group
from models.people.people import add_group_change, group_history

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


def seasons_of(group_id: uuid.UUID) -> list[Season]:
    """The group's seasons, by first day, newest first; those without a first day last."""
    seasons = db.session.scalars(db.select(Season).where(Season.group_id == group_id))
    return sorted(seasons, key=lambda s: (s.first_day or date.min, s.id), reverse=True)


def season_of(group_id: uuid.UUID, season_id: uuid.UUID) -> Season | None:
    """The group's season with this id."""
    return db.session.scalar(db.select(Season).where(Season.id == season_id, Season.group_id == group_id))


def season_history(group: Group) -> list[Change]:
    """Everything done to the group's seasons, newest first."""
    return [c for c in group_history(group) if any(key.startswith("season:") for key in c.diff)]


def make_season(
    group: Group, stamp: ChangeStamp, *, name: str, first_day: date | None, last_day: date | None
) -> Season:
    """Create a season; both days are included, None is open."""
    season = Season(group_id=group.id, name=name, first_day=first_day, last_day=last_day)
    db.session.add(season)
    db.session.flush()
    _add_change(group, "season_made", stamp, season, None, season.snapshot())
    return season


def change_season(
    group: Group,
    season: Season,
    stamp: ChangeStamp,
    *,
    name: str,
    first_day: date | None,
    last_day: date | None,
) -> None:
    """Change name and days; no-op if nothing differs."""
    before = season.snapshot()
    season.name, season.first_day, season.last_day = name, first_day, last_day
    if season.snapshot() != before:
        _add_change(group, "season_changed", stamp, season, before, season.snapshot())


def delete_season(group: Group, season: Season, stamp: ChangeStamp) -> None:
    """Delete a season; its sessions stay."""
    _add_change(group, "season_deleted", stamp, season, season.snapshot(), None)
    db.session.delete(season)


def current_season(_group: Group, season_id: uuid.UUID) -> dict[str, Any] | None:
    season = db.session.get(Season, season_id)
    return season.snapshot() if season else None


def restore_season(group: Group, season_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    season = db.session.get(Season, season_id)
    if before is None:
        db.session.delete(season)
    else:
        season = season or Season(id=season_id, group_id=group.id)
        season.name = before["name"]
        for field in ("first_day", "last_day"):
            setattr(season, field, date.fromisoformat(before[field]) if before[field] else None)
        db.session.add(season)
    db.session.flush()


def _add_change(
    group: Group,
    kind: str,
    stamp: ChangeStamp,
    season: Season,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    about, diff = {"season": str(season.id)}, {f"season:{season.id}": [before, after]}
    add_group_change(group, kind, stamp, about, diff)
