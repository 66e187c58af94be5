"""The columns of a table: points of a player, a field, or something else."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from files.document.checks import BadDocument
from files.readers.dates import is_date, is_day
from files.readers.numbers import is_numeric, whole_number
from files.readers.table import Line, letters
from files.readers.tables.words import (
    column_of,
    is_a_name_too,
    is_beside,
    is_game_number,
    is_measure,
    is_number,
    is_round,
    is_total,
)
from game.variants import Variant
from game.variants.scoring_profiles import profile_named
from models.names import folded

FEWEST = 2  # players
FEWEST_TO_COUNT = 3  # cells that count 1, 2, 3
NOTHING = frozenset(("", "-", "–", "—", "."))  # did not play
NUMBERED = re.compile(r"[^\d]{0,12}?([0-9]{1,4})[.:)]?")  # Round 3, R3, 3., #3
TIME = re.compile(
    r"(?:kl\.? ?)?(?:(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-9]{2})?(?: ?[ap]\.?m\.?)?|24:00)", re.IGNORECASE
)
AFTERNOON = re.compile(r"(?:kl\.? ?)?(?:(?:1[2-9]|2[0-3]):|[0-9:]+ ?p\.?m)", re.IGNORECASE)
SHORT_DATE, LONG_DATE = 6, 8  # digits of 240517, which may be points, and of 20240517
FIELDS = ("date", "game", "place", "note")
PLAYER, OTHER, OPEN = "player", "other", ""
ROUND, NUMBER, SESSION = "round", "number", "session"
MOST_COLUMNS = 60  # with numbers
LOOKED_AT = 40  # cells
SHORT_WORD = 2  # letters before a number


@dataclass(frozen=True)
class TableColumn:
    """index: from 0. head: the text above. cells: those below, "" where nothing stands."""

    index: int
    head: str
    cells: tuple[str, ...]

    @cached_property
    def filled(self) -> list[str]:
        return [cell for cell in self.cells if cell not in NOTHING]

    @cached_property
    def numbers(self) -> list[int | None]:
        """The cells as whole numbers, None for others."""
        return [whole_number(cell) for cell in self.cells]

    @cached_property
    def is_numeric(self) -> bool:
        return any(map(is_numeric, self.filled))

    @property
    def name(self) -> str:
        """The head, or the letter of a column without one."""
        return self.head or letters(self.index)

    @cached_property
    def has_dates(self) -> bool:
        """Whether most cells are dates and none is a number, except of eight digits, as in 20240517.

        In the first column six digits will do.
        """
        fewest = LONG_DATE if self.index else SHORT_DATE
        found = [cell for cell in _some(self.filled) if not is_total(cell)]
        numbers = [cell for cell in found if is_numeric(cell)]
        are_dates = all(len(cell) >= fewest and is_date(cell) for cell in numbers)
        return are_dates and sum(map(is_date, found)) * 2 > len(found)

    @cached_property
    def has_times(self) -> bool:
        """Whether most cells are times of day; without any in the afternoon they may be durations."""
        found = _some(self.filled)
        times = [cell for cell in found if ":" in cell]
        are_times = all(map(TIME.fullmatch, times)) and any(map(AFTERNOON.match, times))
        return are_times and len(times) * 2 > len(found)

    @cached_property
    def counts(self) -> bool:
        """Whether the cells are 1, 2, 3 … or the same backwards."""
        found = [number for number in self.numbers if number is not None]
        up = list(range(1, len(found) + 1))
        return len(found) == len(self.filled) >= FEWEST_TO_COUNT and found in (up, up[::-1])


def _some(cells: Sequence[str]) -> Sequence[str]:
    """Cells from the whole column, at most twice LOOKED_AT."""
    return cells[:: max(1, len(cells) // LOOKED_AT)]


@dataclass
class Columns:
    """players: names by column. fields: columns by role.

    counts_games: whether the numbers are those of games. rounds_points: whether decimals are rounded.
    """

    players: dict[int, str] = field(default_factory=dict)
    fields: dict[str, int] = field(default_factory=dict)
    counts_games: bool = False
    rounds_points: bool = False

    @property
    def counts_rounds(self) -> bool:
        return ROUND in self.fields

    def labels(self, cells: Sequence[str]) -> list[tuple[int, str]]:
        """Columns and texts beside the points."""
        return [(column, cell) for column, cell in enumerate(cells) if column not in self.players and cell]


def columns_of(head: Line, below: Sequence[Line]) -> list[TableColumn]:
    width = max(len(head[1]), *(len(cells) for _number, cells in below), 0)
    rows = [cells for _number, cells in below]
    return [
        TableColumn(
            index,
            head[1][index] if index < len(head[1]) else "",
            tuple(cells[index] if index < len(cells) else "" for cells in rows),
        )
        for index in range(width)
    ]


def wide_roles(
    found: Sequence[TableColumn], names: Collection[str], own: Sequence[Variant] = ()
) -> dict[int, str]:
    """The likeliest role of each column that has a head or a cell, if each player has a column.

    OPEN: only a person can say whether it is a player’s.
    names: folded names of the group’s players. own: its games.
    """
    roles = {column.index: OTHER for column in found if column.head or column.filled}
    may_be_dates = sum(column.is_numeric for column in found) > FEWEST  # two players must remain
    dates = [
        column
        for column in found
        if _are_dates(column) and folded(column.head) not in names and (may_be_dates or not column.is_numeric)
    ]
    of_dates = next((column for column in dates if column_of(column.head) == "date"), next(iter(dates), None))
    may_play: list[TableColumn] = []
    for column in found:
        role = "date" if column is of_dates else _field(column, names, own, is_first=not may_play)
        if role == "points":
            may_play.append(column)
        elif role and role not in roles.values():
            is_game = role == NUMBER and is_game_number(column.head)
            roles[column.index] = SESSION if is_game else role
    roles |= _players(may_play, names)
    times = [column for column in found if column.has_times and roles.get(column.index) == OTHER]
    if times and of_dates is not None:
        roles[times[0].index] = "time"
    return roles


def _are_dates(column: TableColumn) -> bool:
    says_so = column_of(column.head) == "date"
    return column.has_dates or (says_so and any(map(is_day, _some(column.filled))))


def number_in(cell: str) -> int | None:
    """The number of a round or game."""
    found = NUMBERED.fullmatch(cell)
    return int(found[1]) if found else None


def _is_numbered(cell: str) -> bool:
    """Whether a cell is the number of a round or game: "3", "R3", "Game 3"; not "Phase 10"."""
    word = cell.rstrip("0123456789.:) ").rstrip(" #(")
    says_number = is_round(word) or is_number(word) or is_game_number(word)
    return number_in(cell) is not None and (len(word) <= SHORT_WORD or says_number)


def _field(column: TableColumn, names: Collection[str], own: Sequence[Variant], *, is_first: bool) -> str:
    """The field of a column; "points" if it may be a player's, "" if it is ignored."""
    head, filled = column.head, column.filled
    if not filled:
        return ""
    if folded(head) in names:
        return "points"
    field_name = column_of(head)
    says_number = is_round(head) or is_number(head) or is_game_number(head) or field_name == "date"
    if says_number and (not is_a_name_too(head) or (is_first and _looks_numbered(filled))):
        words = [cell for cell in _some(filled) if not _is_numbered(cell)]
        numbered = len(words) < len(filled) and all(is_total(word) or is_beside(word) for word in words)
        if numbered or (column.is_numeric and not is_game_number(head) and field_name != "date"):
            return "round" if is_round(head) and not is_game_number(head) else "number"
    if not column.is_numeric:
        return _text_field(column, field_name, own, is_first=is_first)
    if is_first and (_counts_rows(column) or (not head and _looks_numbered(filled))):
        return "number"
    return "points" if not is_numeric(head) and not is_date(head) else ""


