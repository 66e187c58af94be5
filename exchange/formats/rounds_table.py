"""Our own long table (exchange/export/rounds_csv.py has the contract), as a session document again.

With the columns after the fifteenth it is what was exported, to the letter. Without them, or after
somebody has typed such a table, what is missing is computed: people are known by their names, the
rules are those of today.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, cast

from exchange.cells import cards_of_cell
from exchange.document import BadDocument, rehearse
from exchange.document.writer import FORMAT
from exchange.formats.json_text import JsonReader
from exchange.formats.table import Row
from exchange.importing.draft import Draft, draft_of_document
from models.names import tidy

NAMESPACE = uuid.UUID("0b7c7d2e-5f0a-5c1b-9b59-0a7d5f3a8c11")  # for people that have a name and no id
WANTED = ("session_id", "date", "game_id", "round", "player", "went_out", "points")
COLUMNS_READ = {
    *WANTED,
    *("place", "seat", "dealer", "cards_dealt", "cards"),
    *("player_id", "dealer_seat", "chain", "chain_seat", "misdeals", "recorded_at", "more"),
}
PLACE = re.compile(r"sessions\[(\d+)\](?:\.rounds\[(\d+)\](?:\.hands\[(\d+)\])?)?")


def is_rounds(columns: Sequence[str]) -> bool:
    return "session_id" in columns and "round" in columns


class RoundsTable:
    """A document made from the rows, and for each of its places the row that it came from."""

    def __init__(self, rows: Iterable[Row], columns: Sequence[str]) -> None:
        for wanted in WANTED:
            if wanted not in columns:
                raise BadDocument("1", "the column “%(name)s” is missing", name=wanted)
        self.json = JsonReader()
        self.players: dict[str, Any] = {}
        self.nights: dict[str, Any] = {}
        self.numbers: list[list[list[int]]] = []  # session → round → the row of each hand
        sessions = [(members, self._more(members)) for members in _by(rows, "session_id")]
        # Told in full by one session; others name it, before it or after it.
        self.rules = {rows[0]["session_id"]: more["rules"] for rows, more in sessions if "rules" in more}
        self.sessions = [self._session(members, more) for members, more in sessions]

    def draft(self) -> Draft:
        document = {
            "format": FORMAT,
            "group": {"name": "CSV"},
            "players": list(self.players.values()),
            "nights": list(self.nights.values()),
            "sessions": self.sessions,
        }
        try:
            rehearse(document)
        except BadDocument as wrong:
            raise self._in_the_table(wrong) from None
        return draft_of_document(document)

    def _in_the_table(self, wrong: BadDocument) -> BadDocument:
        """The same refusal with the row of the table for its place."""
        found = PLACE.match(wrong.place)
        if found is None:
            return wrong
        session, played, hand = (int(step) if step else 0 for step in found.groups())
        rest = wrong.place[found.end() :]
        number = self.numbers[session][played][hand] if session < len(self.numbers) else 1
        return wrong.at(f"{number}{rest}")

    def _session(self, rows: list[Row], more: dict[str, Any]) -> dict[str, Any]:
        first = rows[0]
        record = {**more, "id": _session_id(first), "variant": first["game_id"]}
        self._find_rules(record, first)
        record["night"] = self._night(record.pop("night_told", None), first)
        self._meet(record.pop("players_told", []))
        if not isinstance(record.get("seats"), list):
            record["seats"] = self._seats(rows)
        ids = [seat.get("player") if isinstance(seat, dict) else None for seat in record["seats"]]
        rounds = _by(rows, "round")
        record["rounds"] = [self._round(members, ids) for members in rounds]
        dealer = record["rounds"][0].get("dealer", ids[0] if ids else None)
        record.setdefault("first_dealers", [dealer])
        self.numbers.append([[row.number for row in members] for members in rounds])
        return record

    def _more(self, rows: Sequence[Row]) -> dict[str, Any]:
        """What the last column tells of a session, in whichever row it stands."""
        row = next((row for row in rows if row["more"]), None)
        if row is None:
            return {}
        try:
            return self.json.read(row["more"])
        except BadDocument:
            raise BadDocument(row.place("more"), "this has been changed since it was written") from None

    def _find_rules(self, record: dict[str, Any], row: Row) -> None:
        """The rules of the session that is named; those of today would be a guess."""
        if "rules_of" not in record:
            return
        named = record.pop("rules_of")
        if not isinstance(named, str) or named not in self.rules:
            raise BadDocument(str(row.number), "the rules of this game were in a row that is missing")
        record["rules"] = self.rules[named]

    def _night(self, night: Any, row: Row) -> str:
        if _has_id(night):
            return cast(str, self.nights.setdefault(night["id"], night)["id"])
        own = str(uuid.uuid5(NAMESPACE, f"night:{row['date']}|{row['place']}"))
        self.nights.setdefault(own, {"id": own, "date": row["date"], "place": row["place"] or None})
        return own

    def _meet(self, players: Any) -> None:
        for player in players if isinstance(players, list) else []:
            if _has_id(player):
                self.players.setdefault(player["id"], player)

    def _seats(self, rows: list[Row]) -> list[dict[str, Any]]:
        """Who sat where, where the last column does not tell it; late joiners from their first round on."""
        seats: dict[str, dict[str, Any]] = {}
        places: dict[str, int] = {}
        for row in rows:
            player = self._player(row)
            places[player] = row.whole("seat", 0) or len(places) + 1
            seats.setdefault(player, {"player": player, "joined_round": row.whole("round", 1)})
        return sorted(seats.values(), key=lambda seat: places[seat["player"]])

    def _player(self, row: Row) -> str:
        name = tidy(row["player"])
        own = row["player_id"] or str(uuid.uuid5(NAMESPACE, f"name:{name.casefold()}"))
        self.players.setdefault(own, {"id": own, "name": name})
        return own

    def _round(self, rows: list[Row], seats: Sequence[Any]) -> dict[str, Any]:
        first = rows[0]
        hands = [self._hand(row) for row in rows]
        outs = [hand["player"] for hand, row in zip(hands, rows, strict=True) if row["went_out"] == "1"]
        if len(outs) > 1:
            raise BadDocument(first.place("went_out"), "more than one went out")
        record: dict[str, Any] = {"number": first.whole("round", 1), "out": outs[0] if outs else None}
        dealer = self._seat_named(first, "dealer_seat", seats) or self._dealer_named(first, rows)
        if dealer:
            record["dealer"] = dealer
        for field, column in (("hand_size", "cards_dealt"), ("misdeals", "misdeals")):
            if first[column]:
                record[field] = first.whole(column, 0)
        if first["recorded_at"]:
            record["recorded_at"] = first["recorded_at"]
        if first["chain"]:
            drawer = self._seat_named(first, "chain_seat", seats)
            record["chain"] = {"cards": first.whole("chain", 0), "drawer": drawer}
        record["hands"] = hands
        return record

    def _hand(self, row: Row) -> dict[str, Any]:
        try:
            cards = cards_of_cell(row["cards"])
        except ValueError as wrong:
            place = row.place("cards")
            raise BadDocument(place, "“%(value)s” is no card", value=str(wrong)[:40]) from None
        points = row.whole("points", 0) if row["points"] else None
        return {"player": self._player(row), "cards": cards, "points": points}

    def _seat_named(self, row: Row, column: str, seats: Sequence[Any]) -> Any:
        number = row.whole(column, 0) if row[column] else 0
        if not 0 <= number <= len(seats):
            raise BadDocument(row.place(column), "no such seat")
        return seats[number - 1] if number else None

    def _dealer_named(self, first: Row, rows: Sequence[Row]) -> str | None:
        dealer = tidy(first["dealer"]).casefold()
        return next((self._player(row) for row in rows if tidy(row["player"]).casefold() == dealer), None)


def _has_id(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("id"), str)


def _by(rows: Iterable[Row], column: str) -> list[list[Row]]:
    """The rows with the same text in a column together, however the table has been sorted."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return list(found.values())


def _session_id(row: Row) -> str:
    """The id in the row; whoever typed such a table may have written anything to tell the sessions apart."""
    try:
        return str(uuid.UUID(row["session_id"]))
    except ValueError:
        return str(uuid.uuid5(NAMESPACE, f"session:{row['date']}|{row['session_id']}"))
