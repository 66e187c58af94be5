"""Reading a session document without keeping anything of it: whatever reading it would refuse is refused."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from models.document.checks import FIRST_YEAR, BadDocument, check_document, moment, name
from models.document.reader import check_night, check_once
from models.document.sessions import SessionReader
from models.player import Player
from models.session import Session

SOME_TIME = datetime(FIRST_YEAR + 100, 1, 1, tzinfo=UTC)


def rehearse(document: Any) -> None:
    """Raise BadDocument where read_document would."""
    check_document(document)
    if "exported_at" in document:
        moment(document["exported_at"], "exported_at")
    for part in ("players", "nights", "sessions"):
        check_once(document.get(part, []), part)
    nights = {told["id"] for told in document.get("nights", [])}
    for index, told in enumerate(document.get("nights", [])):
        check_night(told, f"nights[{index}]")
    players = strangers(document)
    for index, told in enumerate(document["sessions"]):
        at = f"sessions[{index}]"
        if "night" in told and told["night"] not in nights:
            raise BadDocument(f"{at}.night", "no such night in “nights”")
        rehearsed(told, at, players)


def strangers(document: Mapping[str, Any]) -> dict[str, Player]:
    """The people of a document by their id in it, known to no database."""
    for index, told in enumerate(document["players"]):
        if told.get("anonymised_at"):
            moment(told["anonymised_at"], f"players[{index}].anonymised_at")
    return {
        told["id"]: Player(id=uuid.UUID(told["id"]), name=name(told["name"], f"players[{index}].name"))
        for index, told in enumerate(document["players"])
    }


def rehearsed(told: dict[str, Any], at: str, players: dict[str, Player]) -> Session:
    """One session as it would be, known to no database."""
    started = moment(told["started_at"], f"{at}.started_at") if "started_at" in told else SOME_TIME
    return SessionReader(told, at, players).session(uuid.UUID(told["id"]), started, SOME_TIME)
