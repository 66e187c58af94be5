"""Where a night was and what there is to say of it: written down, seen in the group's history, taken back."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any

from models.change import Author, Change, Diff
from models.database import db
from models.group import Group
from models.night import Night
from models.people.people import remember_change

KIND = "night"
FIELDS = ("place", "note")


def describe(group: Group, night: Night, author: Author, *, place: str, note: str) -> None:
    """Write down place and note, "" for none of it; nothing happens where nothing differs."""
    before = _fields(night)
    night.place, night.note = place or None, note or None
    after = _fields(night)
    differ = [field for field in FIELDS if before[field] != after[field]]
    if differ:
        diff: Diff = {_key(night): [{f: before[f] for f in differ}, {f: after[f] for f in differ}]}
        about = {"night": str(night.id), "date": night.date.isoformat()}
        remember_change(group, KIND, author, about, diff)


def note_fingerprint(night: Night) -> str:
    """A short text that is equal as long as nobody has written anything else."""
    return hashlib.sha256(repr(_fields(night)).encode()).hexdigest()[:16]


def night_history(night: Night) -> list[Change]:
    """Everything that was written of a night, newest first."""
    return list(
        db.session.scalars(
            db.select(Change)
            .where(
                Change.group_id == night.group_id,
                Change.session_id.is_(None),
                Change.diff[_key(night)].as_string().is_not(None),
            )
            .order_by(Change.at.desc(), Change.id.desc())
        )
    )


def night_now(group: Group, night_id: uuid.UUID) -> dict[str, Any] | None:
    night = Night.of(group.id, night_id, lock=True)
    return _fields(night) if night else None


def put_night_back(_group: Group, night_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    night = db.session.get_one(Night, night_id)
    for field, value in (before or {}).items():
        setattr(night, field, value)
    db.session.flush()


def _fields(night: Night) -> dict[str, Any]:
    return {field: getattr(night, field) for field in FIELDS}


def _key(night: Night) -> str:
    return f"{KIND}:{night.id}"
