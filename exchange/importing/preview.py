"""What applying a file would do: the whole truth before anything is done, and then done to the letter."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, timedelta
from functools import cached_property
from itertools import groupby

from msgspec import UNSET
from msgspec.structs import replace

from exchange.document.checks import BadDocument
from exchange.document.records import FORMAT, Document, SessionRecord
from exchange.document.rehearsal import rehearsed, strangers
from exchange.importing.corrections import Correction, Corrections
from exchange.importing.draft import (
    DraftPlayer,
    DraftSession,
    LeftOut,
    Odd,
    Question,
    left_out,
    tells_totals,
    unpacked,
)
from exchange.importing.games import games_of
from exchange.importing.nights import NightsOfFile, as_it_comes, evenings_to_come
from exchange.importing.people import Match, clashes, match_people, players_here, seated, taking_part
from exchange.importing.rounds import oddities, with_rounds
from game.variants.naming import Way
from models.group import Group
from models.ids import is_id, owned
from models.imported_file import TAKE, Import
from models.names import tidy
from models.night import Night
from models.player import Player
from models.session import Session

ONE_DAY = timedelta(days=1)


class Preview:
    """What a file tells, matched with what is here now, after the choices of the table.

    late: days of games that lie in the future; they wait for somebody to say that this is right.
    coming: the sessions that come in, each with its night. known: how many are here already.
    not_chosen: how many are of games that are left out. clashing: pairs of names that cannot be one
    player.
    """

    def __init__(self, group: Group, file: Import) -> None:
        self.group, self.file = group, file
        self.draft = draft = unpacked(file.document)
        self.here = players_here(group)
        self.last_day = file.at.date() + ONE_DAY  # tomorrow, wherever it is later than here
        self.games = games_of(draft.sessions, file.choices.get("games", {}))
        joining = draft.sessions if file.merged_group_id else ()
        self.nights = NightsOfFile(group, draft.nights, joining)
        self.left_out: list[LeftOut] = [*draft.left_out]
        self.odd: list[Odd] = []
        self.without_room: list[Odd] = []
        self.coming: list[tuple[SessionRecord, Night]] = []
        self.late: list[date] = []
        self.told: dict[uuid.UUID, SessionRecord] = {}
        self.known = self.not_chosen = 0
        self._match_sessions()
        self.people = match_people(
            group, self.players, self.sessions, self.here, file.choices.get("people", {})
        )
        self.evenings = evenings_to_come(group.id, draft)
        together = [*map(seated, self.sessions), *map(taking_part, self.evenings)]
        self.clashing = clashes(self.people, together)
        for remark in self.nights.unwritten:
            self._has_no_room(remark, "")
        self.odd += [*draft.odd, *self.without_room, *_shortened(self.players)]

    @cached_property
    def players(self) -> list[DraftPlayer]:
        """Of totals only those who played in what comes in."""
        seated = {seat.player for session in self.sessions for seat in session.seats}
        whole = not any(tells_totals(session) for session in self.draft.sessions)
        return [player for player in self.draft.players if whole or player.id in seated]

    @property
    def sessions(self) -> list[SessionRecord]:
        return [session for session, _night in self.coming]

    @property
    def document(self) -> Document:
        """What comes in, ready for read_document with `who` for its people."""
        return Document(
            format=FORMAT,
            group=self.draft.group,
            players=list(self.players),
            nights=list(self.nights.records.values()),
            sessions=self.sessions,
            tournaments=[as_it_comes(evening, self.nights.key_of) for evening in self.evenings],
        )

    @property
    def who(self) -> dict[str, uuid.UUID]:
        """People of the file that are players of the group."""
        return {match.key: match.player for match in self.people if match.player}

    @property
    def is_decided(self) -> bool:
        """Whether it can be done: everybody is somebody, and no two at one table are the same."""
        return not self.clashing and all(match.chosen is not None for match in self.people)

    @property
    def late_choice(self) -> str:
        """TAKE, LEAVE, or "" as long as nobody has said it."""
        return self.file.choices.get("late", {}).get("late", "")

    @property
    def questions(self) -> list[Question]:
        """What a table does not say."""
        return self.draft.table.questions if self.draft.table else []

    @property
    def brings_nothing(self) -> bool:
        """A group that joins this leaves the list of groups, even with nothing in it."""
        waits = self.late and not self.late_choice
        comes = self.coming or self.evenings or self.new_people or self.file.merged_group_id
        return not (comes or waits or self.corrected)

    @property
    def new_people(self) -> list[Match]:
        return [match for match in self.people if match.player is None]

    @cached_property
    def new_nights(self) -> set[Night]:
        return {night for _session, night in self.coming} & set(self.nights.new.values())

    def newest(self, most: int) -> list[tuple[Night, list[Session]]]:
        """The newest sessions as they would be, by night, for the table remembers those best."""
        newest = sorted(self.coming, key=lambda pair: str(pair[1].date), reverse=True)[:most]
        people = strangers(self.players)
        return [
            (night, [rehearsed(session, "", people) for session, _night in members])
            for night, members in groupby(newest, key=lambda pair: pair[1])
        ]

    def _match_sessions(self) -> None:
        sessions = self.draft.sessions
        ids = owned(Session, self.group.id, [session.id for session in sessions])
        ours = self._still_here(sessions)
        people = strangers(self.draft.players)
        for session in sorted(sessions, key=lambda session: session.started_at or ""):
            own, here = ids[session.id]
            if here or session.ours in ours:
                self.known += 1
                if here:
                    self._keep_told(session, own)
            elif self._is_late(session):
                continue
            elif not tells_totals(session):
                self._add(session, session, own)
            elif (made := self._made(session, people)) is not None:
                self._add(session, made, own)

    def _keep_told(self, session: DraftSession, own: uuid.UUID) -> None:
        """What the file tells of a session that is here, to be compared with that."""
        if not tells_totals(session):
            self.told[own] = session
        elif way := self._ways[session.game or ""]:
            with suppress(BadDocument):
                self.told[own] = with_rounds(session, way)

    @cached_property
    def corrections(self) -> Corrections:
        """What the file tells otherwise of sessions that are here."""
        told = {} if self.file.merged_group_id else self.told
        players, chosen = self.draft.players if told else [], self.file.choices.get("people", {})
        matches = match_people(self.group, players, (), self.here, chosen)
        who = {match.key: match.player for match in matches if match.player}
        return Corrections(self.file, told, strangers(players), who)

    @property
    def corrected(self) -> list[Correction]:
        return [correction for correction in self.corrections.found if correction.holds]

    def _is_late(self, session: DraftSession) -> bool:
        """Whether it lies in the future, and nobody has said that it shall come in. What we wrote ourselves
        was dated by a clock and not by hand.
        """
        if not tells_totals(session) or (day := self.nights.day_of(session)) is None or day <= self.last_day:
            return False
        self.late.append(day)
        return self.late_choice != TAKE

    def _still_here(self, sessions: Iterable[DraftSession]) -> set[str]:
        """Those of the ids that another program was given by us and that are still here."""
        given = {session.ours for session in sessions if session.ours and is_id(session.ours)}
        return {text for text, (_own, here) in owned(Session, self.group.id, given).items() if here}

    def _made(self, session: DraftSession, people: dict[str, Player]) -> SessionRecord | None:
        """A session of which the file tells totals, with rounds; None where it stays out."""
        way = self._ways[session.game or ""]
        if way is None:
            self.not_chosen += 1
            return None
        try:
            made = with_rounds(session, way)
            played = rehearsed(made, "", people)
        except BadDocument as wrong:
            what = f"{session.day} · {session.game}"
            self.left_out.append(left_out(what, wrong.at(session.at)))
            return None
        self.odd += oddities(session, played)
        return made

    @cached_property
    def _ways(self) -> dict[str, Way | None]:
        return {game.name: game.way for game in self.games}

    def _add(self, session: DraftSession, made: SessionRecord, own: uuid.UUID) -> None:
        """A session that becomes `own` here, with its night."""
        if session.night:
            night = self.nights.named(session.night)
            self.coming.append((replace(made, night=self.nights.key_of(session.night)), night))
            return
        if session.started_at is UNSET:  # it was played when the file came
            session = replace(session, started_at=self.file.at.isoformat())
            made = replace(made, started_at=session.started_at)
        night = self.nights.found(session, own)
        self.coming.append((replace(made, night=str(night.id)), night))
        if session.note and not self.nights.remark(night, session.note):
            self._has_no_room(session.note, session.at)

    def _has_no_room(self, note: str, at: str) -> None:
        self.without_room.append(Odd(at=at, code="note", values={"note": note}))


def _shortened(players: Iterable[DraftPlayer]) -> Iterable[Odd]:
    for player in players:
        name = tidy(player.told or player.name)
        if len(name) > len(player.name) and name.startswith(player.name):
            yield Odd(at="", code="name", values={"name": name, "short": player.name})
