"""One club evening of a document: who takes part, its tables, what was decided; totals are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from exchange.document.checks import BadDocument, bad_option, check_length, moment, name, whole
from exchange.document.seats import MOST_START_POINTS
from exchange.document.tournaments.records import DecisionRecord, TournamentRecord
from exchange.document.tournaments.result import check_result
from exchange.document.tournaments.tables import TableRead
from game.tournament.evening import Evening, counting_who_left
from game.tournament.facts import CUT, ROUNDS, Decision, Entrant, Kind, Plan, PlayedTable
from game.tournament.tables import MOST
from game.variants import VARIANTS, IllegalOption
from models.night import NOTE_LENGTH
from models.player import Player
from models.tournament.tournament import MOST_ENTRANTS, MOST_ROUNDS

MOST_TABLES = 999
PHONE_LENGTH = 40
PLAYOFF = "playoff"
Seated = tuple[int, int, str]  # stage, number of the table, and its session’s id in the file


def sessions_named(record: TournamentRecord) -> Iterator[str]:
    """By their ids in the file."""
    for stage in record["stages"]:
        for table in stage["tables"]:
            yield table["session"]


class TournamentReader:
    """Reads one item of “tournaments”; `at` is its place, `players` those of the file by their id in it.

    tables: what a session of that id came to, None where there is none. taken: sessions that are a table
    already, to which those of this one are added.

    Afterwards the plan, entrants, the tables in order and the decisions are to be had, with ids of the file.
    Raises BadDocument.
    """

    def __init__(
        self,
        record: TournamentRecord,
        at: str,
        players: Mapping[str, Player],
        tables: Callable[[str], TableRead | None],
        taken: set[str],
    ) -> None:
        self.record, self.at, self.players, self.taken = record, at, players, taken
        self.names = {key: player.name for key, player in players.items()}
        name(record["name"], f"{at}.name")
        self.plan = self._plan()
        self._check_variant()
        self.entrants = self._entrants()
        self.tables: list[Seated] = []
        stages = [self._stage(index, number, tables) for index, number in enumerate(self._numbers())]
        self.decisions = [
            self._decision(said, f"{at}.decisions[{index}]")
            for index, said in enumerate(record.get("decisions", []))
        ]
        self._check_result(stages)

    @property
    def draws(self) -> list[dict[str, Any]]:
        """Of each stage that is drawn; by which seed is not known."""
        method = self.record.get("options", {}).get("draw", "balanced")
        return [{"seed": None, "method": method} for _stage in self.record["stages"]]

    def _plan(self) -> Plan:
        options, at = self.record.get("options", {}), f"{self.at}.options"
        cut = options.get("cut", CUT)
        return Plan(
            whole(options.get("rounds", ROUNDS), f"{at}.rounds", least=1, most=MOST_ROUNDS),
            None if cut is None else whole(cut, f"{at}.cut", least=2, most=MOST_ENTRANTS),
            options.get("playoff_scores") == "carried",
        )

    def _check_variant(self) -> None:
        variant = VARIANTS.get(self.record["variant"])
        if variant is None:
            key = self.record["variant"][:40]
            raise BadDocument(f"{self.at}.variant", "no variant “%(key)s”", key=key)
        try:
            rules = variant.rules(self.record.get("table_options", {}), MOST)
        except IllegalOption as illegal:
            raise bad_option(f"{self.at}.table_options.{illegal.key}", illegal.reason) from None
        if rules.counts_wins or rules.teams:
            raise BadDocument(f"{self.at}.variant", "no points are added in this game")

    def _entrants(self) -> list[Entrant]:
        told = self.record["entrants"]
        if len(told) > MOST_ENTRANTS:
            raise BadDocument(f"{self.at}.entrants", "more than %(most)s people", most=MOST_ENTRANTS)
        found: dict[str, Entrant] = {}
        for index, record in enumerate(told):
            at, player = f"{self.at}.entrants[{index}]", self._player(record["player"], index)
            if record["player"] in found:
                raise BadDocument(f"{at}.player", "%(name)s takes part twice", name=player.name)
            joined, start = record.get("joined_round", 1), record.get("start_points", 0)
            left = record.get("withdrew_after")
            found[record["player"]] = Entrant(
                record["player"],
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
        """Of every stage; they come in order, the play-off after all the rounds."""
        rounds = self.plan.rounds
        for index, stage in enumerate(self.record["stages"]):
            at, is_playoff = f"{self.at}.stages[{index}]", stage["kind"] == PLAYOFF
            if is_playoff and self.plan.cut is None:
                raise BadDocument(f"{at}.kind", "a play-off needs a cut")
            if is_playoff != (index == rounds) or index > rounds:
                raise BadDocument(
                    f"{at}.kind", "expected %(rounds)s rounds and then a play-off", rounds=rounds
                )
            if not is_playoff and stage.get("number", index + 1) != index + 1:
                raise BadDocument(
                    f"{at}.number",
                    "expected round %(number)s here, found %(value)s",
                    number=index + 1,
                    value=stage["number"],
                )
        return [index + 1 for index, _stage in enumerate(self.record["stages"])]

    def _stage(self, index: int, number: int, tables: Callable[[str], TableRead | None]) -> list[PlayedTable]:
        played: list[PlayedTable] = []
        numbers: set[int] = set()
        for place, record in enumerate(self.record["stages"][index]["tables"]):
            at = f"{self.at}.stages[{index}].tables[{place}]"
            own = whole(record["table"], f"{at}.table", least=1, most=MOST_TABLES)
            if own in numbers:
                raise BadDocument(f"{at}.table", "%(name)s is here twice", name=own)
            table = self._table(record["session"], f"{at}.session", tables)
            for player in table.played.seats:
                if any(player in other.seats for other in played):
                    raise BadDocument(at, "%(name)s sits at two tables", name=self._named(player))
            numbers.add(own)
            played.append(table.played)
            self.tables.append((number, own, record["session"]))
        return played

    def _table(self, session: str, at: str, tables: Callable[[str], TableRead | None]) -> TableRead:
        table = tables(session)
        if table is None:
            raise BadDocument(at, "no such session in “sessions”")
        if session in self.taken:
            raise BadDocument(at, "this session is another table already")
        if table.game != self.record["variant"] or not table.adds_points:
            raise BadDocument(at, "another game is played there")
        self.taken.add(session)
        return table

    def _decision(self, said: DecisionRecord, at: str) -> dict[str, Any]:
        """As it is kept, with ids of the file."""
        for index, player in enumerate(said["players"]):
            if player not in self.players:
                raise BadDocument(f"{at}.players[{index}]", "no such player in “players”")
        check_length(said.get("by"), f"{at}.by", PHONE_LENGTH)
        check_length(said.get("note"), f"{at}.note", NOTE_LENGTH)
        told, stage = said.get("at"), said.get("stage")
        own = {} if stage is None else {"stage": whole(stage, f"{at}.stage", least=1, most=MOST_ROUNDS + 1)}
        return {
            "kind": said["kind"],
            "players": list(said["players"]),
            "by": said.get("by") or "",
            "at": moment(told, f"{at}.at").isoformat() if told else None,
            "note": said.get("note"),
            **own,
        }

    def _check_result(self, stages: list[list[PlayedTable]]) -> None:
        rounds = self.plan.rounds
        decisions = [Decision(Kind(s["kind"]), s["players"], s.get("stage")) for s in self.decisions]
        playoff = stages[rounds] if len(stages) > rounds else None
        evening = Evening(self.plan, self.entrants, stages[:rounds], playoff, decisions)
        told, at = self.record.get("result", {}), f"{self.at}.result"
        try:
            check_result(told, evening, at, self.names)
        except BadDocument:
            if not evening.has_left:
                raise
            check_result(told, counting_who_left(evening), at, self.names)  # as before 26 November 2026

    def _named(self, player: object) -> str:
        return self.names.get(str(player), str(player))
