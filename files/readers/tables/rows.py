"""The rows of a wide table: points, sums of those above, or something else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import pairwise

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
from files.readers.numbers import decimal_number, is_numeric, points_in, rounded_points, whole_number
from files.readers.tables.columns import NOTHING, Columns, number_in
from files.readers.tables.sections import TableSection
from files.readers.tables.words import is_a_name_too, is_beside, is_total
from game.variants import Variant
from game.variants.scoring_profiles import game_in_title, profile_named
from models.names import folded, is_visible

FEWEST_TO_SUM = 2  # rows above a row without a known word that may be their sum
FEWEST_TO_RANK = 3  # players whose places are no coincidence
FEWEST_TO_RUN = 3  # rows that never go down before that looks like running totals
LONGEST_CELL, LONGEST_TITLE = 40, 200
DATE_IN_TITLE = re.compile(
    r"(?<![0-9])[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?![0-9])"
    r"|(?<![0-9])[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}(?![0-9])"
    r"|(?<![0-9])[0-9]{1,2}\.? [^\W\d_]+\.? [0-9]{4}(?![0-9])"
    r"|[^\W\d_]+\.? [0-9]{1,2},? [0-9]{4}(?![0-9])"
)
CROSSES = ("x", "×")
TOTALS, ROUND, IGNORED = "totals", "round", "ignored"  # what a row with a word is
Points = dict[int, int]


@dataclass
class CarriedOver:
    """What applies to the rows below until something else is said. date: as it is written."""

    date: str = ""
    game: str = ""
    number: str = ""


@dataclass(frozen=True)
class WideRow:
    """number: of the line. days: possible dates and times. cells: points as text, by column.

    ordinal: number of the round or game. game, place, note: "" if missing.
    """

    number: int
    days: Readings
    written_date: str
    ordinal: int | None
    round: int | None
    game: str
    place: str
    note: str
    cells: dict[int, str]

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
    """A line with sums. sure: a word or an answer says so."""

    number: int
    cells: dict[int, str]
    sure: bool = True


@dataclass(frozen=True)
class SkippedRow:
    """A line of something else. word: what stands before its numbers, "" if it has no points."""

    number: int
    word: str = ""


ReadLine = WideRow | TotalsRow | SkippedRow


@dataclass
class WordInRows:
    """A word in rows whose others have numbers or dates.

    row: name of the first one. usual: what it seems to be. is_sure: whether that need not be asked.
    """

    word: str
    row: str
    usual: str
    is_sure: bool


@dataclass
class TableRows:
    """The rows of a section, and the words that stand in them instead of numbers."""

    lines: list[ReadLine] = field(default_factory=list)
    words: dict[str, WordInRows] = field(default_factory=dict)

    @property
    def played(self) -> list[WideRow]:
        return [row for row in self.lines if isinstance(row, WideRow)]


def rows_of(
    section: TableSection,
    columns: Columns,
    carried: CarriedOver,
    decided: Mapping[str, str],
    context: ReadingContext,
) -> TableRows:
    """The rows below the heads. decided: what rows are, by folded word. Updates `carried`."""
    return _Reading(section, columns, carried, decided, context).rows()


def points_of(row: WideRow | TotalsRow, section: TableSection, columns: Columns) -> Points:
    """Points by column, without players who did not play. Raises BadDocument with the place of the cell.

    A cross is that of the player who went out, as on our printed score sheets: only one of a row can.
    """
    crosses = [column for column, cell in row.cells.items() if is_cross(cell)]
    is_out = len(crosses) == 1 and not any(whole_number(cell) == 0 for cell in row.cells.values())
    return {
        column: 0 if is_out and column in crosses else _points(section, row.number, column, cell, columns)
        for column, cell in row.cells.items()
    }


def is_cross(cell: str) -> bool:
    return cell.casefold() in CROSSES


def looks_running(
    rows: Sequence[WideRow], section: TableSection, columns: Columns, *, is_rounds: bool = True
) -> bool:
    """Whether numbers may be running totals: none ever decreases, or those of rounds are also below zero and
    change less from row to row than they are.
    """
    if len(rows) < FEWEST_TO_RUN:
        return False
    try:
        numbers = [points_of(row, section, columns) for row in rows]
    except BadDocument:
        return False
    by_player = [[row[column] for row in numbers if column in row] for column in columns.players]
    steps = [later - earlier for mine in by_player for earlier, later in pairwise(mine)]
    if all(step >= 0 for step in steps):
        return any(steps)
    written = [points for mine in by_player for points in mine[1:]]
    return is_rounds and min(written) < 0 and sum(map(abs, steps)) <= sum(map(abs, written))


def remember(cells: Sequence[str], carried: CarriedOver, own: Sequence[Variant]) -> bool:
    """Remember the date and the game of a title; returns whether it has one."""
    found = False
    for cell in filter(None, cells):
        if written := _date_in(cell):
            carried.date, found = written, True
        if game := cell if profile_named(cell, own) else game_in_title(cell, own):
            carried.game, found = game, True
    return found


def _date_in(title: str) -> str:
    """The date in a title: "Evening 3, 17 May 2024 at Bo’s"; "" without one, or with several."""
    if is_date(title):
        return title
    parts = [part[0] for part in DATE_IN_TITLE.finditer(title[:LONGEST_TITLE]) if is_date(part[0])]
    return parts[0] if len(parts) == 1 else ""


class Sums:
    """The sums of rows, by column.

    newest: the last number of each column. are_numbers: whether all cells are. rises: whether no number is
    lower than the one above.
    """

    def __init__(self) -> None:
        self.sums: Points = {}
        self.newest: Points = {}
        self.are_numbers = self.rises = True

    def add(self, row: WideRow, section: TableSection, columns: Columns) -> None:
        try:
            numbers = points_of(row, section, columns)
        except BadDocument:
            self.are_numbers = False
            return
        for column, points in numbers.items():
            self.sums[column] = self.sums.get(column, 0) + points
            self.rises = self.rises and points >= self.newest.get(column, points)
        self.newest |= numbers


class _Reading:
    """Reads the rows of a section, each with the rows above since the last sums."""

    def __init__(
        self,
        section: TableSection,
        columns: Columns,
        carried: CarriedOver,
        decided: Mapping[str, str],
        context: ReadingContext,
    ) -> None:
        self.section, self.columns, self.carried, self.decided = section, columns, carried, decided
        self.zone, self.own, self.year = context.zone, context.own, context.year
        self.found = TableRows()
        self.key = _key_column(section, columns)
        self.first_player = min(columns.players)
        self.above: list[WideRow] = []  # since the last sums
        self.sums, self.sums_before = Sums(), Sums()  # of them, and of those above the last sums

    def rows(self) -> TableRows:
        for number, cells in self.section.lines:
            if not any(cells):
                if "game" in self.columns.fields:
                    self.carried.game = ""
            elif line := self._line(number, cells):
                self._add(line)
        self._notice_sums()
        return self.found

    def _line(self, number: int, cells: Sequence[str]) -> ReadLine | None:
        """None for a line that applies to those below."""
        points = {
            column: cell
            for column in self.columns.players
            if (cell := cells[column] if column < len(cells) else "") not in NOTHING
        }
        word = self._word(cells)
        is_title = len(list(filter(None, cells))) == 1 and not any(map(is_numeric, points.values()))
        if not points or is_title:
            return None if not word and remember(cells, self.carried, self.own) else SkippedRow(number)
        if not word:
            return self._played(number, cells, points)
        row = self._played(number, cells, points, with_key=False)
        is_what = self._what(word, row)
        if is_what == ROUND:
            return row
        return TotalsRow(number, points) if is_what == TOTALS else SkippedRow(number, word)

    def _add(self, line: ReadLine) -> None:
        self.found.lines.append(line)
        if isinstance(line, WideRow):
            self.above.append(line)
            self.sums.add(line, self.section, self.columns)
        elif isinstance(line, TotalsRow):
            self.above, self.sums, self.sums_before = [], Sums(), self.sums

    def _played(
        self, number: int, cells: Sequence[str], points: dict[int, str], *, with_key: bool = True
    ) -> WideRow:
        """A row with points. with_key: whether the first cell is a number or date."""
        fields = {
            name: cells[column]
            for name, column in self.columns.fields.items()
            if column < len(cells) and cells[column] and (with_key or column != self.key)
        }
        carried = self.carried
        carried.date, carried.game = fields.get("date", carried.date), fields.get("game", carried.game)
        carried.number = fields.get("number", carried.number)
        return WideRow(
            number,
            self._readings(carried.date, fields.get("time", "")),
            carried.date,
            number_in(carried.number) if with_key else None,
            number_in(fields.get("round", "")),
            carried.game,
            fields.get("place", ""),
            fields.get("note", ""),
            points,
        )

    def _readings(self, day: str, time: str) -> Readings:
        found = readings(f"{day} {time}", self.zone) or day_readings(day, self.zone)
        if found or not day:
            return found
        if self.year is None:
            return {}
        whole = {order: each.day for order, each in in_year(day, self.year, self.zone).items()}
        timed = {order: readings(f"{each} {time}", self.zone) for order, each in whole.items()}
        return {order: timed[order].get(ONE_WAY, Moment(each)) for order, each in whole.items()}

    def _word(self, cells: Sequence[str]) -> str:
        """What stands in a row instead of a number or date; "" if it is a usual row."""
        labels = {column: _without_number(cell) for column, cell in self.columns.labels(cells)}
        for column, label in labels.items():
            is_left = column < self.first_player
            if is_total(label) and (is_left or not (is_a_name_too(label) or is_beside(self._head(column)))):
                return cells[column]
            if is_left and is_beside(label):
                return cells[column]
        cell = cells[self.key] if self.key is not None and self.key < len(cells) else ""
        return cell if _is_word(cell, self.own) else ""

    def _head(self, column: int) -> str:
        heads = self.section.head[1]
        return heads[column] if column < len(heads) else ""

    def _what(self, word: str, row: WideRow) -> str:
        """What a row with a word is: by arithmetic, by its word, or as it was decided."""
        kind = folded(_without_number(word))[:LONGEST_CELL]
        usual, is_sure = self._guess(kind, row)
        is_what = self.decided.get(kind, usual if is_sure else IGNORED)  # nothing is guessed
        seen = self.found.words.setdefault(
            kind, WordInRows(word[:LONGEST_CELL], self.section.row(row.number), usual, is_sure)
        )
        if not is_sure and seen.is_sure:
            seen.is_sure, seen.usual, seen.row = False, usual, self.section.row(row.number)
        return is_what

    def _guess(self, kind: str, row: WideRow) -> tuple[str, bool]:
        """What a row with that word seems to be, and whether that is sure."""
        numbers, rows_above, above = (
            _numbers(row),
            len(self.above),
            self.sums if self.above else self.sums_before,
        )
        sums = above.sums if above.are_numbers else {}
        if rows_above >= FEWEST_TO_RUN and above.rises:
            sums = max(sums, above.newest, key=lambda each: _equal(numbers, each))
        equal = _equal(numbers, sums)
        if numbers and equal == len(numbers) and (rows_above >= FEWEST_TO_SUM or is_total(kind)):
            return TOTALS, True
        if len(numbers) >= FEWEST_TO_RANK and _is_ranking(numbers, sums) and not is_total(kind):
            return IGNORED, True
        if is_total(kind):
            return TOTALS, True
        if is_beside(kind) or (rows_above >= FEWEST_TO_SUM and _are_averages(row.cells, sums, rows_above)):
            return IGNORED, True
        return (TOTALS if equal * 2 >= len(numbers) and rows_above >= FEWEST_TO_SUM else ROUND), False

    def _notice_sums(self) -> None:
        """Take a last row without a number for sums if it has exactly those of the rows above."""
        last = self.found.lines[-1] if self.found.lines else None
        if not isinstance(last, WideRow) or self.above[-1:] != [last]:
            return
        *above, _last = self.above
        if len(above) < FEWEST_TO_SUM or not self.sums.are_numbers:
            return
        one, other = ((row.round if last.round is not None else row.ordinal) for row in (last, above[-1]))
        if one is not None and one != other:
            return
        numbers = points_of(last, self.section, self.columns)
        sums = {column: total - numbers.get(column, 0) for column, total in self.sums.sums.items()}
        if any(sums.values()) and all(numbers.get(column, 0) == total for column, total in sums.items()):
            self.found.lines[-1] = TotalsRow(last.number, last.cells, sure=False)


def _key_column(section: TableSection, columns: Columns) -> int | None:
    """The first column, if it has numbers or dates, or nothing but words of sums."""
    first = min(columns.players, default=0)
    named = {column for name, column in columns.fields.items() if name in ("date", "round", "number")}
    key = next(iter(sorted(named)), 0 if first else None)
    if key is None or key in [columns.fields.get(name) for name in ("game", "place", "note")]:
        return None
    cells = [line[key] if key < len(line) else "" for _number, line in section.lines if any(line)]
    words = {folded(cell) for cell in cells if cell and not _is_plain(cell)}
    unknown = sum(not (is_total(word) or is_beside(word)) for word in words)
    return key if unknown <= sum(map(_is_plain, cells)) else None


def _is_plain(cell: str) -> bool:
    """Whether a cell is a number or a date, or has a part of one."""
    return any(sign.isdigit() for sign in cell) and not is_total(_without_number(cell))


def _is_word(cell: str, own: Sequence[Variant]) -> bool:
    return is_visible(cell) and cell not in NOTHING and not _is_plain(cell) and not profile_named(cell, own)


def _without_number(word: str) -> str:
    """ "Total 2" without its number."""
    return word.strip("0123456789 .:#()")


def _numbers(row: WideRow) -> Points:
    """The whole numbers of a row."""
    return {c: number for c, cell in row.cells.items() if (number := whole_number(cell)) is not None}


def _equal(numbers: Points, sums: Points) -> int:
    """How many of the numbers are those sums."""
    return sum(sums.get(column, 0) == number for column, number in numbers.items())


def _is_ranking(numbers: Points, sums: Points) -> bool:
    """Whether numbers are the places that sums give, the highest or the lowest first."""
    if not sums or not numbers.keys() <= sums.keys() or min(numbers.values()) != 1:
        return False
    totals = [sums[column] for column in numbers]
    places = [
        [sum(sign * other < sign * total for other in totals) + 1 for total in totals] for sign in (1, -1)
    ]
    return list(numbers.values()) in places


def _are_averages(cells: Mapping[int, str], sums: Points, count: int) -> bool:
    """Whether numbers are sums divided by the number of rows, rounded as they are written."""
    averages = {column: decimal_number(cell) for column, cell in cells.items()}
    return all(
        value is not None
        and abs(value - Fraction(sums.get(column, 0), count)) <= Fraction(1, 2 * value.denominator)
        for column, value in averages.items()
    )


def _points(section: TableSection, number: int, column: int, cell: str, columns: Columns) -> int:
    name = columns.players[column]
    whole = rounded_points(cell) if columns.rounds_points else whole_number(cell)
    if whole is not None:
        return whole
    place = section.place(number, column)
    try:
        return points_in(cell, place, name, negative=True)
    except BadDocument as wrong:
        values = {"row": section.row(number), "name": name[:LONGEST_CELL], "value": cell[:LONGEST_CELL]}
        if is_date(cell):
            raise BadDocument(
                place,
                "row %(row)s, column “%(name)s”: “%(value)s” is a date. A spreadsheet may have changed "
                "a sum into it: type the points again",
                **values,
            ) from None
        if "thousands" in wrong.reason:
            raise BadDocument(
                place,
                "row %(row)s, column “%(name)s”: “%(value)s” may be thousands or decimals: write it without "
                "a point or comma",
                **values,
            ) from None
        if "whole" in wrong.reason:
            raise BadDocument(
                place, "row %(row)s, column “%(name)s”: “%(value)s” is no whole number", **values
            ) from None
        raise BadDocument(
            place, "row %(row)s, column “%(name)s”: “%(value)s” is no number", **values
        ) from None
