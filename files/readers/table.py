"""Tables of cells, as spreadsheets save them."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from files.cells import as_written
from files.document.checks import BadDocument
from models.names import folded

SEPARATORS = (",", ";", "\t")
MOST_COLUMNS = 200
MOST_ROWS = 400_000  # twice the hands of ten years
LONGEST_LINE = 1_000_000
LINE = re.compile(r"[^\r\n]*+(?:\r\n?|\n)|[^\r\n]++\Z")
SEPARATOR_LINE = re.compile(r"sep=([,;\t])\s*\n", re.IGNORECASE)  # what Excel writes on top, and reads
LOOKED_AT = 2_000  # characters
GAPS = re.compile(r"\s*\|\s*|\s{2,}")
BLANK = re.compile(r"\s+")
RULE = re.compile(r"[-=+|_:\s]+")  # a line drawn under the names
Line = tuple[int, list[str]]  # its number in the file, and its cells
ALWAYS_CARRIED = ("date", "game")  # also into another game, as in tables with a row for each game


@dataclass(frozen=True)
class Row:
    """A line of a table. number: in the file, from 1 for the header. cells: those that are not empty."""

    number: int
    cells: Mapping[str, str]
    columns: tuple[str, ...]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def place(self, column: str) -> str:
        """The cell's name in a spreadsheet: H12."""
        if column not in self.columns:
            return str(self.number)
        return f"{letters(self.columns.index(column))}{self.number}"


def header_of(text: str) -> tuple[str, ...]:
    """Folded names of the columns."""
    return tuple(folded(name) for name in next(_lines(text), (0, []))[1])


def rows_of(text: str, columns: tuple[str, ...], wanted: Collection[str]) -> Iterator[Row]:
    """Yield the lines that are not empty, with the wanted cells, without guards before formulas."""
    lines = _lines(text)
    next(lines, None)
    for number, cells in lines:
        if len(cells) > len(columns):
            raise BadDocument(str(number), "more cells than columns")
        if any(cell.strip() for cell in cells):
            named = zip(columns, cells, strict=False)
            wanted_cells = {name: as_written(cell.strip()) for name, cell in named if cell and name in wanted}
            yield Row(number, wanted_cells, columns)


def lines_of(text: str, most: int) -> list[Line]:
    """At most `most` lines with their cells, for a table with unknown columns.

    Of several empty lines only the first is there, and no line has empty cells at its end: spreadsheets save
    whole areas of them.

    Without a separator, columns are split at bars or several blanks, else at single blanks.
    """
    separator = _separator(text)
    if separator:
        found = _without_gaps(_lines(text))
    else:
        found = _between_blanks(text)
    if len(found) > most:
        raise BadDocument(str(found[most][0]), "more than %(most)s rows", most=most)
    return found


def _without_gaps(lines: Iterable[Line]) -> list[Line]:
    kept: list[Line] = []
    for number, line in lines:
        cells = [as_written(cell.strip()) for cell in line]
        while cells and not cells[-1]:
            cells.pop()
        if cells or (kept and kept[-1][1]):
            kept.append((number, cells))
    return kept


def _between_blanks(text: str) -> list[Line]:
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in numbered if line and not RULE.fullmatch(line)]
    gap = GAPS if any(GAPS.search(line) for _number, line in lines) else BLANK
    found = [
        (number, [cell.strip() for cell in gap.split(line.strip("|").strip())]) for number, line in lines
    ]
    widest = max((len(cells) for _number, cells in found[1:]), default=0)
    if found and len(found[0][1]) == widest - 1:  # nothing stands above the first column
        found[0][1].insert(0, "")
    if any(len(cells) > MOST_COLUMNS for _number, cells in found):
        raise BadDocument("1", "more cells than columns")
    return found


def _separator(text: str) -> str:
    """The separator: the one in most of the first lines; of several, the most frequent."""
    declared = SEPARATOR_LINE.match(text)
    if declared:
        return declared[1]
    beginning = text[:LOOKED_AT]
    lines = beginning.splitlines()
    separator = max(SEPARATORS, key=lambda mark: (sum(mark in line for line in lines), beginning.count(mark)))
    return separator if separator in beginning else ""


def _lines(text: str) -> Iterator[Line]:
    declared = SEPARATOR_LINE.match(text)
    separator = _separator(text) or SEPARATORS[0]
    rows = csv.reader(_not_too_long(text), delimiter=separator, strict=True)
    number = 0
    if declared:
        next(rows)
    try:
        for number, cells in enumerate(rows, 2 if declared else 1):
            if len(cells) > MOST_COLUMNS:
                raise BadDocument(str(number), "more cells than columns")
            if number > MOST_ROWS:
                raise BadDocument(str(number), "more than %(most)s rows", most=MOST_ROWS)
            yield number, cells
    except csv.Error:
        raise BadDocument(str(number + 1), "this row is not well-formed") from None


def _not_too_long(text: str) -> Iterator[str]:
    """Yield lines; raises BadDocument for a line that is too long before it is split."""
    for number, line in enumerate(LINE.finditer(text), 1):
        if line.end() - line.start() > LONGEST_LINE:
            raise BadDocument(str(number), "more cells than columns")
        yield line[0]


def letters(index: int) -> str:
    return (chr(ord("A") + index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)  # noqa: PLR2004


def games_of_rows(rows: Sequence[Mapping[str, str]], fields: Sequence[str]) -> list[dict[str, str]]:
    """Return what tells the game of each row apart, where it may be written once for several rows.

    rows: a row for each player. fields: the columns that tell games apart, "date" and "game" first. Empty
    cells get what stands above, as in merged cells. If that is done throughout, so that no row which begins
    something stands alone, each of these rows begins another game: its field "begins" has a number.
    """
    sparse = [name for name in fields if not all(row.get(name) for row in rows)]
    begins = [any(row.get(name) for name in sparse) for row in rows]
    is_alone = (one and next_one for one, next_one in zip(begins, [*begins[1:], True], strict=True))
    is_once_per_game = any(begins) and not any(is_alone)
    found: list[dict[str, str]] = []
    number, above = 0, dict[str, str]()
    for row, is_beginning in zip(rows, begins, strict=True):
        number += is_beginning and is_once_per_game
        values = {name: row.get(name, "") or above.get(name, "") for name in fields if name in ALWAYS_CARRIED}
        is_same = values == {name: above.get(name, "") for name in values}
        for name in (name for name in fields if name not in ALWAYS_CARRIED):
            carried = above.get(name, "") if is_once_per_game and is_same else ""
            values[name] = row.get(name, "") or carried
            is_same = is_same and values[name] == above.get(name, "")
        above = values
        found.append({**values, "begins": str(number)} if is_once_per_game else values)
    return found
