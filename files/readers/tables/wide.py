"""Games of wide tables: a column for each player, a row for each round or game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from itertools import pairwise

from files.document.checks import BadDocument
from files.document.records import MOST_SESSIONS
from files.importing.draft import FileWarning
from files.readers.dates import ONE_WAY, are_newest_first
from files.readers.numbers import decimal_number, whole_number
from files.readers.plays import Person, Plays, Score, check_game
from files.readers.tables.columns import FEWEST, Columns
from files.readers.tables.rows import (
    LONGEST_CELL,
    Points,
    ReadLine,
    SkippedRow,
    Sums,
    TableRows,
    TotalsRow,
    WideRow,
    is_cross,
    looks_running,
    points_of,
)
from files.readers.tables.sections import TableSection, descending
from game.variants import Variant
from models.names import folded

ROUNDS, GAMES = "rounds", "games"
MOSTLY = 0.7  # of the rows


@dataclass
class WideSection:
    """A wide table with its columns and rows. a_row_is: ROUNDS or GAMES, "" if nothing says so.

    order: of day, month and year in its dates. runs_on: whether its numbers are running totals.
    empty_is_zero: whether a player whose cell is empty went out, or has no points.
    """

    section: TableSection
    columns: Columns
    rows: TableRows
    a_row_is: str = ""
    order: str = ONE_WAY
    runs_on: bool = False
    empty_is_zero: bool = False

    @property
    def played(self) -> list[WideRow]:
        return self.rows.played

    def looks_running(self) -> bool:
        """Whether its numbers may be running totals, of one game or several."""
        return (
            len({folded(row.game) for row in self.played}) == 1
            and looks_running(
                in_order(self.played, self.order),
                self.section,
                self.columns,
                is_rounds=self.a_row_is == ROUNDS,
            )
            and not self._totals_are_sums()
        )

    def one_is_out(self, row: WideRow) -> bool:
        """Whether just one player has no points in a row."""
        try:
            return list(points_of(row, self.section, self.columns).values()).count(0) == 1
        except BadDocument:
            return False

    def empty_cells(self, row: WideRow) -> list[int]:
        """The columns of players whose cell in a row is empty, or a dash."""
        empty = [column for column in self.columns.players if column not in row.cells]
        is_pivoted, places = self.section.is_pivoted, self.section.places
        return [column for column in empty if not is_pivoted or (row.number, column) in places]

    def empty_may_be_zero(self) -> bool:
        """Whether empty cells may be those of players who went out: there is no 0, and all players but one
        have points in nearly each row, or just one has in all, or rows are rounds and none is full.
        """
        cells = [cell for row in self.played for cell in row.cells.values()]
        if self.runs_on or any(whole_number(cell) == 0 or is_cross(cell) for cell in cells):
            return False
        empty = [len(self.empty_cells(row)) for row in self.played]
        is_one_empty = empty.count(1) >= MOSTLY * len(empty)
        is_one_full = all(len(row.cells) == 1 for row in self.played)
        return any(empty) and (is_one_empty or is_one_full or (self.a_row_is == ROUNDS and all(empty)))

    def _totals_are_sums(self) -> bool:
        """Whether a row of totals says that the numbers are no running totals."""
        totals = [row for row in self.rows.lines if isinstance(row, TotalsRow)]
        try:
            last = points_of(in_order(self.played, self.order)[-1], self.section, self.columns)
        except BadDocument:
            return False
        return any(
            whole_number(cell) != last.get(column) for row in totals for column, cell in row.cells.items()
        )


def are_sums(tables: Sequence[WideSection], others: Sequence[WideSection]) -> bool:
    """Whether each row of tables has the sums of all rows of other tables, or one of their places."""
    sums: Counter[str] = Counter()
    try:
        for table in others:
            for row in table.played:
                points = points_of(row, table.section, table.columns)
                sums.update({folded(table.columns.players[column]): each for column, each in points.items()})
        rows = [
            {folded(table.columns.players[column]): each for column, each in points.items()}
            for table in tables
            for points in (points_of(row, table.section, table.columns) for row in table.played)
        ]
    except BadDocument:
        return False
    return bool(rows) and all(row == {name: sums[name] for name in row} for row in rows)


def in_order(rows: Sequence[WideRow], order: str) -> list[WideRow]:
    """The rows with the oldest first, if numbers of rounds or the dates say that the newest stands on top."""
    numbers = [_number(row) for row in rows]
    is_newest_first = descending(numbers) or are_newest_first([row.day(order) for row in rows], numbers)
    return list(reversed(rows)) if is_newest_first else list(rows)


class WideGames(Plays):
    """The games of wide tables. title: the game of rows that name none."""

    source = "wide"

    def __init__(self, zone: tzinfo, own: Sequence[Variant] = ()) -> None:
        super().__init__(zone, own)
        self.keys: Counter[str] = Counter()
        self.starts: Counter[datetime] = Counter()

    def read(self, table: WideSection, *, day: date | None) -> None:
        """day: of rows without a date."""
        self.table, self.section, self.columns = table, table.section, table.columns
        self.order, self.day = table.order, day
        for block in _blocks(table.rows.lines):
            rows = in_order([row for row in block if isinstance(row, WideRow)], self.order)
            self._check_totals(block, rows or table.played)
            is_rounds = table.a_row_is == ROUNDS
            of_games = table.columns.counts_games
            games = _games(rows, self.order, of_games=of_games) if is_rounds else ([row] for row in rows)
            for members in games:
                with self.leaving_out(self._words(members[0])):
                    self._add(members, rows, is_rounds=is_rounds)

    def _add(self, members: Sequence[WideRow], block: Sequence[WideRow], *, is_rounds: bool) -> None:
        first = members[0]
        day = self._day_of(first)
        played = self._points(members, block)
        seated = [column for column in self.columns.players if any(column in points for points in played)]
        scores = [self._score(column, played, first.game) for column in seated]
        check_game(scores, self.section.row(first.number))
        if len(self.sessions) >= MOST_SESSIONS:
            raise BadDocument(self.section.row(first.number), "more than %(most)s games", most=MOST_SESSIONS)
        people = sorted(score.person.key for score in scores)
        own = day if first.days else sorted(first.cells.items())
        which = f"{own}|{first.ordinal or ''}|{first.game}|{people}"
        self.keys[which] += 1  # the second game of the same people on that day
        session = self.add(
            self.section.row(first.number),
            f"{folded(which)}|{self.keys[which]}",
            first.game,
            (day, self._start_of(members)),
            scores,
            place=next((row.place for row in members if row.place), ""),
            note="\n".join(row.note for row in members if row.note),
        )
        if is_rounds:
            session.played = [[points.get(column) for column in seated] for points in played]

    def _points(self, members: Sequence[WideRow], block: Sequence[WideRow]) -> list[Points]:
        """Points by row; differences if they are running totals."""
        written = [self._written(row) for row in members]
        if not self.table.runs_on:
            return [self._checked(row, points) for row, points in zip(members, written, strict=True)]
        before: Points = {}
        for row in block[: block.index(members[0])] if len(members) == 1 else []:
            before.update(points_of(row, self.section, self.columns))
        found = list[Points]()
        for row, points in zip(members, written, strict=True):
            if any(points.values()) or found or before or len(members) == 1:  # they begin at 0
                found.append(self._checked(row, self._since(before, row, points)))
            before.update(points)
        return found

    def _written(self, row: WideRow) -> Points:
        points = points_of(row, self.section, self.columns)
        empty = self.table.empty_cells(row) if self.table.empty_is_zero else []
        if len(empty) > 1 and len(points) > 1:
            name = self.section.row(row.number)
            raise BadDocument(
                name, "row %(row)s: several cells are empty: write 0 for the player who went out", row=name
            )
        points |= dict.fromkeys(empty, 0)
        if self.can_be_negative(row.game) is False:
            for column in (column for column, each in points.items() if each < 0):
                raise BadDocument(
                    self.section.place(row.number, column),
                    "row %(row)s, column “%(name)s”: “%(value)s” is below zero",
                    row=self.section.row(row.number),
                    name=self.columns.players[column][:LONGEST_CELL],
                    value=row.cells[column][:LONGEST_CELL],
                )
        return points

    def _since(self, before: Points, row: WideRow, totals: Points) -> Points:
        down = next((column for column, total in totals.items() if total < before.get(column, 0)), None)
        if down is not None and self.can_be_negative(row.game) is False:
            raise BadDocument(
                self.section.place(row.number, down),
                "row %(row)s, column “%(name)s”: a running total cannot go down",
                row=self.section.row(row.number),
                name=self.columns.players[down][:LONGEST_CELL],
            )
        return {column: total - before.get(column, 0) for column, total in totals.items()}

    def _checked(self, row: WideRow, points: Points) -> Points:
        if len(points) < FEWEST:
            name = self.section.row(row.number)
            raise BadDocument(name, "row %(row)s: fewer than two players have points", row=name)
        return points

    def _score(self, column: int, played: Sequence[Points], game: str) -> Score:
        name = " ".join(self.columns.players[column].split())
        total = sum(points.get(column, 0) for points in played)
        return self.score(Person(f"name:{folded(name)}", name), total, str(column), game=game)

    def _start_of(self, rows: Sequence[WideRow]) -> datetime | None:
        """The first time of day in the rows of a game, a minute later for each other game at that time."""
        start = next((moment.at for row in rows if (moment := row.moment(self.order)) and moment.at), None)
        if start is None:
            return None
        self.starts[start] += 1
        return start + timedelta(minutes=self.starts[start] - 1)

    def _day_of(self, row: WideRow) -> date:
        day = row.day(self.order) or (None if row.written_date else self.day)
        if day is None:
            place = self.section.place(row.number, self.columns.fields.get("date", 0))
            raise BadDocument(place, "not a date that can be read: %(value)s", value=row.written_date[:40])
        return day

    def _words(self, row: WideRow) -> str:
        return " · ".join(filter(None, (row.written_date, row.game)))

    def _check_totals(self, block: Sequence[ReadLine], rows: Sequence[WideRow]) -> None:
        """Add a warning for every total that differs from the sum of its column, and for rows not read.

        rows: those of the block, the oldest first. Sums above all of them are compared with all.
        """
        all_above = Sums()
        for row in rows:
            all_above.add(row, self.section, self.columns)
        above = Sums()
        for line in block:
            name = self.section.row(line.number)
            if isinstance(line, WideRow):
                above.add(line, self.section, self.columns)
            elif isinstance(line, SkippedRow):
                values = {"row": name, "word": line.word}
                self.warnings.append(FileWarning(at=name, code="word" if line.word else "row", values=values))
            else:
                if not line.sure:
                    self.warnings.append(FileWarning(at=name, code="sums", values={"row": name}))
                is_newest_first = bool(rows) and rows[0] is not _first_played(block)
                same = all_above if is_newest_first or not above.sums else above
                self.warnings += self._wrong_totals(line, same)

    def _wrong_totals(self, line: TotalsRow, above: Sums) -> Iterator[FileWarning]:
        made = above.newest if self.table.runs_on else above.sums
        for column, cell in line.cells.items() if above.are_numbers else ():  # a wrong cell is named already
            number = decimal_number(cell)
            if number is None or int(number) != made.get(column, 0):
                values = {
                    "row": self.section.row(line.number),
                    "name": self.columns.players[column],
                    "said": cell,
                    "made": made.get(column, 0),
                }
                yield FileWarning(at=self.section.place(line.number, column), code="total", values=values)


def _blocks(lines: Sequence[ReadLine]) -> Iterator[list[ReadLine]]:
    """Split rows after rows of totals, unless the numbers of rounds go on."""
    following = _following(lines)
    block: list[ReadLine] = []
    last: WideRow | None = None
    for line, row in zip(lines, following, strict=True):
        block.append(line)
        if isinstance(line, WideRow):
            last = line
        elif isinstance(line, TotalsRow) and last and not _is_next(last, row):
            yield block
            block, last = [], None
    if block:
        yield block


def _following(lines: Sequence[ReadLine]) -> list[WideRow | None]:
    """The next row with points after each line."""
    found: list[WideRow | None] = []
    row: WideRow | None = None
    for line in reversed(lines):
        found.append(row)
        row = line if isinstance(line, WideRow) else row
    return found[::-1]


def _first_played(block: Sequence[ReadLine]) -> WideRow | None:
    return next((row for row in block if isinstance(row, WideRow)), None)


def _is_next(last: WideRow, row: WideRow | None) -> bool:
    """Whether a row has the number after that of another."""
    number = _number(row) if row else None
    return number is not None and number == (_number(last) or 0) + 1


def _number(row: WideRow) -> int | None:
    return row.round if row.round is not None else row.ordinal


def _games(rows: Sequence[WideRow], order: str, *, of_games: bool) -> Iterator[list[WideRow]]:
    """Split rows into games: at another date, number or game, or where rounds start again.

    of_games: whether numbers are those of games.
    """
    numbers = [row.ordinal for row in rows]
    of_games = of_games or any(n is not None and n == m for n, m in pairwise(numbers))
    game: list[WideRow] = []
    for row in rows:
        if game and not _goes_on(game[-1], row, order, of_games=of_games):
            yield game
            game = []
        game.append(row)
    if game:
        yield game


def _goes_on(last: WideRow, row: WideRow, order: str, *, of_games: bool) -> bool:
    """Whether a row belongs to the same game. of_games: numbers count games (some twice), not rounds."""
    if (last.day(order), folded(last.game)) != (row.day(order), folded(row.game)):
        return False
    if row.round is not None and last.round is not None and row.round <= last.round:
        return False
    if of_games:
        return row.ordinal == last.ordinal
    return row.ordinal is None or row.ordinal == (last.ordinal or 0) + 1
