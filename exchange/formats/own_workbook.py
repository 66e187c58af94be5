"""Our own workbook (exchange/export/workbook): its first sheet has a row for each player of each game.

The other sheets show the same games again, round by round and with running totals. Only totals are read: the
cards are in the session document and in the long table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo

from exchange.document.checks import BadDocument
from exchange.formats.dates import Moment, readings
from exchange.formats.table import Row, header_of, rows_of
from exchange.formats.totals_table import TotalsTable
from game.variants import Variant
from models.names import folded

FIELDS = ("date", "began", "place", "game", "player", "points", "rank", "won", "rounds", "sheet")
HEADS = {  # in each language of the app, in the order of FIELDS
    "en": ("date", "began", "where", "game", "player", "total", "rank", "winner", "rounds", "sheet"),
    "sv": (
        "datum",
        "började",
        "var",
        "spel",
        "spelare",
        "summa",
        "placering",
        "vinnare",
        "rundor",
        "protokoll",
    ),
}
OF_GAME = ("date", "began", "place", "game", "sheet")  # the same for all players of a game


def is_own_summary(text: str) -> bool:
    """Whether a sheet is the first one of our own workbook."""
    return header_of(text) in HEADS.values()


class OwnWorkbook(TotalsTable):
    """The games of the first sheet, those of the same players on one day told apart by their rows."""

    def __init__(self, text: str, zone: tzinfo, own: Sequence[Variant] = ()) -> None:
        heads = header_of(text)
        named = dict(zip(FIELDS, heads, strict=True))
        session = "session"  # a column of its own, which the sheet does not have
        rows = _numbered(rows_of(text, heads, heads), named, session)
        super().__init__(rows, {**named, "session": session}, zone, own)

    def _began(self, first: Row) -> Moment:
        """The date of the night, and the start, which may be after midnight."""
        night = super()._began(first)
        starts = readings(self._cell(first, "began"), self.zone).values()
        return Moment(night.day, next((moment.at for moment in starts), None))

    def _check(self, rows: Sequence[Row]) -> None:
        if not any(self._cell(row, "won") for row in rows):
            raise BadDocument(self._place(rows[0], "won"), "not played to the end")


def _numbered(rows: Iterable[Row], named: dict[str, str], session: str) -> Iterator[Row]:
    """The rows with a number of their game among those with the same date, start and game."""
    numbers: Counter[tuple[str, ...]] = Counter()
    about: tuple[str, ...] = ()
    people: set[str] = set()
    for row in rows:
        of_row, player = tuple(row[named[name]] for name in OF_GAME), folded(row[named["player"]])
        if of_row != about or player in people:
            about, people = of_row, set()
            numbers[of_row[:-1]] += 1
        people.add(player)
        began = row[named["began"]]
        yield replace(row, cells={**row.cells, session: f"{began} {numbers[of_row[:-1]]}"})
