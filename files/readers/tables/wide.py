"""The lines of a table in which each player has a column: entries, sums, rankings, titles and remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from files.readers.dates import is_date, is_day
from files.readers.numbers import is_numeric, whole_number
from files.readers.tables.columns import (
    DATE,
    GAME,
    NOTE,
    NOTHING,
    NUMBER,
    PLACE,
    ROUND,
    SESSION,
    TIME,
    WON,
    number_in,
)
from files.readers.tables.entries import (
    MAX_CELL_LENGTH,
    EntryMaker,
    Points,
    SkippedRow,
    TableEntry,
    TableRows,
    TotalsRow,
    WordInRows,
)
from files.readers.tables.words import is_a_name_too, is_beside, is_total, role_of
from game.variants import Variant
from game.variants.scoring_profiles import game_in_title, profile_named
from models.names import folded, is_visible

MIN_ROWS_TO_SUM = 2  # above a row without a known word that may be their sum
MIN_ROWS_TO_RUN = 3  # that never go down, before that looks like running totals
MIN_PLAYERS_TO_RANK = 3  # whose places are no coincidence
MAX_TITLE_LENGTH = 200
DATE_IN_TITLE = re.compile(
    r"(?<![0-9])[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?![0-9])"
    r"|(?<![0-9])[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}(?![0-9])"
    r"|(?<![0-9/])[0-9]{1,2}/[0-9]{1,2}(?: ?-? ?(?:[0-9]{4}|[0-9]{2}))?(?![0-9/])"
    r"|(?<![0-9])[0-9]{1,2}\.? [^\W\d_]+\.? [0-9]{4}(?![0-9])"
    r"|[^\W\d_]+\.? [0-9]{1,2},? [0-9]{4}(?![0-9])"
)
TOTALS, IGNORED = "totals", "ignored"  # what a row with a word is, beside ROUND


@dataclass
class CarriedOver:
    """What applies to the rows below until something else is said."""

    date: str = ""
    game: str = ""
    number: str = ""

    def remember(self, cells: Sequence[str], own: Sequence[Variant]) -> bool:
        """Remember the date and the game of a title; return whether it has one. own: games of the group."""
        has_one = False
        for cell in filter(None, cells):
            if written := _date_in(cell):
                self.date, has_one = written, True
            if game := cell if profile_named(cell, own) else game_in_title(cell, own):
                self.game, has_one = game, True
        return has_one


def _date_in(title: str) -> str:
    """The date in a title: "Evening 3, 17 May 2024 at Bo’s"; "" without one, or with several."""
    if is_date(title):
        return title
    parts = [part[0] for part in DATE_IN_TITLE.finditer(title[:MAX_TITLE_LENGTH]) if is_day(part[0])]
    return parts[0] if len(parts) == 1 else ""


class Sums:
    """The sums of entries, by folded name.

    newest: the last points of each. are_numbers: whether all cells are. rises: whether no number is lower
    than the one above.
    """

    def __init__(self) -> None:
        self.totals: Points = {}
        self.newest: Points = {}
        self.count = 0
        self.are_numbers = self.rises = True

    def add(self, entry: TableEntry) -> None:
        self.count += 1
        self.are_numbers = self.are_numbers and entry.wrong is None
        for name, points in entry.points.items():
            self.totals[name] = self.totals.get(name, 0) + points
            self.rises = self.rises and points >= self.newest.get(name, points)
        self.newest |= entry.points

    def equal(self, numbers: Points) -> bool:
        """Whether these are the sums, or the last numbers of running totals."""
        may_run = self.rises and self.count >= MIN_ROWS_TO_RUN
        return self.are_numbers and any(
            all(sums.get(name, 0) == number for name, number in numbers.items())
            for sums in (self.totals, self.newest if may_run else self.totals)
        )

    def rank(self, numbers: Points) -> bool:
        """Whether these are the places that the sums give, the highest or the lowest first."""
        if (
            not self.are_numbers
            or len(numbers) < MIN_PLAYERS_TO_RANK
            or not numbers.keys() <= self.totals.keys()
        ):
            return False
        signed = ([sign * self.totals[name] for name in numbers] for sign in (1, -1))
        ranks = [[1 + sum(other < total for other in totals) for total in totals] for totals in signed]
        return list(numbers.values()) in ranks


class WideRows:
    """Reads lines into a table; updates `carried`. decided: what rows are, by folded word."""

    def __init__(
        self, table: TableRows, carried: CarriedOver, decided: Mapping[str, str], maker: EntryMaker
    ) -> None:
        self.table, self.carried, self.decided, self.maker = table, carried, decided, maker
        self.fields, self.own = table.fields, maker.context.own
        self.columns = frozenset(table.players.values())
        self.first = min(self.columns)
        self.beside = frozenset(self._columns_beside())
        self.key = self._key_column()
        self.above, self.before = Sums(), Sums()  # the entries since the last sums, and those above them

    def read(self) -> None:
        for number, cells in self.table.section.lines:
            if any(cells):
                self._add(number, cells)
            elif GAME in self.fields:
                self.carried.game = ""
        self._notice_sums()

    def _add(self, number: int, cells: Sequence[str]) -> None:
        points = {
            name: cell
            for name, column in self.table.players.items()
            if (cell := _cell(cells, column)) not in NOTHING
        }
        word = self._word(cells)
        is_title = sum(map(bool, cells)) == 1 and not any(map(is_numeric, points.values()))
        if not points or is_title:
            if word or not self.carried.remember(cells, self.own):
                self.table.lines.append(SkippedRow(number))
            return
        entry = self._entry(number, cells, points, has_word=bool(word))
        is_what = self._what(word, entry) if word else ROUND
        if is_what == ROUND:
            self.table.lines.append(entry)
            self.above.add(entry)
        elif is_what == TOTALS:
            self.table.lines.append(TotalsRow(number, points))
            self.above, self.before = Sums(), self.above
        else:
            self.table.lines.append(SkippedRow(number, word))

    def _entry(
        self, number: int, cells: Sequence[str], points: Mapping[str, str], *, has_word: bool
    ) -> TableEntry:
        """has_word: whether the first cell is neither a number nor a date."""
        told = {
            role: cell
            for role, column in self.fields.items()
            if (cell := _cell(cells, column)) and not (has_word and column == self.key)
        }
        carried = self.carried
        carried.date, carried.game = told.get(DATE, carried.date), told.get(GAME, carried.game)
        carried.number = told.get(SESSION) or told.get(NUMBER, carried.number)
        told |= {DATE: carried.date, GAME: carried.game, NUMBER: "" if has_word else carried.number}
        empty = [name for name in self.table.players if name not in points]
        ordinal = number_in(told.get(SESSION) or told[NUMBER])
        return self.maker.entry(self.table, number, told, points, empty=empty, ordinal=ordinal)

    def _word(self, cells: Sequence[str]) -> str:
        """What stands in a row instead of a number or date; "" if it is a usual row."""
        keys = [self.fields[role] for role in (DATE, ROUND, NUMBER, SESSION) if role in self.fields]
        has_key = any(_is_plain(_cell(cells, column)) for column in keys)
        for column, cell in enumerate(cells):
            says_nothing = column in self.columns or column in self.beside or is_day(cell)
            is_remark = has_key and column not in keys and _cell(self.table.section.head[1], column)
            if cell and not says_nothing and not is_remark:
                label, is_left = _without_number(cell), column < self.first
                may_be_name = is_a_name_too(label) and (has_key or not is_left)
                if not may_be_name and (is_total(label) or (is_left and is_beside(label))):
                    return cell
        cell = _cell(cells, self.key) if self.key is not None else ""
        is_usual = not is_visible(cell) or cell in NOTHING or _is_plain(cell) or profile_named(cell, self.own)
        return "" if is_usual else cell

    def _columns_beside(self) -> Iterator[int]:
        """The columns whose words say nothing about a row: of places, winners, weekdays and notes."""
        yield from (column for role, column in self.fields.items() if role in (PLACE, NOTE, WON, TIME))
        for column, head in enumerate(self.table.section.head[1]):
            is_other_day = role_of(head) == DATE and column != self.fields.get(DATE)
            if column not in self.columns and (is_other_day or is_beside(head)):
                yield column

    def _what(self, word: str, entry: TableEntry) -> str:
        """What a row with a word is: by arithmetic, by its word, or as it was decided. Nothing is guessed."""
        kind = folded(_without_number(word))[:MAX_CELL_LENGTH]
        certain = self._certainly(kind, entry)
        name = self.table.section.row(entry.number)
        seen = self.table.words.setdefault(kind, WordInRows(word[:MAX_CELL_LENGTH], name, bool(certain)))
        if seen.is_sure and not certain:
            seen.is_sure, seen.row = False, name
        return self.decided.get(kind, certain or IGNORED)

    def _certainly(self, kind: str, entry: TableEntry) -> str:
        """What a row with a word is by arithmetic, or by its word; "" if neither says it."""
        numbers = {name: n for name, cell in entry.cells.items() if (n := whole_number(cell)) is not None}
        above = self.above if self.above.count else self.before
        is_sum = bool(numbers) and above.count >= MIN_ROWS_TO_SUM and above.equal(numbers)
        if is_total(kind) or is_sum:
            return TOTALS
        return IGNORED if is_beside(kind) or above.rank(numbers) else ""

    def _notice_sums(self) -> None:
        """Take a last row without a number or day of its own for sums if it has those of the rows above."""
        entries, count = self.table.entries, self.above.count
        if count <= MIN_ROWS_TO_SUM or self.table.lines[-1] is not entries[-1] or not self.above.are_numbers:
            return
        above, last = entries[-2:]
        number = last.ordinal if last.round is None else last.round
        same = above.ordinal if last.round is None else above.round
        sums = {name: total - last.points.get(name, 0) for name, total in self.above.totals.items()}
        is_sum = any(sums.values()) and all(last.points.get(name, 0) == total for name, total in sums.items())
        if is_sum and number in (None, same) and last.written_date == above.written_date:
            self.table.lines[-1] = TotalsRow(last.number, last.cells, is_sure=False)

    def _key_column(self) -> int | None:
        """The first column, if it has numbers or dates, or nothing but words of sums."""
        numbered = (self.fields[role] for role in (DATE, ROUND, NUMBER, SESSION) if role in self.fields)
        key = min(numbered, default=0 if self.first else None)
        if key is None or key in [self.fields.get(role) for role in (GAME, PLACE, NOTE, WON)]:
            return None
        cells = [_cell(cells, key) for _number, cells in self.table.section.lines if any(cells)]
        words = {folded(cell) for cell in cells if cell and not _is_plain(cell)}
        unknown = sum(not (is_total(word) or is_beside(word)) for word in words)
        return key if unknown <= sum(map(_is_plain, cells)) else None


def _cell(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def _is_plain(cell: str) -> bool:
    """Whether a cell is a number or a date, or has a part of one."""
    has_digit = any(sign.isdigit() for sign in cell)
    return has_digit and (not is_total(_without_number(cell)) or is_day(cell))


def _without_number(word: str) -> str:
    """ "Total 2" without its number."""
    return word.strip("0123456789 .:#()")
