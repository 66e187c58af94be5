"""The tables of a file: each has a line with names or heads, and titles may stand above it.

Lines with number 0 hold the name of the sheet that begins there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise

from files.readers.dates import is_date
from files.readers.numbers import is_numeric
from files.readers.tables.columns import MIN_PLAYERS, NAME, NOTHING, POINTS, REACHED, WON, number_in
from files.readers.tables.lines import Line, letters
from files.readers.tables.words import is_a_name_too, is_beside, is_round, is_total, role_of
from models.names import folded, is_visible

SHEET = 0  # number of a line with the name of a sheet
LOOKED_BELOW = 3  # lines below heads, of which one has numbers
SOME = 20  # cells of a line of dates
DIGIT = re.compile("[0-9]")


@dataclass
class TableSection:
    """A table. sheet: the name of its sheet, "" without several. titles: texts above the heads.

    turned: whether its rows and columns were exchanged, so that numbers of lines are those of columns.
    is_named: whether its heads say that names stand below, and what else each line says of them.
    """

    sheet: str
    head: Line
    titles: list[Line] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    turned: bool = False
    is_named: bool = False

    def place(self, number: int, column: int) -> str:
        """The name of a cell in its spreadsheet."""
        cell = f"{letters(number - 1)}{column + 1}" if self.turned else f"{letters(column)}{number}"
        return f"{self.sheet}!{cell}" if self.sheet else cell

    def row(self, number: int) -> str:
        """The name of a row: its number, or the letter of a column."""
        name = letters(number - 1) if self.turned else str(number)
        return f"{self.sheet}!{name}" if self.sheet else name


def sections_of(lines: Sequence[Line]) -> list[TableSection]:
    """All tables in order; lines above the first one of a sheet are its titles."""
    found: list[TableSection] = []
    sheets = sum(number == SHEET for number, _cells in lines)
    sheet, titles, section = "", list[Line](), None
    contents = [Content(cells) for _number, cells in lines]
    for index, line in enumerate(lines):
        if line[0] == SHEET:
            sheet, titles, section = line[1][0] if sheets > 1 else "", [line], None
        elif _is_head(lines, contents, index, section):
            titles = titles if section is None else []
            section = TableSection(sheet, line, titles, is_named=_name_results(line[1]))
            found.append(section)
        elif section is None:
            if any(line[1]):
                titles.append(line)
        else:
            section.lines.append(line)
    return list(map(turned, found))


def turned(section: TableSection) -> TableSection:
    """The section with players as columns, if they are its rows and rounds or dates its columns."""
    if not _is_across(section):
        return section
    height = 1 + len(section.lines)
    width = max(len(cells) for _number, cells in [section.head, *section.lines])
    cells = [[*line, *[""] * (width - len(line))] for _number, line in [section.head, *section.lines]]
    numbers = [section.head[0], *(number for number, _cells in section.lines)]
    heads = [""] * max(numbers)  # a column for each line of the file, so that places stay right
    exchanged = []
    for column in range(width):
        line = heads.copy()
        for row in range(height):
            line[numbers[row] - 1] = cells[row][column]
        exchanged.append((column + 1, line))
    corner = section.head[1][0]
    exchanged[0][1][numbers[0] - 1] = _corner_head(section)
    titles = [*section.titles, (section.head[0], [corner])] if is_date(corner) else section.titles
    return TableSection(section.sheet, exchanged[0], titles, exchanged[1:], turned=True)


@dataclass
class Content:
    """What is in the cells of a line; looked at once."""

    cells: Sequence[str]

    @cached_property
    def has_names(self) -> bool:
        return has_names(self.cells)

    @cached_property
    def has_number(self) -> bool:
        return any(map(is_numeric, self.cells))


def _is_head(
    lines: Sequence[Line], contents: Sequence[Content], index: int, section: TableSection | None
) -> bool:
    """Whether a line has the heads of a table. section: the table above."""
    content = contents[index]
    if section is None and content.has_names and _name_results(content.cells):
        return True
    if not _stand_above_numbers(lines, contents, index):
        return False
    if section is None:
        return content.has_names or (bool(content.cells) and _has_numbers(content.cells))
    if _same(content.cells, section.head[1]):
        return True
    may_be_other = not section.is_named or any(map(role_of, content.cells))
    return content.has_names and may_be_other and _is_other_head(content.cells)


def has_names(cells: Sequence[str]) -> bool:
    """Whether a line has two or more texts and no number."""
    filled = [cell for cell in cells if cell not in NOTHING]
    are_texts = all(is_visible(cell) and not is_numeric(cell) for cell in filled)
    return len(filled) >= MIN_PLAYERS and are_texts and not _are_dates(filled)


def _are_dates(cells: Sequence[str]) -> bool:
    """Whether all cells are dates; of a long line, whether the first are and the others have digits."""
    return all(map(is_date, cells[:SOME])) and all(map(DIGIT.search, cells[SOME:]))


def _has_numbers(cells: Sequence[str]) -> bool:
    """Whether a line has a word and the numbers of rounds: 1, 2, 3 and so on."""
    filled = [
        cell for cell in cells[1:] if cell not in NOTHING and not is_total(cell) and not is_beside(cell)
    ]
    numbers = [number_in(cell) for cell in filled]
    is_word = not number_in(cells[0]) and not is_date(cells[0])
    return is_word and len(numbers) >= MIN_PLAYERS and numbers == list(range(1, len(numbers) + 1))


def _stand_above_numbers(lines: Sequence[Line], contents: Sequence[Content], index: int) -> bool:
    """Whether numbers stand in one of the next lines, and no other heads before."""
    below = (line for line in range(index + 1, len(lines)) if any(lines[line][1]))
    for line in islice(below, LOOKED_BELOW):
        number, cells = lines[line]
        if number == SHEET:
            return False
        if contents[line].has_number:
            return True
        if contents[line].has_names and len(cells) >= len(lines[index][1]):
            return False
    return False


def _name_results(cells: Sequence[str]) -> bool:
    """Whether heads say that names stand below, and points, winners or places."""
    roles = set(map(role_of, cells))
    return NAME in roles and not roles.isdisjoint((POINTS, WON, REACHED))


def _same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two lines have a head in common, and no number that the other one has not."""
    is_alike = False
    for mine, theirs in zip(one, other, strict=False):
        if is_numeric(mine):
            if folded(mine) != folded(theirs):
                return False
        elif mine and folded(mine) == folded(theirs):
            is_alike = True
    return is_alike


