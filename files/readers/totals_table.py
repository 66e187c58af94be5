"""A table of totals: a row for each player of each game.

Columns in any order, with names in English or Swedish (NAMES). Rows of the same date and game are one
game; a column “session”, or a time of day, tells several of them apart. Date, game and session may be written
once per game, as in merged cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo

from files.document.checks import BadDocument
from files.readers.dates import (
    ONE_WAY,
    are_newest_first,
    certain_reading,
    day_readings,
    orders_of,
    reading_in,
)
from files.readers.numbers import decimal_number, whole_number
from files.readers.plays import Person, Plays, Score, check_game, check_number_of
from files.readers.table import Row, games_of_rows
from game.variants import Variant
from models.names import folded

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
TOLD_APART_BY = ("date", "game", "session")
WANTED = ("date", "game", "player", "points")
YES = {
    *(
        "x",
        "yes",
        "y",
        "true",
        "ja",
        "j",
        "sant",
        "sann",
        "wahr",
        "vrai",
        "oui",
        "o",
        "verdadero",
        "sí",
        "si",
        "s",
    ),
    *("vero", "sì", "waar", "tosi", "kyllä", "sand", "✓", "✔", "✅", "☑", "🏆", "🥇", "★", "*", "+"),
    *(
        "won",
        "win",
        "wins",
        "winner",
        "w",
        "vann",
        "vunnit",
        "vinst",
        "vinnare",
        "gewonnen",
        "sieg",
        "sieger",
    ),
    *("vandt", "vant", "vinder", "vinner", "voitti", "voittaja", "gagné", "ganó", "vinto", "gewonnen"),
}
NO = {
    *(
        "",
        "no",
        "n",
        "false",
        "nej",
        "falskt",
        "falsk",
        "usann",
        "falsch",
        "nein",
        "faux",
        "non",
        "falso",
        "onwaar",
    ),
    *("nee", "epätosi", "ei", "-", "–", "—", ".", "☐", "lost", "loss", "lose", "loser", "l", "förlorade"),
    *("förlorat", "förlust", "förlorare", "verloren", "tabte", "tapte", "hävisi", "perdu", "perdió", "perso"),
}
MAX_SHOWN_LENGTH = 40


def columns_read(columns: Sequence[str]) -> dict[str, str]:
    """Name of the column for each known field."""
    found = {}
    for name, words in NAMES.items():
        column = next((column for column in columns if column in words), None)
        if column is not None:
            found[name] = column
    return found


def is_totals(named: Mapping[str, str]) -> bool:
    """Whether these columns make a table of totals."""
    return named.keys() >= set(WANTED)


class TotalsTable(Plays):
    """Games in the order of their first rows, or the other way round if the newest day stands on top.

    orders: of day, month and year, in which the dates can be read; of several, only unambiguous dates are.
    """

    source = "totals"

    def __init__(
        self,
        rows: Iterable[Row],
        named: Mapping[str, str],
        zone: tzinfo,
        own: Sequence[Variant] = (),
    ) -> None:
        super().__init__(zone, own)
        self.named = named
        self.times: Counter[tuple[str, ...]] = Counter()  # games of the same people with the same key
        games: dict[tuple[str, ...], list[Row]] = {}
        for begins, row in self._filled(list(rows)):
            games.setdefault((*self._key(row), begins), []).append(row)
        check_number_of(len(games), "1")
        dates = {self._cell(members[0], "date") for members in games.values()}
        self.dates = {date: day_readings(date, zone) for date in dates}
        self.orders = orders_of(self.dates.values())
        self.order = self.orders[0] if len(self.orders) == 1 else ONE_WAY
        for (*key, _begins), members in self._oldest_first(games):
            words = (self._cell(members[0], "date"), self._cell(members[0], "game"))
            with self.leaving_out(" · ".join(filter(None, words))):
                self._read(key, members)

    def _oldest_first(
        self, games: Mapping[tuple[str, ...], list[Row]]
    ) -> list[tuple[tuple[str, ...], list[Row]]]:
        """The games, turned if the newest day stands on top: rows do not say the time of day."""
        firsts = [members[0] for members in games.values()]
        moments = [reading_in(self.dates[self._cell(row, "date")], self.order) for row in firsts]
        days = [moment.day if moment else None for moment in moments]
        is_newest_first = are_newest_first(days, [whole_number(self._cell(row, "session")) for row in firsts])
        return list(games.items())[:: -1 if is_newest_first else 1]

    def _cell(self, row: Row, name: str) -> str:
        return row[self.named[name]] if name in self.named else ""

    def _place(self, row: Row, name: str) -> str:
        return row.place(self.named.get(name, ""))

    def _filled(self, rows: Sequence[Row]) -> Iterable[tuple[str, Row]]:
        """The rows with what is written once per game, each with the number of the game that it begins."""
        fields = [name for name in TOLD_APART_BY if name in self.named]
        written = [{name: self._cell(row, name) for name in fields} for row in rows]
        for row, found in zip(rows, games_of_rows(written, fields), strict=True):
            filled = {self.named[name]: found[name] for name in fields if found[name]}
            yield found.get("begins", ""), replace(row, cells={**row.cells, **filled})

    def _key(self, row: Row) -> tuple[str, ...]:
        return tuple(folded(self._cell(row, name)) for name in TOLD_APART_BY)

    def _read(self, key: Sequence[str], rows: Sequence[Row]) -> None:
        """Add a game. Its players are part of its key, its points are not: they may be corrected later."""
        first, date = rows[0], self._cell(rows[0], "date")
        began = certain_reading(self.dates[date], date, self._place(first, "date"), self.order)
        names = {folded(self._name(row)) for row in rows}
        scores = [self._score(row, names) for row in rows]
        people = sorted(score.person.key for score in scores)
        if "session" not in self.named and len(set(people)) < len(people):
            raise BadDocument(
                self._place(rows[-1], "player"),
                "%(name)s is here twice: a column “session” would tell the games apart",
                name=self._twice(rows),
            )
        check_game(scores, self._place(first, "player"))
        which = (*key, *people)
        self.times[which] += 1
        again = () if self.times[which] == 1 else (f"#{self.times[which]}",)
        self.add(
            str(first.number),
            "|".join((*which, *again)),
            self._cell(first, "game"),
            began,
            scores,
            place=self._cell(first, "place"),
            note=self._cell(first, "note"),
        )

    def _name(self, row: Row) -> str:
        return " ".join(self._cell(row, "player").split())

    def _score(self, row: Row, names: Collection[str]) -> Score:
        """names: those of all players of the game, folded."""
        name = self._name(row)
        if not name:
            raise BadDocument(self._place(row, "player"), "somebody here has no name")
        written = self._cell(row, "won")
        won = _is_yes(written, name, names)
        if won is None:
            raise BadDocument(
                self._place(row, "won"),
                "“%(value)s” does not say whether %(name)s has won",
                value=written[:MAX_SHOWN_LENGTH],
                name=name,
            )
        return self.score(
            Person(f"name:{folded(name)}", name),
            self._cell(row, "points"),
            self._place(row, "points"),
            game=self._cell(row, "game"),
            won=won if written else None,
            starts=bool(_is_yes(self._cell(row, "starts"), name, names)),
        )

    def _twice(self, rows: Sequence[Row]) -> str:
        names = [self._name(row) for row in rows]
        seen = Counter(map(folded, names))
        return next((name for name in names if seen[folded(name)] > 1), "")


def _is_yes(written: str, name: str, names: Collection[str]) -> bool | None:
    """What a cell says of a player: yes, also 1 or the player’s name; no, also 0, nothing, or the name of
    another player; None for anything else. names: of all players of the game, folded.
    """
    word = folded(written)
    if word in YES or word == folded(name):
        return True
    if word in NO or word in names:
        return False
    number = decimal_number(written)
    return bool(number) if number in (0, 1) else None
