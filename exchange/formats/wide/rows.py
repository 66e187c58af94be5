"""The rows of a wide table: points by player, with the day and whatever else stands before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from exchange.document.checks import BadDocument
from exchange.formats.table import Line
from exchange.formats.values import points_in
from exchange.formats.wide.columns import (
    NOT_READ,
    NOTHING,
    NUMBER,
    TOTALS,
    Columns,
    day_readings,
    number_in,
    place_of,
)
from exchange.formats.wide.dates import Readings, day_in
from models.names import folded

FEWEST_TO_SUM = 2  # rows above a last row without a word that may be their sum
FEWEST_TO_RUN = 3  # rows that never go down before that looks like running totals
LONGEST_CELL = 40


@dataclass(frozen=True)
class WideRow:
    """number: of the line. days: what its day may be. cells: points as they are written, by column.

    manieth: what its number of a round or of a game is. game, place, note: "" where nothing is told.
    """

    number: int
    days: Readings
    day_told: str
    manieth: int | None
    round: int | None
    game: str
    place: str
    note: str
    cells: dict[int, str]

    def day(self, order: str) -> date | None:
        return day_in(self.days, order)


@dataclass(frozen=True)
class TotalsRow:
    """A line that says what those above it add up to. sure: a word says so."""

    number: int
    cells: dict[int, str]
    sure: bool = True


@dataclass(frozen=True)
class SkippedRow:
    """A line of something else, an average perhaps."""

    number: int
    words: str


Told = WideRow | TotalsRow | SkippedRow


def rows_in(lines: Sequence[Line], columns: Columns) -> list[Told]:
    """Everything below the names, with what is written once for several rows said of each of them."""
    rows = list(_rows(lines, columns))
    last = rows[-1] if rows else None
    above = [row for row in rows[:-1] if isinstance(row, WideRow)]
    if isinstance(last, WideRow) and len(above) >= FEWEST_TO_SUM and _is_their_sum(last, above, columns):
        rows[-1] = TotalsRow(last.number, last.cells, sure=False)
    return rows


def points_of(row: WideRow, columns: Columns) -> dict[int, int]:
    """By column; who did not play is not in it. Raises BadDocument with the place of the cell."""
    return {
        column: _points(row.number, column, cell, columns.players[column])
        for column, cell in row.cells.items()
    }


def looks_running(rows: Sequence[WideRow], columns: Columns) -> bool:
    """Whether nobody's numbers ever go down from row to row, though they change."""
    if len(rows) < FEWEST_TO_RUN:
        return False
    try:
        numbers = [points_of(row, columns) for row in rows]
    except BadDocument:
        return False
    found = False
    for column in columns.players:
        mine = [row[column] for row in numbers if column in row]
        if any(later < earlier for earlier, later in pairwise(mine)):
            return False
        found = found or len(set(mine)) > 1
    return found


def _rows(lines: Sequence[Line], columns: Columns) -> Iterator[Told]:
    before: dict[str, str] = {}
    head = [folded(cell) for cell in lines[columns.head][1]]
    for number, cells in lines[columns.head + 1 :]:
        if not any(cells) or [folded(cell) for cell in cells] == head:
            if not any(cells):
                before.pop("game", None)
            continue
        points = {
            column: cell
            for column in columns.players
            if (cell := cells[column] if column < len(cells) else "") not in NOTHING
        }
        labels = columns.labels(cells)
        if any(TOTALS.fullmatch(folded(label)) for label in labels):
            yield TotalsRow(number, points)
        elif not points or any(NOT_READ.fullmatch(folded(label)) for label in labels[:1]):
            yield SkippedRow(number, " ".join(cells)[:LONGEST_CELL])
        else:
            yield _row(number, cells, points, columns, before)


def _row(
    number: int, cells: Sequence[str], points: dict[int, str], columns: Columns, before: dict[str, str]
) -> WideRow:
    """before: what was told last; a day that is written once holds until another is written."""

    def told(name: str) -> str:
        column = columns.told.get(name)
        return cells[column] if column is not None and column < len(cells) else ""

    before.update({name: told(name) for name in ("date", "game", "number") if told(name)})
    return WideRow(
        number,
        day_readings(before.get("date", "")),
        before.get("date", ""),
        number_in(before.get("number", "")),
        number_in(told("round")),
        before.get("game", ""),
        told("place"),
        told("note"),
        points,
    )


def _points(number: int, column: int, cell: str, name: str) -> int:
    place, written = place_of(number, column), cell.replace("−", "-").replace("\u00a0", "")
    if NUMBER.fullmatch(written):
        written = written.replace(",", ".")
    try:
        return points_in(written, place, name)
    except BadDocument as wrong:
        raise _refused(wrong.reason, place, number, cell[:LONGEST_CELL], name[:LONGEST_CELL]) from None


def _refused(why: str, place: str, row: int, cell: str, name: str) -> BadDocument:
    """What points_in refuses, said with the row and whose column it is."""
    values = {"row": row, "name": name, "value": cell}
    if "whole" in why:
        return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is no whole number", **values)
    if "below zero" in why:
        return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is below zero", **values)
    return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is no number", **values)


def _is_their_sum(last: WideRow, above: Sequence[WideRow], columns: Columns) -> bool:
    """Whether a last row without a number of its own holds the sums of all columns."""
    one, other = ((row.round if last.round is not None else row.manieth) for row in (last, above[-1]))
    if one is not None and one != other:
        return False
    try:
        sums: dict[int, int] = dict.fromkeys(columns.players, 0)
        for row in above:
            for column, points in points_of(row, columns).items():
                sums[column] += points
        said = points_of(last, columns)
    except BadDocument:
        return False
    return any(sums.values()) and all(said.get(column, 0) == total for column, total in sums.items())
