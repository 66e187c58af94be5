"""Import a session document into a group: completely or not at all; importing it twice changes nothing.

Everything is read and computed before the one transaction that writes; ten years hold SQLite's only writer
for some 0.7 s. What was read of the group is compared in it: if that has changed meanwhile, all is read
again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from msgspec import UNSET
from sqlalchemy.exc import IntegrityError

from files.document.checks import BadDocument, check_text, day_of, moment, name
from files.document.games import DocumentGames
from files.document.group_state import GroupChanged, GroupState, group_state, lock_group
from files.document.inserts import Rows
from files.document.records import Document, GameRecord, NightRecord, SessionRecord
from files.document.sessions import SessionReader
from files.document.tournaments.loader import TournamentLoader
from models.custom_game import CustomGame
from models.custom_games import GroupGames
from models.database import db, one_transaction
from models.group import Group
from models.ids import owned
from models.night import NOTE_LENGTH, PLACE_LENGTH, Night
from models.people.colours import Colours
from models.player import Player
from models.progress import Progress, no_progress
from models.session import Session
from models.statistics.version import lock_statistics

MAX_TRIES = 5


@dataclass(frozen=True)
class Report:
    """What an import has made. made: ids by kind. known: number of sessions that existed before.

    written: place and note of each new night, by id.
    """

    made: dict[str, list[str]]
    known: int
    written: dict[str, list[str | None]]

    @property
    def players(self) -> int:
        return len(self.made["players"])

    @property
    def nights(self) -> int:
        return len(self.made["nights"])

    @property
    def tournaments(self) -> int:
        return len(self.made["tournaments"])

    @property
    def games(self) -> int:
        return len(self.made["games"])

    @property
    def sessions(self) -> int:
        return len(self.made["sessions"])


def read_document(
    document: Document,
    group: Group,
    at: datetime,
    *,
    player_ids: Mapping[str, uuid.UUID] | None = None,
    also: Callable[[Report], None] | None = None,
    progress: Progress = no_progress,
) -> Report:
    """Import what the group does not have yet; creates the group if it is not in the database.

    Existing records stay unchanged. at: time for records without one. player_ids: player ids of the group by
    the player ids of the file. also: called within the transaction that writes.

    Commits the open transaction first. Raises BadDocument, GroupChanged, and what `progress` raises; the
    group is unchanged then.
    """
    for tries_left in reversed(range(MAX_TRIES)):
        with one_transaction(writes=False):
            loader = DocumentLoader(document, group.id, at, player_ids or {}, progress)
        try:
            with one_transaction(writes=True):
                db.session.add(group)
                db.session.flush()
                report = loader.write()
                if also:
                    also(report)
                return report
        except GroupChanged:
            if not tries_left:
                raise
    raise GroupChanged


class DocumentLoader:
    """Reads a document for a group, which may not exist yet: collects the rows of all that it does not have.

    at: time for records without one. player_ids: player ids of the group by the player ids of the file.
    state: of the group as it was when the caller began to read it; None if that is now. Raises BadDocument,
    and what `progress` raises.

    players_here, nights_here: ids of what the group has and the rows refer to.
    """

    def __init__(
        self,
        document: Document,
        group_id: uuid.UUID,
        at: datetime,
        player_ids: Mapping[str, uuid.UUID],
        progress: Progress,
        *,
        state: GroupState | None = None,
    ) -> None:
        self.state = group_state(group_id) if state is None else state
        self.document, self.group_id, self.at = document, group_id, at
        self.rows = Rows()
        self.players: dict[str, Player] = {}
        self.nights: dict[str, Night] = {}
        self.players_here: set[uuid.UUID] = set()
        self.nights_here: set[uuid.UUID] = set()
        self.last_played: dict[uuid.UUID, datetime] = {}
        kinds = ("players", "nights", "sessions", "tournaments", "games")
        self.made: dict[str, list[str]] = {kind: [] for kind in kinds}
        self.written: dict[str, list[str | None]] = {}
        days = db.select(Night.id, Night.date).where(Night.visible_in(group_id)).order_by(Night.id)
        self.days: dict[uuid.UUID, date] = {row.id: row.date for row in db.session.execute(days)}
        group_games = GroupGames(group_id)
        self.games = DocumentGames(document.games, group_games, self._add_games(group_games))
        self._match_players(player_ids)
        self._match_nights()
        self.by_day = {night.date: night for night in reversed(self.nights.values())}  # the first of each
        self.ids = owned(Session, group_id, [session.id for session in document.sessions])
        self.tournaments = None
        if document.tournaments:
            self.tournaments = TournamentLoader(
                document.tournaments, group_id, at, self.players, self.nights, self.games
            )

        self._load_sessions(progress)
        if self.tournaments:
            self.made["tournaments"] += self.tournaments.add_to(self.rows)

    def write(self) -> Report:
        """Write the rows, within a transaction of the caller. Raises GroupChanged; the caller then rolls
        back.
        """
        lock_group(self.group_id)
        # Nights, games and players are locked before the statistics: the order that everybody uses.
        named = (
            (Night, self.nights_here),
            (CustomGame, self.games.used_of_group),
            (Player, self.players_here),
        )
        for model, ids in named:
            locked = db.select(model.id).where(model.id.in_(ids)).order_by(model.id)
            db.session.execute(locked.with_for_update(read=True, key_share=True))
        if group_state(self.group_id) != self.state:
            raise GroupChanged
        if self.made["sessions"]:
            lock_statistics(self.group_id)
        try:
            self.rows.write()
        except IntegrityError:  # another group was given the same ids meanwhile
            raise GroupChanged from None
        self._update_last_played()
        known = len(self.document.sessions) - len(self.made["sessions"])
        return Report(self.made, known, self.written)

    def _load_sessions(self, progress: Progress) -> None:
        count = len(self.document.sessions)
        for index, record in enumerate(self.document.sessions):
            session_id, here = self.ids[record.id]
            if not here:
                self._read(record, session_id, f"sessions[{index}]")
                self.made["sessions"].append(str(session_id))
            elif self.tournaments and self.tournaments.wants(record.id):
                self._session(record, session_id, self.at, f"sessions[{index}]")
            progress(index + 1, count)

    def _add_games(self, group_games: GroupGames) -> dict[str, uuid.UUID]:
        """Add the games that the group does not have; returns their ids in the group by those in the file."""
        ids = owned(CustomGame, self.group_id, [game.id for game in self.document.games])
        new = [game for game in self.document.games if group_games.named_in_file(uuid.UUID(game.id)) is None]
        for game in new:
            self.rows.add(_custom_game(game, ids[game.id][0], self.group_id))
            self.made["games"].append(str(ids[game.id][0]))
        return {game.id: ids[game.id][0] for game in new}

    def _match_players(self, player_ids: Mapping[str, uuid.UUID]) -> None:
        ids = owned(Player, self.group_id, [player.id for player in self.document.players])
        ids.update({key: (player, True) for key, player in player_ids.items()})
        colours = Colours.of(self.group_id)
        for index, record in enumerate(self.document.players):
            player_id, here = ids[record.id]
            at, forgotten = f"players[{index}]", record.anonymised_at
            player = self.players[record.id] = Player(
                id=player_id,
                group_id=self.group_id,
                name=record.name if here else name(record.name, f"{at}.name"),
                colour=1 if here else colours.next(),
                created_at=self.at,
                anonymised_at=moment(forgotten, f"{at}.anonymised_at") if forgotten and not here else None,
            )
            if here:
                self.players_here.add(player_id)
            else:
                self.made["players"].append(str(player_id))
                self.rows.add(player)

    def _match_nights(self) -> None:
        nights = self.document.nights
        ids = owned(Night, self.group_id, [night.id for night in nights])
        for index, record in enumerate(nights):
            night_id, here = ids[record.id]
            if here:
                self.nights[record.id] = self._existing_night(night_id)
                continue
            day = check_night(record, f"nights[{index}]")
            self.nights[record.id] = self._new_night(night_id, day, place=record.place, note=record.note)

    def _existing_night(self, night_id: uuid.UUID) -> Night:
        self.nights_here.add(night_id)
        return Night(id=night_id, group_id=self.group_id, date=self.days[night_id])

    def _new_night(self, night_id: uuid.UUID, day: date, **about: str | None) -> Night:
        night = Night(id=night_id, group_id=self.group_id, date=day, **about)
        self.rows.add(night)
        self.made["nights"].append(str(night_id))
        self.written[str(night_id)] = [night.place, night.note]
        return night

    def _read(self, record: SessionRecord, session_id: uuid.UUID, at: str) -> None:
        night = self.nights.get(record.night) if record.night else None
        if record.night and night is None:
            raise BadDocument(f"{at}.night", "no such night in “nights”")
        if record.started_at is not UNSET:
            started = moment(record.started_at, f"{at}.started_at")
        else:
            started = datetime.combine(night.date, time(12), UTC) if night else self.at
        if night is None:
            day = started.date() if record.started_at is UNSET else day_of(record.started_at)
            night = self._night_of(day, session_id)
        session = self._session(record, session_id, started, at)
        session.group_id, session.night_id, session.night = self.group_id, night.id, night
        if self.tournaments:
            self.tournaments.nights_of[record.id] = night.id
        self.rows.add_session(session)
        for seat in session.seats:
            known = self.last_played.get(seat.player.id, session.started_at)
            self.last_played[seat.player.id] = max(known, session.started_at)

    def _session(self, record: SessionRecord, session_id: uuid.UUID, started: datetime, at: str) -> Session:
        """Read a session; remember it if it is a table of a tournament."""
        reader = SessionReader(record, at, self.players, self.games)
        session = reader.session(session_id, started, self.at)
        if self.tournaments and self.tournaments.wants(record.id):
            self.tournaments.add_table(session, record.id, [seat.player for seat in record.seats])
        return session

    def _night_of(self, day: date, session_id: uuid.UUID) -> Night:
        """The night of a date: of the file, of the group, or a new one."""
        if day not in self.by_day:
            here = next((night_id for night_id, its_day in self.days.items() if its_day == day), None)
            self.by_day[day] = (
                self._existing_night(here) if here else self._new_night(uuid.uuid5(session_id, "night"), day)
            )
        return self.by_day[day]

    def _update_last_played(self) -> None:
        """Set when players last played, where that is later than what is stored."""
        players = db.select(Player.id, Player.last_played_at).where(Player.id.in_(self.last_played))
        stored: dict[Any, datetime | None] = {
            row.id: row.last_played_at for row in db.session.execute(players)
        }
        later = [
            {"id": player_id, "last_played_at": at}
            for player_id, at in self.last_played.items()
            if (before := stored[player_id]) is None or before < at
        ]
        if later:
            db.session.execute(db.update(Player), later)


def _custom_game(record: GameRecord, game_id: uuid.UUID, group_id: uuid.UUID) -> CustomGame:
    retired_at = record.retired_at
    return CustomGame(
        id=game_id,
        group_id=group_id,
        definition=record.definition.stored(),
        created_at=moment(record.created_at, ""),
        changed_at=moment(record.changed_at, ""),
        retired_at=None if retired_at is None else moment(retired_at, ""),
    )


def check_night(record: NightRecord, at: str) -> date:
    """Check a night and return its date; raises BadDocument."""
    check_text(record.place, f"{at}.place", PLACE_LENGTH)
    check_text(record.note, f"{at}.note", NOTE_LENGTH)
    return moment(record.date, f"{at}.date").date()
