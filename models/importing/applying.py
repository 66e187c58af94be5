"""Applying a file: whole or not at all, exactly as its preview says."""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy.orm import joinedload, selectinload

from models.change import Author
from models.database import db
from models.document.reader import Report, read_document
from models.group import Group
from models.importing.file import Import, State
from models.importing.preview import Preview
from models.night import Night
from models.people.people import remember_change
from models.player import Player
from models.seat import Seat
from models.session import Session

APPLIED = "take_in"  # as the history calls it
MOST_SHOWN = 30


class CannotApply(ValueError):
    """reason: "done" (it is in), "undecided" (somebody must be chosen) or "nothing" (nothing would come)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def apply_file(group: Group, file: Import, author: Author) -> Report:
    """Do what the preview says. Raises CannotApply, or BadDocument; the caller then rolls back."""
    if file.is_applied:
        raise CannotApply("done")
    preview = Preview(group, file)
    if not preview.is_decided:
        raise CannotApply("undecided")
    if preview.brings_nothing:
        raise CannotApply("nothing")
    played = {player.id: player.last_played_at for player in group.players}
    report = read_document(preview.document, group, author.at, who=preview.who, checked=True)
    remember_change(group, APPLIED, author, {"file": file.name, "sessions": report.sessions}, {})
    file.state = State.APPLIED
    file.made = {
        **report.made,
        "nights": _nights_made(report),
        "who": {key: str(player) for key, player in preview.who.items()},
        "last_played": {str(own): _text(at) for own, at in played.items() if _moved(own, at)},
        "change": str(author.change_id),
    }
    return report


def sessions_of(file: Import) -> list[Session]:
    """The newest MOST_SHOWN of what the file has brought and is still here, with seats and night."""
    brought = [uuid.UUID(own) for own in file.made["sessions"][-MOST_SHOWN:]]
    newest = (
        db.select(Session)
        .where(Session.id.in_(brought))
        .options(joinedload(Session.night), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc(), Session.id)
    )
    return list(db.session.scalars(newest))


def _nights_made(report: Report) -> dict[str, list[str | None]]:
    """Place and note of each, to see later whether somebody has written there."""
    made: dict[str, list[str | None]] = {}
    for own in report.made["nights"]:
        night = db.session.get_one(Night, uuid.UUID(own))
        made[own] = [night.place, night.note]
    return made


def _moved(own: uuid.UUID, at: datetime | None) -> bool:
    return db.session.get_one(Player, own).last_played_at != at


def _text(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