def _is_other_head(cells: Sequence[str]) -> bool:
    """Whether a line below a table has the names of other players, rather than of winners or dealers."""
    texts = [folded(cell) for cell in cells if cell not in NOTHING]
    says_something = (is_total(cells[0]) or is_beside(cells[0])) and not is_a_name_too(cells[0])
    return len(set(texts)) == len(texts) and not says_something


def _is_across(section: TableSection) -> bool:
    """Whether rounds or dates are columns, and players are rows."""
    heads = [cell for cell in section.head[1][1:] if cell]
    rounds = [head for head in heads if not is_total(head) and not is_beside(head)]
    is_one_date = len(rounds) == 1 and is_date(rounds[0])
    if len(rounds) < MIN_PLAYERS and not is_one_date:
        return False
    if not all(is_date(head) or _is_round_head(head) for head in rounds):
        return False
    numbers = [number_in(head) for head in rounds if not is_date(head)]
    if numbers and numbers != list(range(numbers[0] or 0, (numbers[0] or 0) + len(numbers))):
        return False
    names = [cells[0] for _number, cells in section.lines if cells and cells[0]]
    are_names = all(is_visible(name) and not is_numeric(name) and not is_date(name) for name in names)
    return len(set(map(folded, names))) == len(names) >= MIN_PLAYERS and are_names


def _corner_head(section: TableSection) -> str:
    """What the heads of a table with players as rows are, as a head: "date", "round", or "" for numbers."""
    heads = [cell for cell in section.head[1][1:] if cell and not is_total(cell) and not is_beside(cell)]
    if any(map(is_date, heads)):
        return "date"
    return "" if all(map(is_numeric, heads)) else "round"


def _is_round_head(head: str) -> bool:
    """ "R1", "Round 2", "3"; not "P1" or "Player 2"."""
    number = number_in(head)
    if number is None:
        return False
    word = head.rstrip("0123456789.:) ").strip(" #(")
    return not word or folded(word) in ("r", "g", "d", "o", "nr", "no") or is_round(word)


def continues(section: TableSection, before: TableSection, last: int | None, first: int | None) -> bool:
    """Whether a section is the next page of the one before: the same heads, and numbers that go on."""
    alike = [folded(cell) for cell in section.head[1]] == [folded(cell) for cell in before.head[1]]
    return alike and last is not None and first == last + 1


def descending(numbers: Sequence[int | None]) -> bool:
    """Whether numbers of rounds count down to 1, so that the newest row stands on top."""
    found = [number for number in numbers if number is not None]
    steps = list(pairwise(found))
    return len(found) > 1 and found[0] > 1 and found[-1] == 1 and all(b == a - 1 or a == 1 for a, b in steps)
