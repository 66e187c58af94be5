"""Taking in what was brought: whole or not at all, exactly as its plan says."""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy.orm import joinedload, selectinload

from models.change import Author
from models.database import db
from models.document.reader import Report, read_document
from models.group import Group
from models.importing.draft import unpacked
from models.importing.games import Game, games
from models.importing.plan import Plan, plan_for
from models.importing.record import Arrival, State
from models.night import Night
from models.people.people import remember_change
from models.player import Player
from models.seat import Seat
from models.session import Session

TAKE_IN = "take_in"
MOST_SHOWN = 30


class CannotTakeIn(ValueError):
    """reason: "done" (it is in), "undecided" (somebody must be chosen) or "nothing" (nothing would come)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def plan_of(group: Group, arrival: Arrival) -> Plan:
    """What the file would bring now."""
    return plan_for(group, unpacked(arrival.document), arrival.choices, arrival.at)


def sessions_of(arrival: Arrival) -> list[Session]:
    """The newest MOST_SHOWN of what the file has brought and is still here, with seats and night."""
    brought = [uuid.UUID(own) for own in arrival.made["sessions"][-MOST_SHOWN:]]
    newest = (
        db.select(Session)
        .where(Session.id.in_(brought))
        .options(joinedload(Session.night), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc(), Session.id)
    )
    return list(db.session.scalars(newest))


def games_of(arrival: Arrival) -> list[Game]:
    """The games of the file, as they are chosen now."""
    return games(unpacked(arrival.document)["sessions"], arrival.choices.get("games", {}))


def take_in(group: Group, arrival: Arrival, author: Author) -> Report:
    """Do what the plan says. Raises CannotTakeIn, or BadDocument; the caller then rolls back."""
    if arrival.state == State.TAKEN_IN:
        raise CannotTakeIn("done")
    plan = plan_of(group, arrival)
    if not plan.is_decided:
        raise CannotTakeIn("undecided")
    if plan.brings_nothing:
        raise CannotTakeIn("nothing")
    played = {player.id: player.last_played_at for player in group.players}
    report = read_document(plan.document, group, author.at, who=plan.who, rehearsed=True)
    about = {"file": arrival.file_name, "sessions": report.sessions}
    remember_change(group, TAKE_IN, author, about, {})
    arrival.state = State.TAKEN_IN
    arrival.made = {
        **report.made,
        "nights": _nights_made(report),
        "who": {match.key: str(match.player) for match in plan.people if match.player},
        "last_played": {str(own): _text(at) for own, at in played.items() if _moved(own, at)},
        "change": str(author.change_id),
    }
    return report


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
