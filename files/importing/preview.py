"""Preview of an import: everything that applying it would do."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace as replaced
from datetime import date, timedelta
from functools import cached_property
from itertools import groupby

from msgspec import UNSET
from msgspec.structs import replace

from files.document.checks import BadDocument
from files.document.games import DocumentGames
from files.document.records import FORMAT, Document, GameRecord, SessionRecord, TournamentRecord
from files.document.tournaments.loader import new_tournaments
from files.document.validation import build_unsaved, unsaved_players
from files.importing.comparison import differing_sessions
from files.importing.draft import (
    Draft,
    DraftPlayer,
    DraftSession,
    FileWarning,
    Question,
    SkippedItem,
    left_out,
    needs_game,
    unpacked,
)
from files.importing.games import MAX_IN_LIST, FileGame, games_of
from files.importing.nights import NightMatcher
from files.importing.people import Match, clashes, existing_players, match_people
from files.importing.rounds import total_warnings, with_rounds
from game.texts import in_language
from models.custom_games import MAX_GAMES, GroupGames
from models.custom_games import games_of as stored_games
from models.group import Group
from models.ids import in_bin, is_id, owned
from models.imported_file import ACCEPT, Import
from models.names import tidy
from models.night import Night
from models.player import Player
from models.session import Session


class Preview:
    """A draft matched with the group, after the choices of the table.

    future_dates: dates of games in the future, which need a confirmation. new_sessions: sessions to import,
    each with its night. known: number of sessions that exist. binned: number of those in the recycle bin,
    which stay there. not_chosen: number of sessions of skipped games. clashing: pairs of names that cannot
    be one player.
    """

    def __init__(self, group: Group, file: Import, draft: Draft | None = None) -> None:
        """draft: if it is not the stored one."""
        self.group, self.file = group, file
        self.draft = draft = draft or unpacked(file.document)
        self.group_players = existing_players(group)
        self.last_day = file.at.date() + timedelta(days=1)  # tomorrow, wherever it is later than here
        self.own_games = GroupGames(group.id)
        self.games = self._file_games()
        new = [game for game in self.games if game.definition]
        records = (game.record(file.at, is_retired=len(new) > MAX_IN_LIST) for game in new)
        self.profiles = {game.name: game.profile for game in self.games}
        self.made_games = [record for record in records if record]
        self.document_games = DocumentGames([*draft.games, *self.made_games], self.own_games)
        joining = draft.sessions if file.merged_group_id else ()
        self.nights = NightMatcher(group, draft.nights, joining)
        self.refused: list[SkippedItem] = [*draft.left_out]
        self.warnings: list[FileWarning] = []
        self.without_room: list[FileWarning] = []
        self.new_sessions: list[tuple[SessionRecord, Night]] = []
        self.future_dates: list[date] = []
        self.known_sessions: dict[uuid.UUID, DraftSession] = {}
        self.known = self.binned = self.not_chosen = 0
        self._match_sessions()
        self.people = match_people(
            group, self.players, self.sessions, self.group_players, file.choices.get("people", {})
        )
        self.tournaments: list[TournamentRecord] = []
        if draft.tournaments:
            self.tournaments = [
                record for _index, record, _id in new_tournaments(group.id, draft.tournaments)
            ]
        together = [
            *([seat.player for seat in session.seats] for session in self.sessions),
            *([entrant.player for entrant in tournament.entrants] for tournament in self.tournaments),
        ]
        self.clashing = clashes(self.people, together)
        for remark in self.nights.unwritten:
            self._has_no_room(remark, "")
        self.warnings += [*draft.warnings, *self.without_room, *_shortened(self.players)]

    @cached_property
    def players(self) -> list[DraftPlayer]:
        """The players; with totals only, those who played in a session to import."""
        seated = {seat.player for session in self.sessions for seat in session.seats}
        whole = not any(needs_game(session) for session in self.draft.sessions)
        return [player for player in self.draft.players if whole or player.id in seated]

    @property
    def sessions(self) -> list[SessionRecord]:
        return [session for session, _night in self.new_sessions]

    @property
    def document(self) -> Document:
        """The document to pass to read_document, with `player_ids` for its players."""
        return Document(
            format=FORMAT,
            group=self.draft.group,
            players=list(self.players),
            nights=list(self.nights.records.values()),
            games=[*self.draft.games, *self.made_games],
            sessions=self.sessions,
            tournaments=[self._imported(tournament) for tournament in self.tournaments],
        )

    def _imported(self, tournament: TournamentRecord) -> TournamentRecord:
        """With its night in the document to import; without its result: that was checked when the file was
        read, and sessions of the group may have been corrected since.
        """
        night = self.nights.key_of(tournament.night) if tournament.night else UNSET
        return replace(tournament, result=UNSET, night=night)

    @property
    def player_ids(self) -> dict[str, uuid.UUID]:
        """Player ids of the group by the player ids of the file."""
        return {match.key: match.player for match in self.people if match.player}

    @property
    def is_decided(self) -> bool:
        """Whether every player is chosen and no two players of a table are the same."""
        return not self.clashing and all(match.chosen is not None for match in self.people)

    @property
    def is_answered(self) -> bool:
        """Whether every question about a table has an answer."""
        return all(question.chosen for question in self.questions)

    @property
    def is_game_open(self) -> bool:
        """Whether it is to be chosen which game sessions of the file are that name none."""
        return any(game.is_open for game in self.games)

    @property
    def future_choice(self) -> str:
        """TAKE or LEAVE for games in the future; "" if not chosen."""
        return self.file.choices.get("late", {}).get("late", "")

    @property
    def questions(self) -> list[Question]:
        """Open questions about a table."""
        return self.draft.table.questions if self.draft.table else []

    @property
    def is_empty(self) -> bool:
        """Whether applying it would change nothing. Merging a group always changes something."""
        waits = self.future_dates and not self.future_choice
        comes = self.new_sessions or self.tournaments or self.new_people or self.new_games
        return not (comes or waits or self.file.merged_group_id)

    @property
    def left_out(self) -> list[SkippedItem]:
        """What is not imported, and why."""
        return [*self.refused, *self.differing]

    @cached_property
    def differing(self) -> list[SkippedItem]:
        """Sessions of the file that differ from those of the group, which stay as they are."""
        records = {}
        for session_id, session in self.known_sessions.items():
            with suppress(BadDocument):
                if record := self._record_of(session):
                    records[session_id] = record
        chosen = self.file.choices.get("people", {})
        matches = match_people(self.group, self.draft.players, (), self.group_players, chosen)
        player_ids = {match.key: match.player for match in matches if match.player}
        people = unsaved_players(self.draft.players)
        return [
            left_out(
                f"{session.night.date} · {in_language(session.rules.name, 'en')}",
                BadDocument(
                    self.known_sessions[session.id].at,
                    "the score sheet here is another one and stays as it is",
                ),
            )
            for session in differing_sessions(
                records, player_ids, lambda record: build_unsaved(record, "", people, self.document_games)
            )
        ]

    @property
    def new_people(self) -> list[Match]:
        return [match for match in self.people if match.player is None]

    @property
    def new_games(self) -> list[GameRecord]:
        """Games of the file that the group does not have."""
        new = [*self.draft.games, *self.made_games]
        return [game for game in new if self.own_games.named_in_file(uuid.UUID(game.id)) is None]

    def _file_games(self) -> list[FileGame]:
        """The games of the file; those that do not fit into the group are left out."""
        chosen, variants = self.file.choices.get("games", {}), self.own_games.variants
        games, room = [], MAX_GAMES - len(variants)
        for game in games_of(self.draft.sessions, chosen, variants, self.file.title):
            room -= game.definition is not None
            has_room = room >= 0 or game.definition is None
            games.append(game if has_room else replaced(game, profile=None, definition=None))
        return games

    @cached_property
    def games_kept(self) -> list[str]:
        """Names of games that have other rules in the file; they stay as they are here."""
        definitions = {game.key: game.definition for game in stored_games(self.group.id)}
        return [
            definitions[variant.key]["name"]
            for game in self.draft.games
            if (variant := self.own_games.named_in_file(uuid.UUID(game.id)))
            and definitions[variant.key] != game.definition.stored()
        ]

    @cached_property
    def new_nights(self) -> set[Night]:
        return {night for _session, night in self.new_sessions} & set(self.nights.new.values())

    def newest(self, most: int) -> list[tuple[Night, list[Session]]]:
        """The newest sessions by night, in no database session."""
        newest = sorted(self.new_sessions, key=lambda pair: str(pair[1].date), reverse=True)[:most]
        people = unsaved_players(self.players)
        return [
            (night, [build_unsaved(session, "", people, self.document_games) for session, _night in members])
            for night, members in groupby(newest, key=lambda pair: pair[1])
        ]

    def _match_sessions(self) -> None:
        sessions = self.draft.sessions
        ids = owned(Session, self.group.id, [session.id for session in sessions])
        ours = self._existing_ids(sessions)
        binned = in_bin(self.group.id, [session_id for session_id, here in ids.values() if here])
        people = unsaved_players(self.draft.players)
        for session in sorted(sessions, key=lambda session: session.started_at or ""):
            session_id, here = ids[session.id]
            if session_id in binned:
                self.binned += 1
            elif here or session.ours in ours:
                self.known += 1
                if here:
                    self.known_sessions[session_id] = session
            elif self._is_future(session):
                continue
            elif not needs_game(session):
                self._add(session, session, session_id)
            elif (made := self._build_session(session, people)) is not None:
                self._add(session, made, session_id)

    def _is_future(self, session: DraftSession) -> bool:
        """Whether it is dated in the future and not confirmed. Our own documents are dated by a clock, not by
        hand.
        """
        if not needs_game(session) or (day := self.nights.day_of(session)) is None or day <= self.last_day:
            return False
        self.future_dates.append(day)
        return self.future_choice != ACCEPT

    def _existing_ids(self, sessions: Iterable[DraftSession]) -> set[str]:
        """Ids that we gave to another program and whose sessions still exist."""
        exported = {session.ours for session in sessions if session.ours and is_id(session.ours)}
        return {text for text, (_id, here) in owned(Session, self.group.id, exported).items() if here}

    def _build_session(self, session: DraftSession, people: dict[str, Player]) -> SessionRecord | None:
        """The record of a session with totals only; None if it is skipped."""
        try:
            made = self._record_of(session)
            if made is None:
                self.not_chosen += 1
                return None
            played = build_unsaved(made, "", people, self.document_games)
        except BadDocument as wrong:
            what = f"{session.day} · {session.game}"
            self.refused.append(left_out(what, wrong.at(session.at)))
            return None
        self.warnings += total_warnings(session, played)
        return made

    def _record_of(self, session: DraftSession) -> SessionRecord | None:
        """The session with its rounds; None if its game is not chosen. Raises BadDocument."""
        if not needs_game(session):
            return session
        profile = self.profiles[session.game or ""]
        return with_rounds(session, profile) if profile else None

    def _add(self, session: DraftSession, made: SessionRecord, session_id: uuid.UUID) -> None:
        """Add a session that gets the id `own`, with its night."""
        if session.night:
            night = self.nights.night_of(session.night)
            self.new_sessions.append((replace(made, night=self.nights.key_of(session.night)), night))
            return
        if session.started_at is UNSET:  # taken as the time of the upload
            session = replace(session, started_at=self.file.at.isoformat())
            made = replace(made, started_at=session.started_at)
        night = self.nights.match_night(session, session_id)
        self.new_sessions.append((replace(made, night=str(night.id)), night))
        if session.note and not self.nights.remark(night, session.note):
            self._has_no_room(session.note, session.at)

    def _has_no_room(self, note: str, at: str) -> None:
        self.without_room.append(FileWarning(at=at, code="note", values={"note": note}))


def _shortened(players: Iterable[DraftPlayer]) -> Iterable[FileWarning]:
    for player in players:
        name = tidy(player.source_name or player.name)
        if len(name) > len(player.name) and name.startswith(player.name):
            yield FileWarning(at="", code="name", values={"name": name, "short": player.name})
