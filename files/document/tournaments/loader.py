"""Load the tournaments of a document as rows, after their sessions."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import UNSET
from sqlalchemy.orm import joinedload, selectinload

from files.document.checks import BadDocument
from files.document.games import DocumentGames
from files.document.inserts import Rows
from files.document.records import TournamentRecord
from files.document.sessions import VERSIONS
from files.document.tournaments.reading import TableRead, TournamentReader, session_ids_of
from models.database import db, in_turns, new_id
from models.ids import in_bin, owned
from models.night import Night
from models.player import Player
from models.session import Session
from models.tournament.tournament import Entrant, Tournament, TournamentTable

BATCH_SIZE, BATCH_OF_SESSIONS = 500, 100  # ids in a query; sessions in memory


def new_tournaments(
    group_id: uuid.UUID, records: Sequence[TournamentRecord]
) -> list[tuple[int, TournamentRecord, uuid.UUID]]:
    """Tournaments that the group does not have, without those with a table in its recycle bin: index in the
    document, record, and id in the group.
    """
    ids = owned(Tournament, group_id, [record.id for record in records])
    sessions = owned(Session, group_id, {key for record in records for key in session_ids_of(record)})
    deleted = in_bin(group_id, [session_id for session_id, is_here in sessions.values() if is_here])
    return [
        (index, record, ids[record.id][0])
        for index, record in enumerate(records)
        if not ids[record.id][1] and deleted.isdisjoint(sessions[key][0] for key in session_ids_of(record))
    ]


class TournamentLoader:
    """Collects rows of the tournaments that the group does not have; existing ones stay unchanged.

    players, nights: by their ids in the document. The caller passes every session that `wants` names to
    `add_table`, and sets `nights_of`: the nights of new sessions by the session's id in the document.
    """

    def __init__(
        self,
        records: Sequence[TournamentRecord],
        group_id: uuid.UUID,
        at: datetime,
        players: Mapping[str, Player],
        nights: Mapping[str, Night],
        games: DocumentGames,
    ) -> None:
        self.group_id, self.at, self.games = group_id, at, games
        self.players, self.nights = players, nights
        self.records = new_tournaments(group_id, records)
        self.sessions = owned(
            Session,
            group_id,
            sorted({key for _, record, _ in self.records for key in session_ids_of(record)}),
        )
        self.tables: dict[str, TableRead] = {}
        self.nights_of: dict[str, uuid.UUID] = {}

    def wants(self, session: str) -> bool:
        return session in self.sessions

    def add_table(self, session: Session, key: str, players: Sequence[str]) -> None:
        """key, players: ids of the session and of the players on its seats in the document."""
        self.tables[key] = TableRead.of(session, players)

    def add_to(self, rows: Rows) -> list[str]:
        """Add the rows of the tournaments; returns their ids. Raises BadDocument."""
        self._load_existing_tables()
        taken = self._sessions_in_use()
        for index, record, tournament_id in self.records:
            at = f"tournaments[{index}]"
            reader = TournamentReader(record, at, self.players, self.tables, taken, self.games)
            self._add_entrants(rows, reader, tournament_id)
            rows.add(self._tournament(record, reader, tournament_id))
            for stage, number, key in reader.tables:
                rows.add(
                    TournamentTable(
                        id=new_id(),
                        tournament_id=tournament_id,
                        stage=stage,
                        number=number,
                        session_id=self.sessions[key][0],
                    )
                )
        return [str(tournament_id) for _index, _record, tournament_id in self.records]

    def _load_existing_tables(self) -> None:
        """Load sessions of the group that the file only references."""
        keys = {player.id: key for key, player in self.players.items()}
        named = {own: key for key, (own, here) in self.sessions.items() if here and key not in self.tables}
        for some in in_turns(list(named), BATCH_OF_SESSIONS):
            query = db.select(Session).where(Session.id.in_(some), Session.visible_in(self.group_id))
            query = query.options(selectinload(Session.seats), joinedload(Session.stored_sheet))
            for session in db.session.scalars(query):
                players = [keys.get(seat.player_id, str(seat.player_id)) for seat in session.seats]
                self.add_table(session, named[session.id], players)

    def _sessions_in_use(self) -> set[str]:
        """Sessions that are tables of another tournament of the group."""
        named = {own: key for key, (own, here) in self.sessions.items() if here}
        in_use: set[str] = set()
        for some in in_turns(list(named), BATCH_SIZE):
            query = db.select(TournamentTable.session_id).where(TournamentTable.session_id.in_(some))
            in_use.update(named[session] for session in db.session.scalars(query))
        return in_use

    def _add_entrants(self, rows: Rows, reader: TournamentReader, tournament_id: uuid.UUID) -> None:
        """Raises BadDocument if two players of the file are one player of the group."""
        player_ids: set[uuid.UUID] = set()
        for index, entrant in enumerate(reader.entrants):
            player = self.players[str(entrant.player)]
            if player.id in player_ids:
                raise BadDocument(
                    f"{reader.at}.entrants[{index}].player", "%(name)s takes part twice", name=player.name
                )
            player_ids.add(player.id)
            rows.add(
                Entrant(
                    id=new_id(),
                    tournament_id=tournament_id,
                    player_id=player.id,
                    joined_round=entrant.joined_round,
                    start_points=entrant.start_points,
                    withdrew_after=entrant.withdrew_after,
                )
            )

    def _tournament(
        self, record: TournamentRecord, reader: TournamentReader, tournament_id: uuid.UUID
    ) -> Tournament:
        plan = reader.plan
        began = [self.tables[session].started_at for _stage, _number, session in reader.tables]
        return Tournament(
            id=tournament_id,
            group_id=self.group_id,
            night_id=self._night(record, reader),
            name=record.name,
            variant=reader.variant.key,
            options=reader.table_options,
            rounds=plan.rounds,
            cut=plan.cut,
            carried=plan.carried,
            draws=[{"seed": None, "method": record.options.draw} for _stage in record.stages],
            decisions=[
                {
                    **decision,
                    "players": [str(self.players[player].id) for player in decision["players"]],
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
            nights = [self.nights_of.get(session) for _stage, _number, session in reader.tables]
            return next(filter(None, nights), None)
        if record.night not in self.nights:
            raise BadDocument(f"{reader.at}.night", "no such night in “nights”")
        return self.nights[record.night].id
