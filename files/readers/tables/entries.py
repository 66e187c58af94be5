"""The rows of a table as entries: what each player has in a round or a game, and what stands beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from files.document.checks import BadDocument
from files.readers.context import ReadingContext
from files.readers.dates import (
    ONE_WAY,
    Moment,
    Readings,
    day_readings,
    in_year,
    is_date,
    reading_in,
    readings,
)
from files.readers.numbers import points_in, rounded_points, whole_number
from files.readers.tables.columns import DATE, GAME, ROUND, TIME, number_in
from files.readers.tables.sections import TableSection
from files.readers.tables.words import FIRST_HEADS
from models.names import folded

ABSENT, OUT = "absent", "out"
MAX_CELL_LENGTH = 40  # characters that are shown
HALF_YEAR = 6  # months
CROSSES = ("x", "×")  # of whoever went out, as on our printed score sheets
Points = dict[str, int]  # by folded name


@dataclass(frozen=True)
class TableEntry:
    """A round, or a game.

    number: of its first line. told: the cells beside the points, by role. days: possible dates and times.
    cells: texts with points, by folded name. points: the same as numbers, {} if one is wrong; `wrong` says
    why. empty: who has an empty cell. results: cells by role and folded name. places: of cells that do not
    stand in the column of a player. ordinal: the number of the game, or a running number.
    """

    number: int
    told: Mapping[str, str]
    days: Readings
    cells: Mapping[str, str]
    points: Points
    wrong: BadDocument | None = None
    empty: Sequence[str] = ()
    results: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    ordinal: int | None = None

    @property
    def game(self) -> str:
        return self.told.get(GAME, "")

    @property
    def written_date(self) -> str:
        return self.told.get(DATE, "")

    @property
    def round(self) -> int | None:
        return number_in(self.told.get(ROUND, ""))

    def moment(self, order: str) -> Moment | None:
        return reading_in(self.days, order)

    def day(self, order: str) -> date | None:
        moment = self.moment(order)
        return moment.day if moment else None

    @property
    def dates(self) -> tuple[tuple[str, date], ...]:
        """Possible dates by order, without times: rounds of one game have different ones."""
        return tuple(sorted((order, moment.day) for order, moment in self.days.items()))


@dataclass(frozen=True)
class TotalsRow:
    """A line with sums. is_sure: a word or an answer says so."""

    number: int
    cells: Mapping[str, str]
    is_sure: bool = True


@dataclass(frozen=True)
class SkippedRow:
    """A line of something else. word: what stands before its numbers, "" if it has no points."""

    number: int
    word: str = ""


@dataclass
class WordInRows:
    """A word in rows whose others have numbers or dates. row: name of the first one."""

    word: str
    row: str
    is_sure: bool


@dataclass
class TableRows:
    """The rows of a section.

    fields: columns by role, but those of players. players: the column of each by folded name, or its place in
    the order of names. names: as they are written, by folded name. is_named: whether names stand in cells.
    words: those that stand in rows instead of numbers. row_is: "rounds" or "games", "" if nothing says so.
    order: of day, month and year. runs_on: whether numbers are running totals. empty_is: what an empty cell
    is, ABSENT or OUT, "" if that is not asked.
    """

    section: TableSection
    fields: Mapping[str, int]
    players: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    is_named: bool = False
    lines: list[TableEntry | TotalsRow | SkippedRow] = field(default_factory=list)
    words: dict[str, WordInRows] = field(default_factory=dict)
    row_is: str = ""
    order: str = ONE_WAY
    runs_on: bool = False
    empty_is: str = ""

    @property
    def has_first_heads(self) -> bool:
        """Whether its heads are those of a table of totals that the first versions read."""
        heads = set(map(folded, self.section.head[1]))
        are_first = all(not words.isdisjoint(heads) for words in FIRST_HEADS)
        return self.is_named and are_first and ROUND not in self.fields

    @property
    def entries(self) -> list[TableEntry]:
        return [line for line in self.lines if isinstance(line, TableEntry)]

    def place(self, line: TableEntry | TotalsRow, name: str) -> str:
        """The name of a player’s cell."""
        own = line.places.get(name) if isinstance(line, TableEntry) else None
        return own or self.section.place(line.number, self.players[name])

    def about(self, line: TableEntry | TotalsRow, name: str, cell: str) -> dict[str, str]:
        """What a message about a player’s cell names."""
        shown = self.names[name][:MAX_CELL_LENGTH]
        return {"row": self.section.row(line.number), "name": shown, "value": cell[:MAX_CELL_LENGTH]}


class EntryMaker:
    """Makes entries of the rows of tables.

    year: of the first day without one; from December to January it is the next one, and the other way round.
    rounds: whether points with decimals are rounded. has_decimals: whether it has seen any.
    """

    def __init__(self, context: ReadingContext, year: int | None, *, rounds: bool) -> None:
        self.context, self.year, self.rounds = context, year, rounds
        self.month: int | None = None  # of the last day without a year
        self.has_decimals = False

    def entry(
        self,
        table: TableRows,
        number: int,
        told: Mapping[str, str],
        cells: Mapping[str, str],
        *,
        empty: Sequence[str] = (),
        results: Mapping[str, Mapping[str, str]] | None = None,
        places: Mapping[str, str] | None = None,
        ordinal: int | None = None,
    ) -> TableEntry:
        """The arguments are those of an entry."""
        days = self._readings(told.get(DATE, ""), told.get(TIME, ""))
        made = TableEntry(number, told, days, cells, {}, None, empty, results or {}, places or {}, ordinal)
        try:
            return replace(made, points=self._points(table, made))
        except BadDocument as why:
            return replace(made, wrong=why)

    def _points(self, table: TableRows, entry: TableEntry) -> Points:
        crosses = [name for name, cell in entry.cells.items() if is_cross(cell)]
        is_out = len(crosses) == 1 and not any(whole_number(cell) == 0 for cell in entry.cells.values())
        return {
            name: 0 if is_out and name in crosses else self._number(table, entry, name, cell)
            for name, cell in entry.cells.items()
        }

    def _number(self, table: TableRows, entry: TableEntry, name: str, cell: str) -> int:
        whole = whole_number(cell)
        if whole is not None:
            return whole
        rounded = rounded_points(cell)
        self.has_decimals = self.has_decimals or rounded is not None
        if rounded is not None and self.rounds:
            return rounded
        place = table.place(entry, name)
        try:
            return points_in(cell, place, table.names[name], negative=True)
        except BadDocument as why:
            raise _refused(why.reason, cell, place, table.about(entry, name, cell)) from None

    def _readings(self, day: str, time: str) -> Readings:
        zone = self.context.zone
        found = readings(f"{day} {time}", zone) or day_readings(day, zone)
        if found or not day or self.year is None:
            return found
        months = [moment.day.month for moment in in_year(day, self.year, zone).values()]
        if months and self.month and abs(months[0] - self.month) > HALF_YEAR:
            self.year += 1 if months[0] < self.month else -1
        self.month = months[0] if months else self.month
        whole = {order: each.day for order, each in in_year(day, self.year, zone).items()}
        timed = {order: readings(f"{each} {time}", zone) for order, each in whole.items()}
        return {order: timed[order].get(ONE_WAY, Moment(each)) for order, each in whole.items()}


def _refused(reason: str, cell: str, place: str, about: Mapping[str, str]) -> BadDocument:
    """Why a cell holds no points, with its row and column. reason: as `points_in` gives it."""
    if is_date(cell):
        return BadDocument(
            place,
            "row %(row)s, column “%(name)s”: “%(value)s” is a date. A spreadsheet may have changed "
            "a sum into it: type the points again",
            **about,
        )
    if "thousands" in reason:
        return BadDocument(
            place,
            "row %(row)s, column “%(name)s”: “%(value)s” may be thousands or decimals: write it without "
            "a point or comma",
            **about,
        )
    if "whole" in reason:
        return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is no whole number", **about)
    return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is no number", **about)


def is_cross(cell: str) -> bool:
    return cell.casefold() in CROSSES
