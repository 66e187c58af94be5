"""Tables of other people: what they do not say becomes a question.

A question has the likeliest answer where there is one; without one it must be answered before the games are
imported. The draft keeps the cells, so that they can be read again with other answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as replace_fields
from datetime import date
from functools import cached_property

from msgspec.structs import replace

from files.document.checks import LAST_YEAR, BadDocument
from files.importing.draft import Draft, FileWarning, Question, Table
from files.readers.context import ReadingContext
from files.readers.dates import ONE_WAY, lacks_year, orders_of, usual_order
from files.readers.numbers import rounded_points, whole_number
from files.readers.table import Line
from files.readers.tables.columns import FEWEST, Columns, columns_of, wide_roles
from files.readers.tables.layouts import paired, pivoted
from files.readers.tables.roles import ROLES, Heads, Roles, heads_of, key_of, preselected
from files.readers.tables.rows import (
    IGNORED,
    LONGEST_CELL,
    ROUND,
    TOTALS,
    CarriedOver,
    WideRow,
    WordInRows,
    remember,
    rows_of,
)
from files.readers.tables.sections import SHEET, TableSection, continues, has_names, sections_of
from files.readers.tables.wide import GAMES, MOSTLY, ROUNDS, WideGames, WideSection, are_sums
from files.readers.tables.words import is_beside, is_total
from models.names import folded

MOST_ROWS = 5_000
MOST_PLAYERS = 40
MOST_WORDS_ASKED = 20
YES, NO = "yes", "no"
ABSENT, OUT = "absent", "out"
READ = "read"
YEAR, DECIMALS, ROUNDED = "year", "decimals", "rounded"
YEARS_OFFERED = 30
SHEET_KEY, ROLE_KEY = "sheet-", "role-"
MAX_ROLES = 400
UNANSWERED = ""


class TableReader:
    """Reads the tables of a file. Raises BadDocument if there is none.

    answers: to its questions, by their keys.
    """

    def __init__(
        self, lines: Sequence[Line], context: ReadingContext, answers: Mapping[str, str] | None = None
    ) -> None:
        self.lines, self.answers = lines, answers or {}
        year = self.answers.get(YEAR, "")
        self.context = replace_fields(context, year=int(year) if year in _years(context.today) else None)
        self.sections = sections_of(lines)
        if not self.sections:
            raise _no_table(lines)
        self.questions: list[Question] = []
        self.warnings: list[FileWarning] = []
        self.roles: dict[Heads, Roles] = {}
        self.words: dict[str, WordInRows] = {}
        self.sheets = [cells[0] for number, cells in lines if number == SHEET]
        self.ignored = {
            title
            for number, title in enumerate(self.sheets)
            if self.answers.get(f"{SHEET_KEY}{number}") == IGNORED
        }
        self.without_players: set[str] = set()  # sheets in which two or more players may be chosen
        self.tables = self._wide_tables()

    def draft(self) -> Draft:
        self._ask_which_sheets()
        self._ask_which_year()
        self._ask_about_decimals()
        order, day = self._order(), self._day()
        for table in self.tables:
            table.order = order
        self._ask_what_rows_are()
        games = WideGames(self.context.zone, self.context.own)
        for table in self.tables:
            games.read(table, day=day)
        read = games.draft()
        return replace(
            read,
            warnings=[*self.warnings, *read.warnings],
            table=Table(lines=list(self.lines), questions=self.questions),
        )

    def _wide_tables(self) -> list[WideSection]:
        sections = [section for section in self.sections if section.sheet not in self.ignored]
        found = list(map(self._as_wide, sections))
        with_tables = {section.sheet for section in sections}
        tables: list[WideSection] = []
        carried, sheet = CarriedOver(), ""
        for section, columns in found:
            if section.sheet != sheet or section.titles:
                carried, sheet = CarriedOver(), section.sheet
            for _number, title in section.titles:
                remember(title, carried, self.context.own)
            if not carried.game and "game" not in columns.fields and len(with_tables) >= FEWEST:
                carried.game = _game_of_sheet(section.sheet)
            if len(columns.players) < FEWEST:
                may_play = 0 if section.is_pivoted else self.roles[heads_of(section)].numeric
                self.without_players |= {section.sheet} if may_play >= FEWEST else set()
                continue
            columns.rounds_points = self.answers.get(DECIMALS) == ROUNDED
            rows = rows_of(section, columns, carried, self._decided_words, self.context)
            for kind, word in rows.words.items():
                self._remember_word(kind, word)
            if rows.played:
                self._add(tables, WideSection(section, columns, rows, _stated_kind(columns)))
        self._ask_about_words()
        self._check(tables)
        return tables

    def _as_wide(self, section: TableSection) -> tuple[TableSection, Columns]:
        """The section with a column for each player, and its columns."""
        if pairs := paired(section):
            return pairs, self._of_people(pairs)
        roles = self._roles(section)
        if found := roles.long():
            made = pivoted(section, *found)
            return made, self._of_people(made)
        return section, roles.wide(section)

    def _of_people(self, section: TableSection) -> Columns:
        """The columns of a section whose names stood in cells."""
        found = columns_of(section.head, section.lines)
        roles = wide_roles(found, set(map(folded, section.people)), self.context.own)
        return Roles(found, roles).wide(section)

    def _roles(self, section: TableSection) -> Roles:
        """What its columns are; asked once for all tables with these heads."""
        heads = heads_of(section)
        if heads not in self.roles:
            roles = preselected(section, self.context)
            kind = len(self.roles)
            self.roles[heads] = roles
            if sum(len(known.of) for known in self.roles.values()) > MAX_ROLES:
                raise BadDocument("", "more than %(most)s columns with different heads", most=MAX_ROLES)
            for index, usual in list(roles.of.items()):
                column = roles.columns[index]
                about = {"name": column.name[:LONGEST_CELL], "head": column.head[:LONGEST_CELL]}
                about |= {"cells": roles.cells(index), "numbers": "yes" if column.is_numeric else ""}
                about["heads"] = key_of(heads)
                roles.choose(index, self._ask(f"{ROLE_KEY}{kind}-{index}", usual, ROLES, **about))
        return self.roles[heads]

    def _remember_word(self, kind: str, word: WordInRows) -> None:
        known = self.words.setdefault(kind, word)
        if known.is_sure and not word.is_sure:
            self.words[kind] = word

    @cached_property
    def _decided_words(self) -> dict[str, str]:
        """The answers about rows with a word, by folded word."""
        prefix = "row-"
        return {
            key.removeprefix(prefix): answer
            for key, answer in self.answers.items()
            if key.startswith(prefix) and answer in (TOTALS, ROUND, IGNORED)
        }

    def _ask_about_words(self) -> None:
        asked = {kind: word for kind, word in self.words.items() if not word.is_sure}
        if len(asked) > MOST_WORDS_ASKED:
            raise BadDocument(
                "1", "more than %(most)s rows with words instead of numbers", most=MOST_WORDS_ASKED
            )
        for kind, word in asked.items():
            about = {"word": word.word, "row": word.row, "seems": word.usual}
            self._ask(f"row-{kind}", UNANSWERED, (TOTALS, ROUND, IGNORED), **about)

    def _add(self, tables: list[WideSection], table: WideSection) -> None:
        """Add a table, or its rows to the one before that it is the next page of."""
        before = tables[-1] if tables else None
        if before is not None:
            last, first = before.played[-1], table.played[0]
            numbers = [row.round if row.round is not None else row.ordinal for row in (last, first)]
            is_same_game = (last.written_date, folded(last.game)) == (first.written_date, folded(first.game))
            if is_same_game and continues(table.section, before.section, *numbers):
                before.rows.lines += table.rows.lines
                return
        tables.append(table)

    def _check(self, tables: Sequence[WideSection]) -> None:
        place = self.sections[0].row(self.sections[0].head[0])
        for table in tables:
            if len(table.columns.players) > MOST_PLAYERS and not table.section.is_pivoted:
                raise BadDocument(
                    table.section.row(table.section.head[0]), "more than %(most)s people", most=MOST_PLAYERS
                )
        if not (tables or self.ignored or any(roles.may_be_chosen for roles in self.roles.values())):
            raise _without_points(place)

    def _ask_which_sheets(self) -> None:
        """Which sheets of a workbook to read; not one whose numbers are the sums of all others."""
        if len(self.sheets) < FEWEST:
            return
        with_tables = {table.section.sheet for table in self.tables} | self.ignored | self.without_players
        for number, title in enumerate(self.sheets):
            if title not in with_tables:
                self.warnings.append(FileWarning(at="", code="sheet", values={"name": title[:LONGEST_CELL]}))
            elif len(with_tables) >= FEWEST:
                own = [table for table in self.tables if table.section.sheet == title]
                others = [table for table in self.tables if table.section.sheet != title]
                usual = IGNORED if are_sums(own, others) else READ
                about = {"name": title[:LONGEST_CELL]}
                if self._ask(f"{SHEET_KEY}{number}", usual, (READ, IGNORED), **about) == IGNORED:
                    self.ignored.add(title)
        self.tables = [table for table in self.tables if table.section.sheet not in self.ignored]

    def _ask_what_rows_are(self) -> None:
        """What rows are, whether numbers are running totals, what empty cells are, where no table says it."""
        silent = [table for table in self.tables if not table.a_row_is]
        several = [table for table in silent if len(table.played) >= FEWEST]
        kind = GAMES
        if several:
            usual = _usual_kind(several)
            kind = self._ask("rows", usual, (usual, GAMES if usual == ROUNDS else ROUNDS))
        for table in silent:
            table.a_row_is = kind if table in several else GAMES
        running = [table for table in self.tables if table.looks_running()]
        if running:
            rows = [(table, row) for table in running for row in table.played]
            usual = NO if all(table.one_is_out(row) for table, row in rows) else YES
            answer = self._ask("running", usual, (YES, NO))
            for table in running:
                table.runs_on = answer == YES
        with_gaps = [table for table in self.tables if table.empty_may_be_zero()]
        if with_gaps:
            answer = self._ask("empty", UNANSWERED, (ABSENT, OUT))
            for table in with_gaps:
                table.empty_is_zero = answer == OUT

    def _ask_which_year(self) -> None:
        """Ask once for all days without a year."""
        lacking = next((row.written_date for row in self._rows() if lacks_year(row.written_date)), None)
        if lacking is not None:
            self._ask(YEAR, UNANSWERED, _years(self.context.today), written=lacking[:LONGEST_CELL])

    def _ask_about_decimals(self) -> None:
        """Offer to round points with decimals, which cannot be kept."""
        cells = (cell for row in self._rows() for cell in row.cells.values())
        decimals = next((cell for cell in cells if _has_decimals(cell)), None)
        if decimals is not None:
            self._ask(DECIMALS, UNANSWERED, (ROUNDED, IGNORED), written=decimals[:LONGEST_CELL])

    def _rows(self) -> list[WideRow]:
        return [row for table in self.tables for row in table.played]

    def _order(self) -> str:
        """The order of day, month and year; a question if dates do not tell."""
        rows = [row for row in self._rows() if row.days]
        orders = orders_of(row.days for row in rows)
        if len(orders) < FEWEST:
            return orders[0] if orders else ONE_WAY
        example = next(row for row in rows if len({row.day(order) for order in orders}) > 1)
        shown = {order: day.isoformat() for order in orders if (day := example.day(order))}
        usual = usual_order(orders, [row.days for row in rows], self.context.today)
        return self._ask("dates", usual, orders, written=example.written_date, **shown)

    def _day(self) -> date | None:
        """The date of rows without one; a question if there are any."""
        if all(row.written_date for row in self._rows()):
            return None
        today = self.context.today
        answer = self._ask("day", today.isoformat() if today else UNANSWERED, ())
        return date.fromisoformat(answer) if answer else None

    def _ask(self, key: str, usual: str, answers: Sequence[str], **about: str) -> str:
        """Add a question; returns its answer, or the usual one."""
        given = self.answers.get(key, "")
        is_valid = given in answers or (key == "day" and _is_day(given))
        chosen = given if is_valid else usual
        self.questions.append(Question(key=key, answers=list(answers), chosen=chosen, about=about))
        return chosen


def _years(today: date | None) -> list[str]:
    """The years that a day without one may have, the newest first."""
    newest = today.year if today else LAST_YEAR
    return [str(year) for year in range(newest, newest - YEARS_OFFERED, -1)]


def _has_decimals(cell: str) -> bool:
    return whole_number(cell) is None and rounded_points(cell) is not None


def _game_of_sheet(title: str) -> str:
    """The game that a sheet among others may be named after, to be asked about; "" for "2024" or "Totals"."""
    is_name = not any(sign.isdigit() for sign in title) and not is_total(title) and not is_beside(title)
    return title[:LONGEST_CELL] if is_name else ""


def _stated_kind(columns: Columns) -> str:
    """What a row is, if the heads say so."""
    return ROUNDS if columns.counts_rounds else GAMES if columns.counts_games else ""


def _usual_kind(tables: Sequence[WideSection]) -> str:
    """What a row seems to be: a round if most have one player without points, or nothing tells rows apart."""
    rows = [(table, row) for table in tables for row in table.played]
    distinct = [
        {(row.dates or row.written_date, folded(row.game)) for row in table.played} for table in tables
    ]
    if all(len(each) == len(table.played) for each, table in zip(distinct, tables, strict=True)):
        return GAMES
    alone = sum(table.one_is_out(row) for table, row in rows)
    return ROUNDS if alone >= MOSTLY * len(rows) or all(len(each) == 1 for each in distinct) else GAMES


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
        place, "neither JSON nor XML nor a table with the names of two or more players above their points"
    )


def _without_points(place: str) -> BadDocument:
    return BadDocument(
        place,
        "nothing here says who has how many points: a table needs a column of points for each player, or a"
        " column of names and one of points; a list can be written “Anna 10, Bo 6”",
    )
