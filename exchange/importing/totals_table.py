"""A table of totals, as people keep one in a spreadsheet: a row for each player of each game.

The columns may stand in any order and be named in English or Swedish (NAMES). Rows of the same day and
game are one game at the table; where several were played, a column “session” tells them apart, or a time
of day does.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from exchange.importing.plays import Person, Play, Refused, Seated, Telling, check_game, check_number_of, when
from exchange.importing.table import Row
from models.document.checks import BadDocument

SOURCE = "totals"
NAMES = {
    "date": ("date", "day", "datum", "dag"),
    "game": ("variant", "game", "spel", "game_id"),
    "player": ("player", "name", "spelare", "namn"),
    "points": ("points", "score", "total", "poäng", "summa", "resultat"),
    "session": ("session", "play", "no", "number", "parti", "omgång", "nr", "nummer"),
    "place": ("place", "location", "plats", "ställe"),
    "note": ("note", "comment", "comments", "anteckning", "kommentar"),
    "won": ("won", "winner", "vann", "vinnare"),
    "starts": ("starts", "dealer", "började", "giv", "givare"),
}
WANTED = ("date", "game", "player", "points")
YES = {"1", "x", "yes", "true", "ja", "sant", "j", "y"}


def is_totals(columns: Sequence[str]) -> bool:
    return {"player", "points"} <= _named(columns).keys()


def tell(rows: Sequence[Row], columns: Sequence[str], zone: tzinfo) -> Telling:
    """Its games in the order of their first rows; raises BadDocument where a column is missing."""
    named = _named(columns)
    for wanted in WANTED:
        if wanted not in named:
            raise BadDocument("1", "the column “%(name)s” is missing", name=wanted)
    reading = _Reading(named, zone)
    games: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        key = tuple(
            " ".join(reading.cell(row, name).split()).casefold() for name in ("date", "game", "session")
        )
        games.setdefault(key, []).append(row)
    check_number_of(list(games), "1")
    for key, members in games.items():
        reading.read("|".join(key), members)
    return reading.telling


class _Reading:
    def __init__(self, named: dict[str, str], zone: tzinfo) -> None:
        self.named, self.zone = named, zone
        self.telling = Telling(SOURCE)

    def cell(self, row: Row, name: str) -> str:
        return row[self.named[name]] if name in self.named else ""

    def read(self, key: str, rows: Sequence[Row]) -> None:
        try:
            self.telling.plays.append(self._play(key, rows))
        except BadDocument as wrong:
            words = (self.cell(rows[0], "date"), self.cell(rows[0], "game"))
            self.telling.refused.append(Refused(" · ".join(filter(None, words))[:80], wrong))

    def _play(self, key: str, rows: Sequence[Row]) -> Play:
        """One game. Who played tells it apart from another of that day; points may be corrected later."""
        first = rows[0]
        day, begins = when(self.cell(first, "date"), self._place(first, "date"), self.zone)
        seats = [self._seat(row) for row in rows]
        if "session" not in self.named and len({seat.person for seat in seats}) < len(seats):
            name = self._twice(rows)
            at = self._place(rows[-1], "player")
            raise BadDocument(
                at, "%(name)s stands here twice: a column “session” would tell the games apart", name=name
            )
        check_game(seats, self.telling.people, self._place(first, "player"))
        return Play(
            at=str(first.number),
            key="|".join((key, *sorted(seat.person for seat in seats))),
            game=self.cell(first, "game"),
            day=day,
            begins=begins,
            seats=tuple(seats),
            place=self.cell(first, "place"),
            note=self.cell(first, "note"),
        )

    def _seat(self, row: Row) -> Seated:
        name = " ".join(self.cell(row, "player").split())
        if not name:
            raise BadDocument(self._place(row, "player"), "somebody here has no name")
        said = self.cell(row, "won").casefold()
        return self.telling.seated(
            Person(f"name:{name.casefold()}", name),
            self.cell(row, "points"),
            self._place(row, "points"),
            won=said in YES if any(said) else None,
            starts=self.cell(row, "starts").casefold() in YES,
        )

    def _twice(self, rows: Sequence[Row]) -> str:
        names = [" ".join(self.cell(row, "player").split()) for row in rows]
        folded = [name.casefold() for name in names]
        return next((n for n in names if folded.count(n.casefold()) > 1), "")

    def _place(self, row: Row, name: str) -> str:
        return row.place(self.named.get(name, ""))


def _named(columns: Sequence[str]) -> dict[str, str]:
    """For each thing that can be told the column that tells it."""
    found = {}
    for name, words in NAMES.items():
        column = next((column for column in columns if column in words), None)
        if column is not None:
            found[name] = column
    return found
