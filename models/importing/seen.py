"""What a preview has seen of the group, so that it can be told whether that still holds."""

from __future__ import annotations

import uuid
from typing import Any

from models.database import db
from models.importing.file import Import
from models.importing.preview import Preview
from models.night import Night
from models.player import Player
from models.session import Session


def seen_in_group(group_id: uuid.UUID) -> list[Any]:
    """Everybody, every night, and every session with its version, in three quick queries."""
    columns = (
        (Player.id, Player.name, Player.anonymised_at),
        (Night.id, Night.date),
        (Session.id, Session.night_id, Session.version),
    )
    return [_rows(db.select(*wanted), wanted[0], group_id) for wanted in columns]


def seen_in_file(file: Import) -> Any:
    """What is in the file and what the table has chosen for it: a name may be forgotten meanwhile."""
    return file.document, file.choices


def decided(preview: Preview) -> Any:
    """Who is who, and what comes in on which night."""
    coming = [(session["id"], str(night.id)) for session, night in preview.coming]
    return preview.who, [match.key for match in preview.new_people], coming, preview.is_decided


def _rows(query: Any, own: Any, group_id: uuid.UUID) -> list[tuple[Any, ...]]:
    rows = db.session.execute(query.where(own.class_.group_id == group_id).order_by(own))
    return [tuple(row) for row in rows]
