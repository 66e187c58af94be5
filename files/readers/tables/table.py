"""Tables of other people: what they do not say becomes a question.

A question has the likeliest answer where there is one; without one it must be answered before the games are
imported. The draft keeps the cells, so that they can be read again with other answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from files.document.checks import LAST_YEAR, BadDocument
from files.importing.draft import Draft, FileWarning, Question, Table
from files.readers.context import ReadingContext
from files.readers.dates import ONE_WAY, is_date, lacks_year, orders_of, past_orders
from files.readers.numbers import rounded_points, whole_number
from files.readers.tables.columns import GAME, MIN_PLAYERS, ROLES, ROUND, SESSION, TableColumn
from files.readers.tables.entries import (
    ABSENT,
    MAX_CELL_LENGTH,
    OUT,
    EntryMaker,
    TableEntry,
    TableRows,
    TotalsRow,
    WordInRows,
)
from files.readers.tables.games import (
    GAMES,
    ROUNDS,
    TableGames,
    TableSums,
    empty_may_be_zero,
    goes_on,
    may_run,
    usual_kind,
)
from files.readers.tables.lines import Line
from files.readers.tables.named import read_named
from files.readers.tables.roles import Heads, Roles, cells_shown, heads_of, key_of, preselected
from files.readers.tables.sections import SHEET, TableSection, has_names, sections_of
from files.readers.tables.wide import IGNORED, TOTALS, CarriedOver, WideRows
from files.readers.tables.words import is_beside, is_total
from models.names import folded

MAX_PLAYERS, MAX_WORDS_ASKED, MAX_ROLES = 40, 20, 400
YES, NO = "yes", "no"
READ = "read"
YEAR, DECIMALS, ROUNDED = "year", "decimals", "rounded"
YEARS_OFFERED = 30
ROLE_KEY, ROW_KEY, SHEET_KEY = "role-", "row-", "sheet-"
UNANSWERED = ""


class TableReader:
    """Reads the tables of a file. Raises BadDocument if there is none.

    answers: to its questions, by their keys.
    """

    def __init__(
        self, lines: Sequence[Line], context: ReadingContext, answers: Mapping[str, str] | None = None
    ) -> None:
        self.lines, self.answers = lines, answers or {}
        self.context = context
        year = self.answers.get(YEAR, "")
        self.year = int(year) if year in _years(context.today) else None
        self.maker = EntryMaker(context, self.year, rounds=self.answers.get(DECIMALS) != IGNORED)
        self.sections = sections_of(lines)
        if not self.sections:
            raise _no_table(lines)
        self.questions: list[Question] = []
        self.warnings: list[FileWarning] = []
        self.roles: dict[Heads, Roles] = {}
        self.sheets = {
            f"{SHEET_KEY}{n}": line[1][0] for n, line in enumerate(x for x in lines if x[0] == SHEET)
        }
        self.ignored = {title for key, title in self.sheets.items() if self.answers.get(key) == IGNORED}
        self.without_players: set[str] = set()  # sheets in which two or more players may be chosen
        self.tables = self._read_tables()

    def draft(self) -> Draft:
        self._ask_which_sheets()
        self._leave_out_sums()
        self._ask_which_year()
        self._ask_about_decimals()
        order, day = self._order(), self._day()
        for table in self.tables:
            table.order = order
        self._ask_what_rows_are()
        games = TableGames(self.context, self.tables)
        for table in self.tables:
            games.read(table, day)
        read = games.draft()
        kept = Table(lines=list(self.lines), questions=self.questions)
        return replace(read, warnings=[*self.warnings, *read.warnings], table=kept)

    def _read_tables(self) -> list[TableRows]:
        sections = [section for section in self.sections if section.sheet not in self.ignored]
        for section in sections:
            self._ask_roles(section)
        prefix = len(ROW_KEY)
        decided = {key[prefix:]: answer for key, answer in self.answers.items() if key.startswith(ROW_KEY)}
        tables: list[TableRows] = []
        words: dict[str, WordInRows] = {}
        carried, sheet = CarriedOver(), ""
        for section in sections:
            if section.sheet != sheet or section.titles:
                carried, sheet = CarriedOver(), section.sheet
            table = self._read(section, carried, decided, has_others=len({s.sheet for s in sections}) > 1)
            for kind, word in table.words.items():
                if words.setdefault(kind, word).is_sure:
                    words[kind] = word
            if table.entries and tables and goes_on(tables[-1], table):
                tables[-1].lines += table.lines
            elif table.entries:
                tables.append(table)
        self._ask_about_words({kind: word for kind, word in words.items() if not word.is_sure})
        if not (tables or self.ignored or any(roles.may_be_chosen for roles in self.roles.values())):
            raise _without_points(self.sections[0].row(self.sections[0].head[0]))
        return tables

    def _read(
        self, section: TableSection, carried: CarriedOver, decided: Mapping[str, str], *, has_others: bool
    ) -> TableRows:
        """Read the rows of a section. has_others: whether other sheets have tables, too."""
        roles = self.roles[heads_of(section)]
        fields = roles.fields
        for _number, title in section.titles:
            carried.remember(title, self.context.own)
        if not section.turned and is_date(section.head[1][0]):
            carried.date = section.head[1][0]
        if has_others and not carried.game and GAME not in fields:
            carried.game = _game_of_sheet(section.sheet)
        table = TableRows(
            section, fields, row_is=ROUNDS if ROUND in fields else GAMES if SESSION in fields else ""
        )
        if roles.pairs:
            table.is_named = True
            read_named(table, roles, carried, self.maker)
            return table
        players = roles.players(section)
        if len(players) > MAX_PLAYERS:
            raise BadDocument(section.row(section.head[0]), "more than %(most)s people", most=MAX_PLAYERS)
        if len(players) >= MIN_PLAYERS:
            table.names = {folded(name): " ".join(name.split()) for name in players}
            table.players = {folded(name): column for name, column in players.items()}
            WideRows(table, carried, decided, self.maker).read()
        elif roles.may_be_chosen:
            self.without_players.add(section.sheet)
        return table

    def _ask_roles(self, section: TableSection) -> None:
        """What the columns are; asked once for all tables with these heads."""
        heads = heads_of(section)
        if heads in self.roles:
            return
        kind, roles = len(self.roles), preselected(section, self.context)
        self.roles[heads] = roles
        if sum(len(known.of) for known in self.roles.values()) > MAX_ROLES:
            raise BadDocument("", "more than %(most)s columns with different heads", most=MAX_ROLES)
        for column in roles.columns:
            about = _about_column(column) | {"heads": key_of(heads)}
            usual = roles.of[column.index]
            roles.choose(column.index, self._ask(f"{ROLE_KEY}{kind}-{column.index}", usual, ROLES, **about))

    def _ask_about_words(self, words: Mapping[str, WordInRows]) -> None:
        """words: those in rows of which nothing says what they are."""
        if len(words) > MAX_WORDS_ASKED:
            raise BadDocument(
                "1", "more than %(most)s rows with words instead of numbers", most=MAX_WORDS_ASKED
            )
        for kind, word in words.items():
            self._ask(ROW_KEY + kind, UNANSWERED, (TOTALS, ROUND, IGNORED), word=word.word, row=word.row)

    def _ask_which_sheets(self) -> None:
        """Which sheets of a workbook to read; not one whose numbers are the sums of all others."""
        if len(self.sheets) < MIN_PLAYERS:
            return
        with_tables = {table.section.sheet for table in self.tables} | self.ignored | self.without_players
        for key, title in self.sheets.items():
            about = {"name": title[:MAX_CELL_LENGTH]}
            if title not in with_tables:
                self.warnings.append(FileWarning(at="", code="sheet", values=about))
            elif len(with_tables) > 1:
                own = [table for table in self.tables if table.section.sheet == title]
                others = [table for table in self.tables if table.section.sheet != title]
                usual = IGNORED if TableSums(others).are_in(own) else READ
                if self._ask(key, usual, (READ, IGNORED), **about) == IGNORED:
                    self.ignored.add(title)
        self.tables = [table for table in self.tables if table.section.sheet not in self.ignored]

    def _leave_out_sums(self) -> None:
        """Leave out tables whose numbers are the sums of the others on the same sheet, as rankings are."""
        sheets: dict[str, list[TableRows]] = defaultdict(list)
        for table in self.tables:
            sheets[table.section.sheet].append(table)
        for tables in sheets.values():
            sums = TableSums(tables)
            for place in reversed(range(len(tables))):
                table = tables[place]
                sums.remove(table)
                if sums.rows > 1 and sums.are_in([table]):
                    row = table.section.row(table.entries[0].number)
                    self.warnings.append(FileWarning(at=row, code="sums", values={"row": row}))
                    del tables[place]
                else:
                    sums.add(table)
        self.tables = [table for tables in sheets.values() for table in tables]

    def _ask_which_year(self) -> None:
        """Ask once for all days without a year; until then their rows are not read, nor any sums."""
        written = dict.fromkeys(entry.written_date for entry in self._entries())
        lacking = next(filter(lacks_year, written), None)
        if lacking is not None:
            self._ask(YEAR, UNANSWERED, _years(self.context.today), written=lacking[:MAX_CELL_LENGTH])
        if lacking is not None and self.year is None:
            for table in self.tables:
                table.lines = [entry for entry in table.entries if not lacks_year(entry.written_date)]
            self.tables = [table for table in self.tables if table.lines]

    def _ask_about_decimals(self) -> None:
        """Ask whether to round points with decimals, which cannot be kept; until then they are."""
        entries = self._entries() if self.maker.has_decimals else ()
        cells = (cell for entry in entries for cell in entry.cells.values())
        decimals = next((c for c in cells if whole_number(c) is None and rounded_points(c) is not None), None)
        if decimals is not None:
            self._ask(DECIMALS, UNANSWERED, (ROUNDED, IGNORED), written=decimals[:MAX_CELL_LENGTH])

    def _order(self) -> str:
        """The order of day, month and year; a question if dates do not tell."""
        entries = [entry for entry in self._entries() if entry.days]
        orders = orders_of(entry.days for entry in entries)
        if len(orders) <= 1:
            return orders[0] if orders else ONE_WAY
        example = next(entry for entry in entries if len({entry.day(order) for order in orders}) > 1)
        shown = {order: day.isoformat() for order in orders if (day := example.day(order))}
        past = past_orders(orders, [entry.days for entry in entries], self.context.today)
        usual = past[0] if len(past) == 1 else UNANSWERED
        return self._ask("dates", usual, orders, written=example.written_date, **shown) or orders[0]

    def _day(self) -> date | None:
        """The date of rows without one; a question if there are any."""
        if all(entry.written_date for entry in self._entries()):
            return None
        today = self.context.today
        answer = self._ask("day", today.isoformat() if today else UNANSWERED, ())
        return date.fromisoformat(answer) if answer else None

    def _ask_what_rows_are(self) -> None:
        """What rows are, whether numbers are running totals, what empty cells are, where no table says it."""
        silent = [table for table in self.tables if not table.row_is]
        several = [table for table in silent if len(table.entries) > 1]
        usual = usual_kind(several)  # games, of none
        kind = GAMES
        if usual != GAMES or any(not table.is_named for table in several):
            kind = self._ask("rows", usual, (ROUNDS, GAMES) if usual == ROUNDS else (GAMES, ROUNDS))
        for table in silent:
            table.row_is = kind if table in several else GAMES
        running = list(filter(may_run, self.tables))
        if running:
            is_said = all(any(isinstance(line, TotalsRow) for line in table.lines) for table in running)
            answer = self._ask("running", YES if is_said else UNANSWERED, (YES, NO))
            for table in running:
                table.runs_on = answer == YES
        with_gaps = list(filter(empty_may_be_zero, self.tables))
        if with_gaps:
            answer = self._ask("empty", UNANSWERED, (ABSENT, OUT))
            for table in with_gaps:
                table.empty_is = answer

    def _entries(self) -> list[TableEntry]:
        return [entry for table in self.tables for entry in table.entries]

    def _ask(self, key: str, usual: str, answers: Sequence[str], **about: str) -> str:
        """Add a question; return its answer, or the usual one."""
        answer = self.answers.get(key, "")
        is_valid = answer in answers or (key == "day" and _is_day(answer))
        chosen = answer if is_valid else usual
        self.questions.append(Question(key=key, answers=list(answers), chosen=chosen, about=about))
        return chosen


def _about_column(column: TableColumn) -> dict[str, str]:
    return {
        "name": column.name[:MAX_CELL_LENGTH],
        "head": column.head[:MAX_CELL_LENGTH],
        "cells": cells_shown(column),
        "numbers": YES if column.is_numeric else "",
    }


def _years(today: date | None) -> list[str]:
    """The years that a day without one may have, the newest first."""
    newest = today.year if today else LAST_YEAR
    return [str(year) for year in range(newest, newest - YEARS_OFFERED, -1)]


def _game_of_sheet(title: str) -> str:
    """The game that a sheet among others may be named after, to be asked about; "" for "2024" or "Totals"."""
    is_name = not any(sign.isdigit() for sign in title) and not is_total(title) and not is_beside(title)
    return title[:MAX_CELL_LENGTH] if is_name else ""


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def _no_table(lines: Sequence[Line]) -> BadDocument:
    """Why there is no table."""
    place = str(lines[0][0]) if lines else ""
    if any(has_names(cells) for _number, cells in lines):
        return _without_points(place)
    return BadDocument(
        place, "neither JSON nor a table with the names of two or more players above their points"
    )


def _without_points(place: str) -> BadDocument:
    return BadDocument(
        place,
        "nothing here says who has how many points: a table needs a column of points for each player, or a"
        " column of names and one of points; a list can be written “Anna 10, Bo 6”",
    )
