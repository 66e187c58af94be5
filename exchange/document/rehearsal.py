"""Reading a session document without keeping anything of it: whatever reading it would refuse is refused."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from exchange.document.checks import FIRST_YEAR, BadDocument, moment, name
from exchange.document.collecting import keeping_many
from exchange.document.pieces import check_night
from exchange.document.records import PlayerRecord, SessionRecord
from exchange.document.schema import check_document
from exchange.document.sessions import SessionReader
from exchange.document.tournaments.reading import TournamentReader, sessions_named
from exchange.document.tournaments.tables import TableRead
from models.player import Player
from models.session import Session

SOME_TIME = datetime(FIRST_YEAR + 100, 1, 1, tzinfo=UTC)


def rehearse(document: Any) -> None:
    """Raise BadDocument where read_document would."""
    with keeping_many():
        _rehearse(document)


def _rehearse(document: Any) -> None:
    check_document(document)
    nights = {night["id"]: night for night in document.get("nights", [])}
    for index, night in enumerate(nights.values()):
        check_night(night, f"nights[{index}]")
    players = strangers(document["players"])
    wanted = {key for record in document.get("tournaments", []) for key in sessions_named(record)}
    tables: dict[str, TableRead] = {}
    for index, record in enumerate(document["sessions"]):
        at = f"sessions[{index}]"
        if "night" in record and record["night"] not in nights:
            raise BadDocument(f"{at}.night", "no such night in “nights”")
        session, reader = _read(record, at, players)
        if record["id"] in wanted:
            tables[record["id"]] = TableRead.of(session, reader)
    _rehearse_tournaments(document, nights, players, tables)


def _rehearse_tournaments(
    document: Any, nights: Mapping[str, Any], players: Mapping[str, Player], tables: Mapping[str, TableRead]
) -> None:
    taken: set[str] = set()
    for index, record in enumerate(document.get("tournaments", [])):
        at = f"tournaments[{index}]"
        TournamentReader(record, at, players, tables.get, taken)
        if "night" in record and record["night"] not in nights:
            raise BadDocument(f"{at}.night", "no such night in “nights”")


def strangers(players: Sequence[PlayerRecord]) -> dict[str, Player]:
    """The people of a document by their id in it, known to no database."""
    for index, player in enumerate(players):
        if player.get("anonymised_at"):
            moment(player["anonymised_at"], f"players[{index}].anonymised_at")
    return {
        player["id"]: Player(id=uuid.UUID(player["id"]), name=name(player["name"], f"players[{index}].name"))
        for index, player in enumerate(players)
    }


def rehearsed(record: SessionRecord, at: str, players: Mapping[str, Player]) -> Session:
    """One session as it would be, known to no database."""
    session, reader = _read(record, at, players)
    session.rounds = reader.rounds()
    return session


def _read(record: SessionRecord, at: str, players: Mapping[str, Player]) -> tuple[Session, SessionReader]:
    started = moment(record["started_at"], f"{at}.started_at") if "started_at" in record else SOME_TIME
    reader = SessionReader(record, at, players)
    return reader.session(uuid.UUID(record["id"]), started, SOME_TIME), reader