def _text_field(column: TableColumn, field_name: str, own: Sequence[Variant], *, is_first: bool) -> str:
    """The field of a column of texts."""
    if field_name in FIELDS:
        return field_name
    if column.head or not is_first:
        return ""
    if any(profile_named(cell, own) for cell in column.filled):
        return "game"
    numbers = [cell for cell in column.filled if number_in(cell) is not None]
    if not numbers:
        return ""
    return "round" if any(is_round(cell.rstrip("0123456789 .:)")) for cell in numbers) else "number"


def _counts_rows(column: TableColumn) -> bool:
    """Whether the cells of a first column are 1, 2, 3 … and words of sums or remarks."""
    numbers = [number for number in column.numbers if number is not None]
    words = [cell for cell in column.filled if whole_number(cell) is None]
    says_so = bool(words) and all(is_total(word) or is_beside(word) for word in words)
    counts = len(numbers) >= FEWEST and numbers == list(range(1, len(numbers) + 1))
    return counts and (says_so or (not words and not column.head))


def _looks_numbered(filled: Sequence[str]) -> bool:
    """Whether the cells of a column without a head are running numbers that may start again."""
    numbers = [number_in(cell) for cell in filled]
    found = [number for number in numbers if number is not None]
    is_step = (b in (a, a + 1, a - 1, 1) or a == 1 for a, b in pairwise(found))
    return len(found) == len(filled) and min(found) <= 1 and all(is_step)


