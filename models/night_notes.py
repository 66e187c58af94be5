"""Venue and note of a night: store them, show their history, restore them."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any

from game.scoring.snapshot import Diff
from models.change import Change, ChangeStamp
from models.database import db
from models.group import Group
from models.night import Night
from models.people.people import add_group_change, of_group

KIND = "night"
FIELDS = ("place", "note")


def describe(group: Group, night: Night, stamp: ChangeStamp, *, place: str, note: str) -> None:
    """Store venue and note, "" for none; no-op if nothing differs."""
    before = _fields(night)
    night.place, night.note = place or None, note or None
    after = _fields(night)
    differ = [field for field in FIELDS if before[field] != after[field]]
    if differ:
        diff: Diff = {_key(night): [{f: before[f] for f in differ}, {f: after[f] for f in differ}]}
        about = {"night": str(night.id), "date": night.date.isoformat()}
        add_group_change(group, KIND, stamp, about, diff)


def note_fingerprint(night: Night) -> str:
    """A short text, equal as long as neither has been changed."""
    return hashlib.sha256(repr(_fields(night)).encode()).hexdigest()[:16]


def night_history(night: Night) -> list[Change]:
    """All changes of a night's venue and note, newest first."""
    return list(
        db.session.scalars(
            db.select(Change)
            .where(
                *of_group(night.group_id),
                Change.diff[_key(night)].as_string().is_not(None),
            )
            .order_by(*Change.newest_first())
        )
    )


def current_night(group: Group, night_id: uuid.UUID) -> dict[str, Any] | None:
    night = Night.of(group.id, night_id, lock=True)
    return _fields(night) if night else None


def restore_night(_group: Group, night_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    night = db.session.get_one(Night, night_id)
    for field, value in (before or {}).items():
        setattr(night, field, value)
    db.session.flush()


def _fields(night: Night) -> dict[str, Any]:
    return {field: getattr(night, field) for field in FIELDS}


def _key(night: Night) -> str:
    return f"{KIND}:{night.id}"
