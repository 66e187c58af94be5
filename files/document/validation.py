"""Validate a session document without storing it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from msgspec import UNSET

from files.document.checks import FIRST_YEAR, BadDocument, moment, name
from files.document.games import DocumentGames
from files.document.loader import check_night
from files.document.records import Document, PlayerRecord, SessionRecord
from files.document.sessions import SessionReader
from files.document.tournaments.reading import TableRead, TournamentReader, session_ids_of
from models.custom_games import GroupGames
from models.player import Player
from models.session import Session

ANY_TIME = datetime(FIRST_YEAR + 100, 1, 1, tzinfo=UTC)


def validate(document: Document, own: GroupGames | None = None) -> None:
    """Raise BadDocument where read_document would. own: the games of the group."""
    games = DocumentGames(document.games, own or GroupGames(None))
    nights = {night.id: night for night in document.nights}
    for index, night in enumerate(nights.values()):
        check_night(night, f"nights[{index}]")
    players = unsaved_players(document.players)
    wanted = {key for tournament in document.tournaments for key in session_ids_of(tournament)}
    tables: dict[str, TableRead] = {}
    for index, record in enumerate(document.sessions):
        at = f"sessions[{index}]"
        if record.night and record.night not in nights:
            raise BadDocument(f"{at}.night", "no such night in “nights”")
        session = build_unsaved(record, at, players, games)
        if record.id in wanted:
            tables[record.id] = TableRead.of(session, [seat.player for seat in record.seats])
    taken: set[str] = set()
    for index, tournament in enumerate(document.tournaments):
        at = f"tournaments[{index}]"
        TournamentReader(tournament, at, players, tables, taken, games)
        if tournament.night and tournament.night not in nights:
            raise BadDocument(f"{at}.night", "no such night in “nights”")


def unsaved_players(players: Sequence[PlayerRecord]) -> dict[str, Player]:
    """Players of a document by their id in it, in no database session."""
    for index, player in enumerate(players):
        if player.anonymised_at:
            moment(player.anonymised_at, f"players[{index}].anonymised_at")
    return {
        player.id: Player(id=uuid.UUID(player.id), name=name(player.name, f"players[{index}].name"))
        for index, player in enumerate(players)
    }


def build_unsaved(
    record: SessionRecord, at: str, players: Mapping[str, Player], games: DocumentGames
) -> Session:
    """A session, in no database session. Raises BadDocument."""
    started = ANY_TIME if record.started_at is UNSET else moment(record.started_at, f"{at}.started_at")
    reader = SessionReader(record, at, players, games)
    return reader.session(uuid.UUID(record.id), started, ANY_TIME)
