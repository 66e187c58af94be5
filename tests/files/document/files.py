"""Session documents for import, short and complete, and a function that breaks them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from copy import deepcopy
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from flask import Flask

from files.document import Report, document_in, document_text, read_document
from files.document.records import Document
from files.document.scope import Scope
from models import Group, db
from models.database import new_id
from tests.table import at_work

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ANNA, BO, CARA, DILAN = (str(uuid.UUID(int=n + (7 << 76) + (2 << 62))) for n in range(1, 5))
SESSION, NIGHT = (str(uuid.UUID(int=n + (7 << 76) + (2 << 62))) for n in (100, 200))


def brief() -> dict[str, Any]:
    """A short Derange of three players, without any value that can be computed."""
    return {
        "format": "turn-eight/1",
        "group": {"name": "Friday table"},
        "players": [{"id": ANNA, "name": "Anna"}, {"id": BO, "name": "Bo"}, {"id": CARA, "name": "Cara"}],
        "sessions": [
            {
                "id": SESSION,
                "variant": "derange",
                "options": {"mode": "short"},
                "seats": [{"player": ANNA}, {"player": BO}, {"player": CARA}],
                "first_dealers": [BO],
                "rounds": [
                    round_of(1, CARA, {ANNA: {"8": 1, "5": 2}, BO: {"K": 1}}),
                    round_of(2, ANNA, {BO: {"10": 1, "3": 1}, CARA: 12}),
                    round_of(3, None, {ANNA: {"Q": 1}, BO: {"J": 1}, CARA: {"A": 1}}),
                ],
            }
        ],
    }


def round_of(number: int, out: str | None, left: dict[str, Any]) -> dict[str, Any]:
    """A round; hands are cards by rank, or typed points."""
    hands = [
        {"player": player, "points": held} if isinstance(held, int) else {"player": player, "cards": held}
        for player, held in left.items()
    ]
    return {"number": number, "out": out, "hands": hands}


def document_of(document: Any) -> Document:
    """The document as parsed from a file."""
    return document_in(json.dumps(document).encode())


def import_document(app: Flask, document: Any, group_id: uuid.UUID | None = None) -> tuple[uuid.UUID, Report]:
    """Import a document into a group, by default a new one."""
    with at_work(app):
        group = db.session.get(Group, group_id) if group_id else None
        if group is None:
            group = Group(id=group_id or new_id(), name="Friday table", created_at=NOW)
        report = read_document(document_of(document), group, NOW)
        db.session.commit()
        return group.id, report


def exported(app: Flask, group_id: uuid.UUID, **scope: uuid.UUID) -> dict[str, Any]:
    """The document that the group exports, optionally restricted to a scope."""
    with at_work(app):
        group = db.session.get_one(Group, group_id)
        return json.loads("".join(document_text(group, NOW, Scope(group_id, **scope))))


def with_value(document: dict[str, Any], path: Iterable[str | int], value: Any) -> dict[str, Any]:
    """A copy with another value at a path; REMOVED deletes the field."""
    copy = deepcopy(document)
    *way, last = path
    thing: Any = copy
    for step in way:
        thing = thing[step]
    if value is REMOVED:
        del thing[last]
    else:
        thing[last] = value
    return copy


class Removed(Enum):
    REMOVED = "removed"


REMOVED = Removed.REMOVED  # in place of a value: the field is deleted
