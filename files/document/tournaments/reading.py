"""Read one tournament of a document: entrants, tables and decisions; totals are checked."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec import UNSET
from sqlalchemy.orm import joinedload, selectinload

from files.document.checks import BadDocument, bad_option, check_text, moment, name, whole, with_integers
from files.document.games import DocumentGames
from files.document.records import DecisionRecord, SessionRecord, TournamentRecord
from files.document.sessions import MOST_START_POINTS
from files.document.tournaments.writing import check_result
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, Plan, PlayedTable
from game.tournament.state import TournamentState, without_departures
from game.tournament.tables import MAX_TABLE_SIZE
from game.variants import VARIANTS, IllegalOption
from game.variants.custom.building import checked_options
from models.database import db, in_turns
from models.ids import in_bin, owned
from models.night import NOTE_LENGTH
from models.player import Player
from models.session import Seat, Session, has_left_before
from models.tournament.tournament import MOST_ENTRANTS, MOST_ROUNDS
from models.tournament.variants import adds_points

AT_ONCE = 100
LOADED = (selectinload(Session.seats), joinedload(Session.stored_sheet))
MOST_TABLES = 999
PHONE_LENGTH = 40
PLAYOFF = "playoff"
Seated = tuple[int, int, str]  # stage, number of the table, and its session’s id in the file


def session_ids_of(record: TournamentRecord) -> Iterator[str]:
    """Ids of its sessions in the file."""
    for stage in record.stages:
        for table in stage.tables:
            yield table.session


def without_deleted(group_id: uuid.UUID, records: Sequence[TournamentRecord]) -> list[TournamentRecord]:
    """Those without a table in the recycle bin of the group."""
    named = owned(Session, group_id, {session for record in records for session in session_ids_of(record)})
    deleted = in_bin(group_id, [own for own, is_here in named.values() if is_here])
    return [
        record
        for record in records
        if deleted.isdisjoint(named[session][0] for session in session_ids_of(record))
    ]


class TournamentReader:
    """Reads an item of “tournaments”. at: its path. players: by their id in the file.

    tables: the result of a session by its id, None if unknown. taken: sessions that are already tables of
    a tournament; those of this one are added. games: finds the variant.

    Afterwards plan, entrants, tables (in order) and decisions are set, with ids of the file. Raises
    BadDocument.
    """

    def __init__(
        self,
        record: TournamentRecord,
        at: str,
        players: Mapping[str, Player],
        tables: Callable[[str], TableRead | None],
        taken: set[str],
        games: DocumentGames,
    ) -> None:
        self.record, self.at, self.players, self.taken = record, at, players, taken
        self.variant = games.variant(record.variant, at)
        self.names = {key: player.name for key, player in players.items()}
        name(record.name, f"{at}.name")
        self.plan = self._plan()
        self._check_variant()
        self.entrants = self._entrants()
        self.tables: list[Seated] = []
        self.directions: set[bool] = set()  # whether the highest total wins, of all tables
        stages = [self._stage(index, number, tables) for index, number in enumerate(self._numbers())]
        self.decisions = [
            self._decision(decision, f"{at}.decisions[{index}]")
            for index, decision in enumerate(record.decisions)
        ]
        self._check_result(stages)

    @property
    def draws(self) -> list[dict[str, Any]]:
        """The draw of each stage that is drawn; its seed is unknown."""
        return [{"seed": None, "method": self.record.options.draw} for _stage in self.record.stages]

    def _plan(self) -> Plan:
        options, at = self.record.options, f"{self.at}.options"
        cut = options.cut
        return Plan(
            whole(options.rounds, f"{at}.rounds", least=1, most=MOST_ROUNDS),
            None if cut is None else whole(cut, f"{at}.cut", least=2, most=MOST_ENTRANTS),
            options.playoff_scores == "carried",
        )

    @property
    def table_options(self) -> dict[str, Any]:
        options: dict[str, Any] = with_integers(self.record.table_options or {})
        return options

    def _check_variant(self) -> None:
        options = self.table_options
        try:
            if self.variant.key in VARIANTS:
                rules = self.variant.rules(options, MAX_TABLE_SIZE)
            else:
                checked_options(options)  # of an earlier definition, perhaps
                rules = self.variant.rules({}, MAX_TABLE_SIZE)
        except IllegalOption as illegal:
            raise bad_option(f"{self.at}.table_options.{illegal.key[:40]}", illegal.reason) from None
        if not adds_points(rules) or rules.teams:
            raise BadDocument(f"{self.at}.variant", "no points are added in this game")

    def _entrants(self) -> list[EntrantFacts]:
        given = self.record.entrants
        if len(given) > MOST_ENTRANTS:
            raise BadDocument(f"{self.at}.entrants", "more than %(most)s people", most=MOST_ENTRANTS)
        found: dict[str, EntrantFacts] = {}
        for index, record in enumerate(given):
            at, player = f"{self.at}.entrants[{index}]", self._player(record.player, index)
            if record.player in found:
                raise BadDocument(f"{at}.player", "%(name)s takes part twice", name=player.name)
            joined, start, left = record.joined_round, record.start_points, record.withdrew_after
            found[record.player] = EntrantFacts(
                record.player,
                whole(joined, f"{at}.joined_round", least=1, most=MOST_ROUNDS + 1),
                whole(start, f"{at}.start_points", least=-MOST_START_POINTS, most=MOST_START_POINTS),
                None if left is None else whole(left, f"{at}.withdrew_after", least=0, most=MOST_ROUNDS + 1),
            )
        return list(found.values())

    def _player(self, key: str, index: int) -> Player:
        if key not in self.players:
            raise BadDocument(f"{self.at}.entrants[{index}].player", "no such player in “players”")
        return self.players[key]

    def _numbers(self) -> list[int]:
        """Check the stages: in order, the play-off after all rounds."""
        rounds = self.plan.rounds
        for index, stage in enumerate(self.record.stages):
            at, is_playoff = f"{self.at}.stages[{index}]", stage.kind == PLAYOFF
            if is_playoff and self.plan.cut is None:
                raise BadDocument(f"{at}.kind", "a play-off needs a cut")
            if is_playoff != (index == rounds) or index > rounds:
                raise BadDocument(
                    f"{at}.kind", "expected %(rounds)s rounds and then a play-off", rounds=rounds
                )
            if not is_playoff and (stage.number or index + 1) != index + 1:
                raise BadDocument(
                    f"{at}.number",
                    "expected round %(number)s here, found %(value)s",
                    number=index + 1,
                    value=stage.number,
                )
        return [index + 1 for index, _stage in enumerate(self.record.stages)]

    def _stage(self, index: int, number: int, tables: Callable[[str], TableRead | None]) -> list[PlayedTable]:
        played: list[PlayedTable] = []
        numbers: set[int] = set()
        for place, record in enumerate(self.record.stages[index].tables):
            at = f"{self.at}.stages[{index}].tables[{place}]"
            own = whole(record.table, f"{at}.table", least=1, most=MOST_TABLES)
            if own in numbers:
                raise BadDocument(f"{at}.table", "%(name)s is here twice", name=own)
            table = self._table(record.session, f"{at}.session", tables)
            for player in table.played.seats:
                if any(player in other.seats for other in played):
                    raise BadDocument(at, "%(name)s sits at two tables", name=self._name_of(player))
            numbers.add(own)
            played.append(table.played)
            self.tables.append((number, own, record.session))
        return played

    def _table(self, session: str, at: str, tables: Callable[[str], TableRead | None]) -> TableRead:
        table = tables(session)
        if table is None:
            raise BadDocument(at, "no such session in “sessions”")
        if session in self.taken:
            raise BadDocument(at, "this session is another table already")
        if not table.adds_points_of(self.variant.key):
            raise BadDocument(at, "another game is played there")
        self.taken.add(session)
        self.directions.add(table.played.highest_wins)
        if len(self.directions) > 1:
            raise BadDocument(at, "the highest total wins at one table, the lowest at another")
        return table

    def _decision(self, decision: DecisionRecord, at: str) -> dict[str, Any]:
        """A decision as stored, with ids of the file."""
        for index, player in enumerate(decision.players):
            if player not in self.players:
                raise BadDocument(f"{at}.players[{index}]", "no such player in “players”")
        check_text(decision.by, f"{at}.by", PHONE_LENGTH)
        check_text(decision.note, f"{at}.note", NOTE_LENGTH)
        own = (
            {"stage": whole(decision.stage, f"{at}.stage", least=1, most=MOST_ROUNDS + 1)}
            if decision.stage
            else {}
        )
        return {
            "kind": decision.kind,
            "players": list(decision.players),
            "by": decision.by or "",
            "at": moment(decision.at, f"{at}.at").isoformat() if decision.at else None,
            "note": decision.note,
            **own,
        }

    def _check_result(self, stages: list[list[PlayedTable]]) -> None:
        rounds = self.plan.rounds
        decisions = [Decision(DecisionKind(s["kind"]), s["players"], s.get("stage")) for s in self.decisions]
        playoff = stages[rounds] if len(stages) > rounds else None
        state = TournamentState(self.plan, self.entrants, stages[:rounds], playoff, decisions)
        given, at = self.record.result, f"{self.at}.result"
        if given is UNSET:
            return
        try:
            check_result(given, state, at, self.names)
        except BadDocument:
            if not state.awaiting_decision:
                raise
            check_result(given, without_departures(state), at, self.names)  # as before 26 November 2026

    def _name_of(self, player: object) -> str:
        return self.names.get(str(player), str(player))


@dataclass(frozen=True)
class TableRead:
    """The result of a session, by ids of the file. adds_points: whether totals are points of single seats."""

    game: str
    adds_points: bool
    played: PlayedTable
    started_at: datetime

    def adds_points_of(self, game: str) -> bool:
        return self.adds_points and self.game == game

    @classmethod
    def of(cls, record: SessionRecord, session: Session) -> TableRead:
        """From a session of the file."""
        keys = [seat.player for seat in record.seats]
        return cls._of(session, dict(zip(keys, session.seats, strict=True)))

    @classmethod
    def of_existing(cls, session: Session, keys: Mapping[uuid.UUID, str]) -> TableRead:
        """From a session of the group. keys: ids in the file by ids of the group."""
        own = {keys.get(seat.player_id, str(seat.player_id)): seat for seat in session.seats}
        return cls._of(session, own)

    @classmethod
    def _of(cls, session: Session, own: Mapping[str, Seat]) -> TableRead:
        rules, rounds = session.rules, len(session.rounds)
        totals = {seat: side.total for side in session.standings() for seat in side.seats}
        adds = adds_points(rules) and not any(seat.team for seat in session.seats)
        is_over = session.finished_at is not None
        played = PlayedTable(
            tuple(own),
            {key: totals[seat.id] for key, seat in own.items()},
            is_over,
            left=frozenset(
                key
                for key, seat in own.items()
                if seat.is_taken_over or has_left_before(seat.facts(), rounds, is_over)
            ),
            highest_wins=rules.highest_wins,
            is_open_ended=rules.is_open_ended,
        )
        return cls(session.variant, adds, played, session.started_at)


def existing_tables(
    group_id: uuid.UUID, ids: Iterable[uuid.UUID], keys: Mapping[uuid.UUID, str]
) -> dict[uuid.UUID, TableRead]:
    """Those of the sessions that the group has."""
    found = {}
    for some in in_turns(list(ids), AT_ONCE):
        own = db.select(Session).where(Session.id.in_(some), Session.visible_in(group_id))
        for session in db.session.scalars(own.options(*LOADED)):
            found[session.id] = TableRead.of_existing(session, keys)
    return found
