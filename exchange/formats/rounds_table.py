"""Our own long table (see exchange/export/rounds_csv.py for its columns) as a session document.

With the columns after the fifteenth the result equals what was exported. Without them, or in a table typed
by hand, missing parts are computed: players are matched by name, the rules are those of today.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UNSET, Raw, UnsetType, field

from exchange.cells import cards_of_cell, keys_of_cell
from exchange.document import BadDocument, document_in, validate
from exchange.document.decoding import decoded
from exchange.document.records import (
    FORMAT,
    AdjustmentRecord,
    ChainRecord,
    GameRecord,
    HandRecord,
    Id,
    NightRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
    SessionRecord,
)
from exchange.formats.table import Row
from exchange.importing.draft import Draft, draft_of_document
from models.custom_games import GroupGames
from models.names import tidy

NAMESPACE = uuid.UUID("0b7c7d2e-5f0a-5c1b-9b59-0a7d5f3a8c11")  # for people that have a name and no id
WANTED = ("session_id", "date", "game_id", "round", "player", "went_out", "points")
COLUMNS_READ = {
    *WANTED,
    *("place", "seat", "dealer", "cards_dealt", "cards"),
    *("player_id", "dealer_seat", "chain", "chain_seat", "misdeals", "recorded_at", "more"),
    *("typed", "multipliers", "round_multipliers", "adjustment", "reason"),
}
PLACE = re.compile(r"sessions\[(\d+)\](?:\.rounds\[(\d+)\](?:\.hands\[(\d+)\])?)?")


def is_rounds(columns: Sequence[str]) -> bool:
    return "session_id" in columns and "round" in columns


class More(SessionRecord, kw_only=True):
    """The content of the column “more”: the parts of a session that the rows do not hold."""

    id: str = ""
    variant: str = ""
    seats: list[SeatRecord] = field(default_factory=list)
    first_dealers: list[Id] = field(default_factory=list)
    rounds: list[RoundRecord] = field(default_factory=list)
    night_told: NightRecord | UnsetType = UNSET
    players_told: list[PlayerRecord] = field(default_factory=list)
    game_told: GameRecord | UnsetType = UNSET
    rules_of: str | UnsetType = UNSET


class RoundsTable:
    """A document made of the rows, and the row of each of its parts."""

    def __init__(self, rows: Iterable[Row], columns: Sequence[str]) -> None:
        for wanted in WANTED:
            if wanted not in columns:
                raise BadDocument("1", "the column “%(name)s” is missing", name=wanted)
        self.players: dict[str, PlayerRecord] = {}
        self.nights: dict[str, NightRecord] = {}
        self.games: dict[str, GameRecord] = {}
        self.numbers: list[list[list[int]]] = []  # session → round → the row of each hand
        sessions = [(members, self._more(members)) for members in _by(rows, "session_id")]
        # Told in full by one session; others name it, before it or after it.
        self.rules = {rows[0]["session_id"]: more.rules for rows, more in sessions if more.rules}
        self.sessions = [self._session(members, more) for members, more in sessions]

    def draft(self, own: GroupGames | None = None) -> Draft:
        """own: the games of the group. Raises BadDocument with the row."""
        made = {
            "format": FORMAT,
            "group": {"name": "CSV"},
            "players": list(self.players.values()),
            "nights": list(self.nights.values()),
            "games": list(self.games.values()),
            "sessions": self.sessions,
        }
        try:
            document = document_in(msgspec.json.encode(made))
            validate(document, own)
        except BadDocument as wrong:
            raise self._in_the_table(wrong) from None
        return draft_of_document(document)

    def _in_the_table(self, wrong: BadDocument) -> BadDocument:
        """The same error with the row of the table as its place."""
        found = PLACE.match(wrong.place)
        if found is None:
            return wrong
        session, played, hand = (int(step) if step else 0 for step in found.groups())
        rest = wrong.place[found.end() :]
        number = self.numbers[session][played][hand] if session < len(self.numbers) else 1
        return wrong.at(f"{number}{rest}")

    def _session(self, rows: list[Row], more: More) -> SessionRecord:
        first = next((row for row in rows if not row["adjustment"]), rows[0])
        for player in more.players_told:
            self.players.setdefault(player.id, player)
        if more.game_told is not UNSET:
            self.games.setdefault(more.game_told.id, more.game_told)
        adjustments = [row for row in rows if row["adjustment"]]
        rows = [row for row in rows if not row["adjustment"]]
        seats = more.seats or self._seats(rows)
        self._adjust(seats, adjustments)
        ids = [seat.player for seat in seats]
        rounds = _by(rows, "round")
        played = [self._round(members, ids) for members in rounds]
        self.numbers.append([[row.number for row in members] for members in rounds])
        known = {field: getattr(more, field) for field in SessionRecord.__struct_fields__}
        return SessionRecord(
            **{
                **known,
                "id": _session_id(first),
                "night": self._night(more, first),
                "variant": first["game_id"],
                "rules": self._rules(more, first),
                "seats": seats,
                "first_dealers": more.first_dealers or [played[0].dealer or ids[0]],
                "rounds": played,
            }
        )

    def _more(self, rows: Sequence[Row]) -> More:
        """Decode the column “more” of a session, from the first row that has it."""
        row = next((row for row in rows if row["more"]), None)
        if row is None:
            return More()
        try:
            return decoded(row["more"].encode(), More)
        except BadDocument:
            raise BadDocument(row.place("more"), "this has been changed since it was written") from None

    def _rules(self, more: More, row: Row) -> Raw | UnsetType:
        """The frozen rules of the named session; today's rules may differ."""
        if more.rules_of is UNSET:
            return more.rules
        if more.rules_of not in self.rules:
            raise BadDocument(str(row.number), "the rules of this game were in a row that is missing")
        return self.rules[more.rules_of]

    def _night(self, more: More, row: Row) -> str:
        night = more.night_told
        if night is UNSET:
            own = str(uuid.uuid5(NAMESPACE, f"night:{row['date']}|{row['place']}"))
            night = NightRecord(id=own, date=row["date"], place=row["place"] or None)
        return self.nights.setdefault(night.id, night).id

    def _seats(self, rows: list[Row]) -> list[SeatRecord]:
        """Seats derived from the rows; a late player joins in the first round with a row."""
        seats: dict[str, SeatRecord] = {}
        places: dict[str, int] = {}
        for row in rows:
            player = self._player(row)
            places[player] = row.whole("seat", 0) or len(places) + 1
            if player not in seats:
                seats[player] = SeatRecord(player=player, joined_round=row.whole("round", 1))
        return sorted(seats.values(), key=lambda seat: places[seat.player])

    def _adjust(self, seats: Sequence[SeatRecord], rows: Iterable[Row]) -> None:
        """Add bonus and penalty points to the seats of their players."""
        seat_of = {seat.player: seat for seat in seats}
        for row in rows:
            seat = seat_of.get(self._player(row))
            if seat is None:
                raise BadDocument(row.place("player"), "no such seat")
            adjustment = AdjustmentRecord(
                id=_adjustment_id(row),
                after=row.whole("round", 0),
                points=row.whole("points", 0),
                reason=row["reason"],
            )
            seat.adjustments = [*(seat.adjustments or ()), adjustment]

    def _player(self, row: Row) -> str:
        name = tidy(row["player"])
        own = row["player_id"] or str(uuid.uuid5(NAMESPACE, f"name:{name.casefold()}"))
        if own not in self.players:
            self.players[own] = PlayerRecord(id=own, name=name)
        return own

    def _round(self, rows: list[Row], seats: Sequence[str]) -> RoundRecord:
        first = rows[0]
        hands = [self._hand(row) for row in rows]
        outs = [hand.player for hand, row in zip(hands, rows, strict=True) if row["went_out"] == "1"]
        if len(outs) > 1:
            raise BadDocument(first.place("went_out"), "more than one went out")
        dealer = self._seat_named(first, "dealer_seat", seats) or self._dealer_named(first, rows)
        return RoundRecord(
            number=first.whole("round", 1),
            dealer=dealer or UNSET,
            hand_size=first.whole("cards_dealt", 0) if first["cards_dealt"] else UNSET,
            out=outs[0] if outs else None,
            recorded_at=first["recorded_at"] or None,
            hands=hands,
            chain=self._chain(first, seats) if first["chain"] else UNSET,
            misdeals=first.whole("misdeals", 0) if first["misdeals"] else UNSET,
            multipliers=keys_of_cell(first["round_multipliers"]) or UNSET,
        )

    def _chain(self, row: Row, seats: Sequence[str]) -> ChainRecord:
        drawer = self._seat_named(row, "chain_seat", seats)
        if drawer is None:
            raise BadDocument(row.place("chain_seat"), "no such seat")
        return ChainRecord(cards=row.whole("chain", 0), drawer=drawer)

    def _hand(self, row: Row) -> HandRecord:
        try:
            cards = cards_of_cell(row["cards"])
        except ValueError as wrong:
            place = row.place("cards")
            raise BadDocument(place, "“%(value)s” is no card", value=str(wrong)[:40]) from None
        points = row.whole("points", 0) if row["points"] else None
        return HandRecord(
            player=self._player(row),
            cards=cards,
            points=points,
            typed=row["typed"] or UNSET,
            multipliers=keys_of_cell(row["multipliers"]) or UNSET,
        )

    def _seat_named(self, row: Row, column: str, seats: Sequence[str]) -> str | None:
        number = row.whole(column, 0) if row[column] else 0
        if not 0 <= number <= len(seats):
            raise BadDocument(row.place(column), "no such seat")
        return seats[number - 1] if number else None

    def _dealer_named(self, first: Row, rows: Sequence[Row]) -> str | None:
        dealer = tidy(first["dealer"]).casefold()
        return next((self._player(row) for row in rows if tidy(row["player"]).casefold() == dealer), None)


def _by(rows: Iterable[Row], column: str) -> list[list[Row]]:
    """Group rows by a column, in any order of the table."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return list(found.values())


def _adjustment_id(row: Row) -> str | UnsetType:
    """The id in the row; any other text there only says that it is an adjustment."""
    try:
        return str(uuid.UUID(row["adjustment"]))
    except ValueError:
        return UNSET


def _session_id(row: Row) -> str:
    """The id in the row, or a UUID derived from any other text there."""
    try:
        return str(uuid.UUID(row["session_id"]))
    except ValueError:
        return str(uuid.uuid5(NAMESPACE, f"session:{row['date']}|{row['session_id']}"))
