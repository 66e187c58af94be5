"""The columns of a table, and what each seems to be by its head, its cells, and the names of the group."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from files.document.checks import BadDocument
from files.readers.dates import is_date, is_day
from files.readers.numbers import is_numeric, whole_number
from files.readers.tables.lines import Line, letters
from files.readers.tables.words import (
    is_a_name_too,
    is_beside,
    is_game_number,
    is_measure,
    is_number,
    is_round,
    is_total,
    role_of,
)
from game.variants import Variant
from game.variants.scoring_profiles import profile_named
from models.names import folded

PLAYER, NAME, POINTS, OTHER = "player", "name", "points", "other"
OPEN = ""  # only a person can say what it is
DATE, TIME, GAME, PLACE, NOTE = "date", "time", "game", "place", "note"
ROUND, SESSION, NUMBER = "round", "session", "number"
WON, REACHED, STARTS = "won", "reached", "starts"
RESULTS = (WON, REACHED, STARTS)  # of a player
CARRIED = (DATE, GAME, SESSION, ROUND, PLACE, NOTE)  # of a game
FIELDS = (*CARRIED, TIME, NUMBER, *RESULTS)
ROLES = (PLAYER, NAME, POINTS, DATE, TIME, GAME, ROUND, SESSION, NUMBER, PLACE, NOTE, *RESULTS, OTHER)
MIN_PLAYERS = 2
MIN_ROWS_TO_COUNT = 3  # of 1, 2, 3
MAX_NUMERIC_COLUMNS = 60
NOTHING = frozenset(("", "-", "–", "—", "."))  # did not play
NUMBERED = re.compile(r"[^\d]{0,12}?([0-9]{1,4})[.:)]?")  # Round 3, R3, 3., #3
NUMBER_AT_END = re.compile(
    r".*(?:[^0-9](?=[0-9]{1,2}\Z)|[ _-](?=[A-Za-z]\Z))(.+)", re.DOTALL
)  # Score_12, Points A
MAX_LETTERS_BEFORE = 2  # a number, without being a word
TIME_OF_DAY = re.compile(
    r"(?:kl\.? ?)?(?:(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-9]{2})?(?: ?[ap]\.?m\.?)?|24:00)", re.IGNORECASE
)
AFTERNOON = re.compile(r"(?:kl\.? ?)?(?:(?:1[2-9]|2[0-3]):|[0-9:]+ ?p\.?m)", re.IGNORECASE)
SHORT_DATE, LONG_DATE = 6, 8  # digits of 240517, which may be points, and of 20240517
SAMPLE_SIZE = 40  # cells


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
    def sample(self) -> Sequence[str]:
        """Cells from the whole column, at most twice SAMPLE_SIZE."""
        return self.filled[:: max(1, len(self.filled) // SAMPLE_SIZE)]

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
        length = LONG_DATE if self.index else SHORT_DATE
        cells = [cell for cell in self.sample if not is_total(cell)]
        are_dates = all(len(cell) >= length and is_date(cell) for cell in cells if is_numeric(cell))
        return are_dates and sum(map(is_date, cells)) * 2 > len(cells)

    @cached_property
    def has_times(self) -> bool:
        """Whether most cells are times of day; without any in the afternoon they may be durations."""
        times = [cell for cell in self.sample if ":" in cell]
        are_times = all(map(TIME_OF_DAY.fullmatch, times)) and any(map(AFTERNOON.match, times))
        return are_times and len(times) * 2 > len(self.sample)

    @cached_property
    def counts(self) -> bool:
        """Whether the cells are 1, 2, 3 … or the same backwards; in the first column 1 and 2 are enough."""
        numbers = [number for number in self.numbers if number is not None]
        up = list(range(1, len(numbers) + 1))
        least = MIN_ROWS_TO_COUNT if self.index else MIN_PLAYERS
        return len(numbers) == len(self.filled) >= least and numbers in (up, up[::-1])

    @property
    def says_player(self) -> bool:
        words = ("player", "spelare", "spieler", "spiller", "joueur")
        return role_of(self.head) == NAME or any(word in folded(self.head) for word in words)


def columns_of(head: Line, below: Sequence[Line]) -> list[TableColumn]:
    """All columns that have a head or a cell. below: lines; empty ones are left out."""
    rows = [cells for _number, cells in below if any(cells)]
    width = max(len(head[1]), *map(len, rows), 0)
    columns = (
        TableColumn(
            index,
            head[1][index] if index < len(head[1]) else "",
            tuple(cells[index] if index < len(cells) else "" for cells in rows),
        )
        for index in range(width)
    )
    return [column for column in columns if column.head or column.filled]


def number_in(cell: str) -> int | None:
    """The number of a round or game."""
    found = NUMBERED.fullmatch(cell)
    return int(found[1]) if found else None


def named_roles(columns: Sequence[TableColumn], names: Collection[str]) -> tuple[dict[int, str], bool]:
    """The roles of a table in which names stand in cells, and whether a head says so; {} if none can.

    names: folded names of the group’s players.
    """
    roles = dict.fromkeys((column.index for column in columns), OTHER)
    for role, column in _fields(columns):
        roles[column.index] = role
    others = [column for column in columns if roles[column.index] == OTHER]
    pairs = _pairs(others) or _repeated_pairs(columns)
    if len(pairs) >= MIN_PLAYERS:
        return roles | {
            c.index: role for pair in pairs for c, role in zip(pair, (NAME, POINTS), strict=True)
        }, True
    texts = sorted(filter(_may_be_names, others), key=lambda column: _unlikely(column, names))
    numeric = [column for column in others if column.is_numeric and not column.has_dates]
    has_results = WON in roles.values() or REACHED in roles.values()
    if not texts or not (numeric or has_results):
        return {}, False
    is_named = texts[0].says_player
    cells = [folded(cell) for cell in texts[0].filled]
    repeats = MIN_PLAYERS <= len(set(cells)) < len(cells) and any(role != OTHER for role in roles.values())
    are_known = len(set(cells).intersection(names)) >= MIN_PLAYERS
    if not (is_named or repeats or are_known):
        return roles | dict.fromkeys((column.index for column in (*texts, *numeric)), OPEN), False
    numeric.sort(key=lambda column: role_of(column.head) != POINTS)
    is_sure = len(numeric) < MIN_PLAYERS or sum(role_of(column.head) == POINTS for column in numeric) == 1
    roles |= _one_of(texts, NAME, is_sure=is_named or are_known or len(texts) == 1)
    return roles | _one_of(numeric, POINTS, is_sure=is_sure), is_named


def _one_of(columns: Sequence[TableColumn], role: str, *, is_sure: bool) -> dict[int, str]:
    """The first column with a role that only one has, unless that is open."""
    if not is_sure:
        return dict.fromkeys((column.index for column in columns), OPEN)
    return {column.index: role for column in columns[:1]}


def _fields(columns: Sequence[TableColumn]) -> Iterator[tuple[str, TableColumn]]:
    """Columns beside names and points, each role once."""
    dates = [column for column in columns if _has_days(column)]
    if dates:
        yield DATE, next((column for column in dates if role_of(column.head) == DATE), dates[0])
    seen = {DATE} if dates else set[str]()
    for column in columns:
        role = ROUND if is_round(column.head) else role_of(column.head)
        if not role and column.has_times and dates:
            role = TIME
        if role == PLACE and column.is_numeric:
            role = REACHED
        if role in FIELDS and role not in seen and column.filled:
            seen.add(role)
            yield role, column


def _has_days(column: TableColumn) -> bool:
    return column.has_dates or (role_of(column.head) == DATE and any(map(is_day, column.sample)))


def _may_be_names(column: TableColumn) -> bool:
    """Whether a column has a text in nearly every row and says nothing else, or its head says it."""
    is_full = len(column.filled) >= MIN_PLAYERS and len(column.filled) * 10 >= len(column.cells) * 9
    is_text = bool(column.filled) and not column.is_numeric and not column.has_dates
    are_numbered = all(_is_numbered(cell) or is_total(cell) for cell in column.sample)
    return (
        is_text
        and not are_numbered
        and (role_of(column.head) == NAME or (is_full and not is_beside(column.head)))
    )


def _unlikely(column: TableColumn, names: Collection[str]) -> tuple[bool, int, int]:
    """The sort key of columns that may hold names: the likeliest first."""
    known = {folded(cell) for cell in column.filled}.intersection(names)
    return not column.says_player, -len(known), column.index


def _pairs(columns: Sequence[TableColumn]) -> list[tuple[TableColumn, TableColumn]]:
    """The columns of names with the columns of their points: “Player 1” with “Score 1”."""
    numbered = [(found[1], c) for c in columns if (found := NUMBER_AT_END.fullmatch(c.head))]
    texts = {number: column for number, column in numbered if not column.is_numeric}
    numeric = {number: column for number, column in numbered if column.is_numeric}
    return [(texts[number], numeric[number]) for number in texts if number in numeric]


def _repeated_pairs(columns: Sequence[TableColumn]) -> list[tuple[TableColumn, TableColumn]]:
    """The columns of names with those of their points under repeated heads: Name, Points, Name, Points."""
    names = [column for column in columns if role_of(column.head) == NAME and not column.is_numeric]
    points = [column for column in columns if role_of(column.head) == POINTS and column.is_numeric]
    return list(zip(names, points, strict=True)) if len(names) == len(points) else []


def wide_roles(
    columns: Sequence[TableColumn], names: Collection[str], own: Sequence[Variant] = ()
) -> dict[int, str]:
    """The likeliest role of each column if each player has one.

    names: folded names of the group’s players. own: its games. Raises BadDocument for too many columns with
    numbers.
    """
    roles = dict.fromkeys((column.index for column in columns), OTHER)
    may_be_dates = sum(column.is_numeric for column in columns) > MIN_PLAYERS  # two players must remain
    dates = [
        column
        for column in columns
        if _has_days(column) and folded(column.head) not in names and (may_be_dates or not column.is_numeric)
    ]
    of_dates = next((column for column in dates if role_of(column.head) == DATE), next(iter(dates), None))
    may_play: list[TableColumn] = []
    for column in columns:
        role = DATE if column is of_dates else _role_beside(column, names, own, is_first=not may_play)
        if role == PLAYER:
            may_play.append(column)
        elif role and role not in roles.values():
            roles[column.index] = role
    times = [column for column in columns if column.has_times and roles[column.index] == OTHER]
    if times and of_dates is not None:
        roles[times[0].index] = TIME
    return roles | _players(may_play, names)


def _role_beside(
    column: TableColumn, names: Collection[str], own: Sequence[Variant], *, is_first: bool
) -> str:
    """What a column is beside those of players; PLAYER if it may be one of them, "" if nothing is known.

    is_first: whether it stands before all of them.
    """
    head, filled = column.head, column.filled
    if not filled:
        return ""
    if folded(head) in names:
        return PLAYER
    role = role_of(head)
    says_number = is_round(head) or is_number(head) or is_game_number(head) or role == DATE
    if says_number and (not is_a_name_too(head) or (is_first and _looks_numbered(filled))):
        words = [cell for cell in column.sample if not _is_numbered(cell)]
        is_numbered = len(words) < len(filled) and all(is_total(word) or is_beside(word) for word in words)
        if is_numbered or (column.is_numeric and not is_game_number(head) and role != DATE):
            return SESSION if is_game_number(head) else ROUND if is_round(head) else NUMBER
    if not column.is_numeric:
        if role in (GAME, PLACE, NOTE, WON):
            return role
        return _role_of_texts(filled, own) if is_first and not head else ""
    if is_first and (_counts_rows(column) or (not head and _looks_numbered(filled))):
        return NUMBER
    return PLAYER if not is_numeric(head) and not is_date(head) else ""


def _role_of_texts(filled: Sequence[str], own: Sequence[Variant]) -> str:
    """What a first column of texts without a head is."""
    if any(profile_named(cell, own) for cell in filled):
        return GAME
    numbered = [cell for cell in filled if number_in(cell) is not None]
    if any(is_round(cell.rstrip("0123456789 .:)")) for cell in numbered):
        return ROUND
    return NUMBER if numbered else ""


def _is_numbered(cell: str) -> bool:
    """Whether a cell is the number of a round or game: "3", "R3", "Game 3"; not "Phase 10"."""
    word = cell.rstrip("0123456789.:) ").rstrip(" #(")
    says_number = is_round(word) or is_number(word) or is_game_number(word)
    return number_in(cell) is not None and (len(word) <= MAX_LETTERS_BEFORE or says_number)


def _counts_rows(column: TableColumn) -> bool:
    """Whether the cells of a first column are 1, 2, 3 … and words of sums or remarks."""
    numbers = [number for number in column.numbers if number is not None]
    words = [cell for cell in column.filled if whole_number(cell) is None]
    says_so = bool(words) and all(is_total(word) or is_beside(word) for word in words)
    counts = len(numbers) >= MIN_PLAYERS and numbers == list(range(1, len(numbers) + 1))
    return counts and (says_so or (not words and not column.head))


def _looks_numbered(filled: Sequence[str]) -> bool:
    """Whether cells are running numbers that may start again."""
    numbers = [number for cell in filled if (number := number_in(cell)) is not None]
    is_step = (b in (a, a + 1, a - 1, 1) or a == 1 for a, b in pairwise(numbers))
    return len(numbers) == len(filled) and min(numbers) <= 1 and all(is_step)


def _players(columns: Sequence[TableColumn], names: Collection[str]) -> dict[int, str]:
    """Which columns of numbers are those of players. Where the group has two of them, another one is open."""
    known = [column.index for column in columns if folded(column.head) in names]
    if len(columns) - len(known) > MAX_NUMERIC_COLUMNS:
        raise BadDocument("", "more than %(most)s columns with numbers", most=MAX_NUMERIC_COLUMNS)
    computed = _computed(columns)
    heads = {folded(column.head) for column in columns}
    twice = [name for name, count in Counter(folded(column.name) for column in columns).items() if count > 1]
    roles: dict[int, str] = {}
    for column in columns:
        says_something_else = is_total(column.head) or is_beside(column.head) or is_measure(column.head)
        if folded(column.name) in twice:
            role = OPEN
        elif column.index in known:
            role = PLAYER
        elif says_something_else and not is_a_name_too(column.head):
            role = OTHER
        elif len(known) >= MIN_PLAYERS or column.index in computed or column.counts or not column.head:
            role = OPEN
        else:
            may_measure = is_a_name_too(column.head) or is_measure(column.head.replace("_", " "))
            words = folded(column.head).split()
            is_about_another = len(words) > 1 and not heads.isdisjoint(words)  # Anna’s rank
            is_open = may_measure or is_about_another or "(" in column.head or role_of(column.head) == DATE
            role = OPEN if is_open else PLAYER
        roles[column.index] = role
    return roles


def _computed(columns: Sequence[TableColumn]) -> set[int]:
    """The columns that are the sum of all others wherever they have a number, three times or more not 0, and
    those without which the numbers of every row, some below zero, add up to 0.
    """
    rows = [row for row in zip(*(column.numbers for column in columns), strict=True) if any(row)]
    if len(columns) <= MIN_PLAYERS or len(rows) < MIN_ROWS_TO_COUNT:
        return set()
    totals = [sum(filter(None, row)) for row in rows]
    has_negative = any(number and number < 0 for row in rows for number in row)
    computed = set()
    for place, column in enumerate(columns):
        cells = [(row[place], total - (row[place] or 0)) for row, total in zip(rows, totals, strict=True)]
        are_numbers = sum(bool(number) for number, _rest in cells) >= MIN_ROWS_TO_COUNT
        is_sum = all(number is None or number == rest for number, rest in cells)
        is_beside_zero = has_negative and all(rest == 0 for _number, rest in cells)
        if are_numbers and (is_sum or is_beside_zero):
            computed.add(column.index)
    return computed
