"""Load the tournaments of a document as rows, after their sessions."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from msgspec import UNSET

from files.document.checks import BadDocument
from files.document.games import DocumentGames
from files.document.inserts import Rows
from files.document.records import Document, SessionRecord, TournamentRecord
from files.document.tournaments.reading import (
    TableRead,
    TournamentReader,
    existing_tables,
    session_ids_of,
    without_deleted,
)
from models.database import db, in_turns, new_id
from models.ids import owned
from models.night import Night
from models.player import Player
from models.session import Session
from models.tournament.tournament import Entrant, Tournament, TournamentTable

AT_ONCE = 500
VERSIONS = 2**30


@dataclass
class IdMap:
    """Players and nights of a document by their ids in it."""

    players: Mapping[str, Player]
    nights: Mapping[str, Night]
    nights_of: dict[str, uuid.UUID] = field(default_factory=dict)  # of sessions that come in

    def real(self, key: str) -> uuid.UUID:
        """The player's id in the group."""
        return self.players[key].id


class TournamentLoader:
    """Collects rows of the tournaments that the group does not have; existing ones stay unchanged.

    The caller passes every session that `wants` names to `keep`.
    """

    def __init__(
        self,
        document: Document,
        group_id: uuid.UUID,
        at: datetime,
        id_map: IdMap,
        games: DocumentGames,
    ) -> None:
        self.group_id, self.at, self.id_map, self.games = group_id, at, id_map, games
        records = document.tournaments
        ids = owned(Tournament, group_id, [record.id for record in records])
        wanted = {record.id for record in without_deleted(group_id, records) if not ids[record.id][1]}
        self.records = [
            (f"tournaments[{index}]", record, ids[record.id][0])
            for index, record in enumerate(records)
            if record.id in wanted
        ]
        self.sessions = owned(
            Session, group_id, sorted({key for _, own, _ in self.records for key in session_ids_of(own)})
        )
        self.tables: dict[str, TableRead] = {}

    def wants(self, session: str) -> bool:
        return session in self.sessions

    def add_table(self, record: SessionRecord, session: Session) -> None:
        self.tables[record.id] = TableRead.of(record, session)

    def add_to(self, rows: Rows) -> list[str]:
        """Add the rows of the tournaments; returns their ids. Raises BadDocument."""
        self._load_existing_tables()
        taken = self._sessions_in_use()
        for at, record, own in self.records:
            reader = TournamentReader(record, at, self.id_map.players, self.tables.get, taken, self.games)
            self._check_once(reader)
            rows.add(self._tournament(record, reader, own))
            self._add_people_and_tables(rows, reader, own)
        return [str(own) for _at, _record, own in self.records]

    def _load_existing_tables(self) -> None:
        """Load sessions of the group that the file only references."""
        named = {own: key for key, (own, here) in self.sessions.items() if here and key not in self.tables}
        keys = {self.id_map.real(key): key for key in self.id_map.players}
        for own, table in existing_tables(self.group_id, named, keys).items():
            self.tables[named[own]] = table

    def _sessions_in_use(self) -> set[str]:
        """Sessions that are tables of another tournament of the group."""
        named = {own: key for key, (own, here) in self.sessions.items() if here}
        found: set[str] = set()
        for some in in_turns(list(named), AT_ONCE):
            own = db.select(TournamentTable.session_id).where(TournamentTable.session_id.in_(some))
            found.update(named[session] for session in db.session.scalars(own))
        return found

    def _check_once(self, reader: TournamentReader) -> None:
        """Refuse a tournament in which two players of the file are one player of the group."""
        here: set[uuid.UUID] = set()
        for index, entrant in enumerate(reader.entrants):
            who = self.id_map.real(str(entrant.player))
            if who in here:
                name = reader.names[str(entrant.player)]
                raise BadDocument(
                    f"{reader.at}.entrants[{index}].player", "%(name)s takes part twice", name=name
                )
            here.add(who)

    def _tournament(self, record: TournamentRecord, reader: TournamentReader, own: uuid.UUID) -> Tournament:
        plan = reader.plan
        began = [self.tables[session].started_at for _stage, _number, session in reader.tables]
        return Tournament(
            id=own,
            group_id=self.group_id,
            night_id=self._night(record, reader),
            name=record.name,
            variant=reader.variant.key,
            options=reader.table_options,
            rounds=plan.rounds,
            cut=plan.cut,
            carried=plan.carried,
            draws=reader.draws,
            decisions=[
                {
                    **decision,
                    "players": [str(self.id_map.real(player)) for player in decision["players"]],
                    "at": decision["at"] or self.at.isoformat(),
                }
                for decision in reader.decisions
            ],
            created_at=min(began, default=self.at),
            version=int(self.at.timestamp()) % VERSIONS,  # another than any that a phone may have seen of it
        )

    def _night(self, record: TournamentRecord, reader: TournamentReader) -> uuid.UUID | None:
        """The night; if left out, that of the first table."""
        if record.night is UNSET:
            nights = [self.id_map.nights_of.get(session) for _stage, _number, session in reader.tables]
            return next(filter(None, nights), None)
        if record.night not in self.id_map.nights:
            raise BadDocument(f"{reader.at}.night", "no such night in “nights”")
        return self.id_map.nights[record.night].id

    def _add_people_and_tables(self, rows: Rows, reader: TournamentReader, own: uuid.UUID) -> None:
        for entrant in reader.entrants:
            rows.add(
                Entrant(
                    id=new_id(),
                    tournament_id=own,
                    player_id=self.id_map.players[str(entrant.player)].id,
                    joined_round=entrant.joined_round,
                    start_points=entrant.start_points,
                    withdrew_after=entrant.withdrew_after,
                )
            )
        for stage, number, session in reader.tables:
            session_id = self.sessions[session][0]
            rows.add(
                TournamentTable(
                    id=new_id(), tournament_id=own, stage=stage, number=number, session_id=session_id
                )
            )
