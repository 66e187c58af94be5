"""Read one tournament of a document: entrants, tables and decisions; totals are checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec import UNSET

from files.document.checks import BadDocument, bad_option, check_text, moment, name, whole, with_integers
from files.document.games import DocumentGames
from files.document.records import DecisionRecord, TournamentRecord
from files.document.sessions import MAX_START_POINTS
from files.document.tournaments.writing import check_result
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, Plan, PlayedTable
from game.tournament.state import TournamentState, without_departures
from game.tournament.tables import MAX_TABLE_SIZE
from game.variants import VARIANTS, IllegalOption
from game.variants.custom.building import checked_options
from models.night import NOTE_LENGTH
from models.player import Player
from models.session import Session, has_left_before
from models.tournament.tournament import MAX_ENTRANTS, MOST_ROUNDS
from models.tournament.variants import adds_points

MAX_TABLES = 999
PHONE_LENGTH = 40
Seated = tuple[int, int, str]  # stage, number of the table, and its session’s id in the file


def session_ids_of(record: TournamentRecord) -> Iterator[str]:
    """Ids of its sessions in the file."""
    for stage in record.stages:
        for table in stage.tables:
            yield table.session


class TournamentReader:
    """Reads an item of “tournaments”. at: its path. players: by their id in the file.

    tables: results of sessions by their id in the file. taken: sessions that are already tables of
    a tournament; those of this one are added. games: finds the variant.

    Afterwards plan, entrants, tables (in order) and decisions are set, with ids of the file. Raises
    BadDocument.
    """

    def __init__(
        self,
        record: TournamentRecord,
        at: str,
        players: Mapping[str, Player],
        tables: Mapping[str, TableRead],
        taken: set[str],
        games: DocumentGames,
    ) -> None:
        self.record, self.at, self.players = record, at, players
        self.table_results, self.taken = tables, taken
        self.variant = games.variant(record.variant, at)
        self.names = {key: player.name for key, player in players.items()}
        name(record.name, f"{at}.name")
        self.plan = self._plan()
        self.table_options: dict[str, Any] = with_integers(record.table_options or {})
        self._check_variant()
        self.entrants = self._entrants()
        self.tables: list[Seated] = []
        self.directions: set[bool] = set()  # whether the highest total wins, of all tables
        self._check_stages()
        stages = [self._stage(index) for index in range(len(record.stages))]
        self.decisions = [
            self._decision(decision, f"{at}.decisions[{index}]")
            for index, decision in enumerate(record.decisions)
        ]
        self._check_result(stages)

    def _plan(self) -> Plan:
        options, at = self.record.options, f"{self.at}.options"
        cut = options.cut
        return Plan(
            whole(options.rounds, f"{at}.rounds", least=1, most=MOST_ROUNDS),
            None if cut is None else whole(cut, f"{at}.cut", least=2, most=MAX_ENTRANTS),
            options.playoff_scores == "carried",
        )

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
        if len(self.record.entrants) > MAX_ENTRANTS:
            raise BadDocument(f"{self.at}.entrants", "more than %(most)s people", most=MAX_ENTRANTS)
        entrants: dict[str, EntrantFacts] = {}
        for index, record in enumerate(self.record.entrants):
            at = f"{self.at}.entrants[{index}]"
            if record.player not in self.players:
                raise BadDocument(f"{at}.player", "no such player in “players”")
            if record.player in entrants:
                raise BadDocument(f"{at}.player", "%(name)s takes part twice", name=self.names[record.player])
            joined, start, left = record.joined_round, record.start_points, record.withdrew_after
            entrants[record.player] = EntrantFacts(
                record.player,
                whole(joined, f"{at}.joined_round", least=1, most=MOST_ROUNDS + 1),
                whole(start, f"{at}.start_points", least=-MAX_START_POINTS, most=MAX_START_POINTS),
                None if left is None else whole(left, f"{at}.withdrew_after", least=0, most=MOST_ROUNDS + 1),
            )
        return list(entrants.values())

    def _check_stages(self) -> None:
        """Raise BadDocument unless all rounds are in order, and the play-off after them."""
        rounds = self.plan.rounds
        for index, stage in enumerate(self.record.stages):
            at, is_playoff = f"{self.at}.stages[{index}]", stage.kind == "playoff"
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

    def _stage(self, index: int) -> list[PlayedTable]:
        played: list[PlayedTable] = []
        numbers: set[int] = set()
        for place, record in enumerate(self.record.stages[index].tables):
            at = f"{self.at}.stages[{index}].tables[{place}]"
            number = whole(record.table, f"{at}.table", least=1, most=MAX_TABLES)
            if number in numbers:
                raise BadDocument(f"{at}.table", "%(name)s is here twice", name=number)
            table = self._table(record.session, f"{at}.session")
            for player in map(str, table.seats):
                if any(player in other.seats for other in played):
                    sits = self.names.get(player, player)
                    raise BadDocument(at, "%(name)s sits at two tables", name=sits)
            numbers.add(number)
            played.append(table)
            self.tables.append((index + 1, number, record.session))
        return played

    def _table(self, session: str, at: str) -> PlayedTable:
        table = self.table_results.get(session)
        if table is None:
            raise BadDocument(at, "no such session in “sessions”")
        if session in self.taken:
            raise BadDocument(at, "this session is another table already")
        if not table.adds_points or table.game != self.variant.key:
            raise BadDocument(at, "another game is played there")
        self.taken.add(session)
        self.directions.add(table.played.highest_wins)
        if len(self.directions) > 1:
            raise BadDocument(at, "the highest total wins at one table, the lowest at another")
        return table.played

    def _decision(self, decision: DecisionRecord, at: str) -> dict[str, Any]:
        """A decision as stored, with ids of the file."""
        for index, player in enumerate(decision.players):
            if player not in self.players:
                raise BadDocument(f"{at}.players[{index}]", "no such player in “players”")
        check_text(decision.by, f"{at}.by", PHONE_LENGTH)
        check_text(decision.note, f"{at}.note", NOTE_LENGTH)
        stored: dict[str, Any] = {
            "kind": decision.kind,
            "players": list(decision.players),
            "by": decision.by or "",
            "at": moment(decision.at, f"{at}.at").isoformat() if decision.at else None,
            "note": decision.note,
        }
        if decision.stage:
            stored["stage"] = whole(decision.stage, f"{at}.stage", least=1, most=MOST_ROUNDS + 1)
        return stored

    def _check_result(self, stages: list[list[PlayedTable]]) -> None:
        result, at, rounds = self.record.result, f"{self.at}.result", self.plan.rounds
        if result is UNSET:
            return
        decisions = [Decision(DecisionKind(s["kind"]), s["players"], s.get("stage")) for s in self.decisions]
        playoff = stages[rounds] if len(stages) > rounds else None
        state = TournamentState(self.plan, self.entrants, stages[:rounds], playoff, decisions)
        try:
            check_result(result, state, at, self.names)
        except BadDocument:
            if not state.awaiting_decision:
                raise
            check_result(result, without_departures(state), at, self.names)  # as before 26 November 2026


@dataclass(frozen=True)
class TableRead:
    """The result of a session, by ids of the file. adds_points: whether totals are points of single seats."""

    game: str
    adds_points: bool
    played: PlayedTable
    started_at: datetime

    @classmethod
    def of(cls, session: Session, players: Sequence[str]) -> TableRead:
        """players: ids in the file, one for each seat."""
        seats = dict(zip(players, session.seats, strict=True))
        rules, rounds = session.rules, len(session.rounds)
        totals = {seat: side.total for side in session.standings() for seat in side.seats}
        is_over = session.finished_at is not None
        played = PlayedTable(
            tuple(seats),
            {player: totals[seat.id] for player, seat in seats.items()},
            is_over,
            left=frozenset(
                player
                for player, seat in seats.items()
                if seat.is_taken_over or has_left_before(seat.facts(), rounds, is_over)
            ),
            highest_wins=rules.highest_wins,
            is_open_ended=rules.is_open_ended,
        )
        adds = adds_points(rules) and not any(seat.team for seat in session.seats)
        return cls(session.variant, adds, played, session.started_at)