def _players(columns: Sequence[TableColumn], names: Collection[str]) -> dict[int, str]:
    """Whether each column of numbers is that of a player."""
    known = [column for column in columns if folded(column.head) in names]
    if len(columns) - len(known) > MOST_COLUMNS:
        raise BadDocument("", "more than %(most)s columns with numbers", most=MOST_COLUMNS)
    roles = {column.index: PLAYER for column in known}
    if len(known) == len(columns):
        return roles
    alike = _same_measure(columns)
    computed = _sums_of_others(columns)
    odd = _breaks_zero_sum(columns)
    for column in (column for column in columns if column not in known):
        if not column.head:
            role = OTHER if column.counts or computed == {column.index} else OPEN
        elif is_a_name_too(column.head) or column.index in alike:
            role = OPEN
        elif computed == {column.index} or _says_something_else(column.head):
            role = OTHER
        elif len(known) >= FEWEST or column.index in (*computed, odd) or column.counts or _may_count(column):
            role = OPEN
        else:
            role = PLAYER
        roles[column.index] = role
    return roles


def _says_something_else(head: str) -> bool:
    return is_total(head) or is_beside(head) or is_measure(head)


def _may_count(column: TableColumn) -> bool:
    """Whether the cells of the first column are 1 and 2: too few to tell running numbers from points."""
    return column.index == 0 and column.numbers == [1, 2]


def _same_measure(columns: Sequence[TableColumn]) -> set[int]:
    """The columns of points whose heads begin or end alike, as "score_anna" and "score_bo"."""
    words = {column.index: re.split(r"[\W_]+", folded(column.head)) for column in columns}
    found = set()
    for index, own in words.items():
        for other in (theirs for i, theirs in words.items() if i != index and len(own) == len(theirs) > 1):
            if (is_measure(own[0]) and own[0] == other[0]) or (is_measure(own[-1]) and own[-1] == other[-1]):
                found.add(index)
    return found


def _sums_of_others(columns: Sequence[TableColumn]) -> set[int]:
    """The columns that are the sum of all others in three rows or more, and in every row."""
    if len(columns) <= FEWEST:
        return set()
    totals = [sum(filter(None, row)) for row in zip(*(column.numbers for column in columns), strict=True)]
    found = set()
    for column in columns:
        rows = [(own, total) for own, total in zip(column.numbers, totals, strict=True) if own is not None]
        is_sum = sum(bool(own) for own, _total in rows) >= FEWEST_TO_COUNT
        if is_sum and all(own == total - own for own, total in rows):
            found.add(column.index)
    return found


def _breaks_zero_sum(columns: Sequence[TableColumn]) -> int | None:
    """The column without which the points of every row add up to nothing; None if there is none."""
    if len(columns) <= FEWEST or not any(n for column in columns for n in column.numbers if n and n < 0):
        return None
    rows = [[n or 0 for n in row] for row in zip(*(column.numbers for column in columns), strict=True)]
    rows = [row for row in rows if any(row)]
    if len(rows) < FEWEST_TO_COUNT or all(sum(row) == 0 for row in rows):
        return None
    without = [i for i, _column in enumerate(columns) if all(sum(row) == row[i] for row in rows)]
    return columns[without[0]].index if len(without) == 1 else None
