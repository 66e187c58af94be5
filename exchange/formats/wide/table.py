"""Read a wide table: what a row is, which dates are meant, whether numbers are running totals.

What the table does not say becomes a question with the likeliest answer. The draft keeps the cells, so
that they can be read again with other answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from itertools import pairwise

from msgspec.structs import replace

from exchange.document.checks import BadDocument
from exchange.document.records import MOST_SESSIONS
from exchange.formats.plays import Person, Plays, Score, check_game
from exchange.formats.table import Line
from exchange.formats.text import points_in
from exchange.formats.wide.columns import (
    FEWEST,
    NOT_READ,
    NOTHING,
    NUMBER,
    ONE_WAY,
    TOTALS,
    Columns,
    Readings,
    columns_of,
    day_in,
    day_readings,
    number_in,
    orders_of,
    place_of,
    usual_order,
)
from exchange.importing.draft import Draft, FileWarning, Question, Table
from game.variants import Variant
from game.variants.scoring_profiles import profile_named
from models.names import folded

MOST_ROWS = 5_000
MOST_PLAYERS = 40
MOSTLY = 0.7  # of the rows
ROUNDS, GAMES = "rounds", "games"
YES, NO = "yes", "no"
Points = dict[int, int]
FEWEST_TO_SUM = 2  # rows above a last row without a word that may be their sum
FEWEST_TO_RUN = 3  # rows that never go down before that looks like running totals
LONGEST_CELL = 40


class WideTable:
    """Raises BadDocument if it is no such table."""

    def __init__(
        self,
        lines: Sequence[Line],
        zone: tzinfo,
        today: date | None,
        answers: Mapping[str, str] | None = None,
        own: Sequence[Variant] = (),
    ) -> None:
        self.own = own
        self.lines, self.zone, self.today, self.answers = lines, zone, today, answers or {}
        self.columns = columns_of(lines, own)
        if len(self.columns.players) > MOST_PLAYERS:
            raise BadDocument(
                str(lines[self.columns.head][0]), "more than %(most)s people", most=MOST_PLAYERS
            )
        self.lines_read = rows_in(lines, self.columns)
        self.rows = [row for row in self.lines_read if isinstance(row, WideRow)]
        if not self.rows:
            raise BadDocument(str(lines[self.columns.head][0]), "no row with points stands below the names")

    def draft(self) -> Draft:
        questions = list(
            filter(None, (self._row_question(), self._running_question(), self._order(), self._day()))
        )
        chosen = {question.key: question.chosen for question in questions}
        games = WideGames(self.columns, self.zone, self._title(), self.own)
        games.read(
            self.lines_read,
            a_row_is=chosen.get("rows", self._stated_kind() or GAMES),
            runs_on=chosen.get("running") == YES,
            order=chosen.get("dates", self._orders()[0] if self._orders() else ONE_WAY),
            day=date.fromisoformat(chosen["day"]) if chosen.get("day") else None,
        )
        table = Table(lines=list(self.lines), questions=questions)
        return replace(games.draft(), table=table)

    def _question(self, key: str, usual: str, answers: Sequence[str], **about: str) -> Question:
        given = self.answers.get(key, "")
        chosen = given if given in answers or (key == "day" and _is_day(given)) else usual
        return Question(key=key, answers=list(answers), chosen=chosen, about=about)

    def _title(self) -> str:
        """The game named above the table."""
        return next((title for title in self.columns.titles if profile_named(title, self.own)), "")

    def _stated_kind(self) -> str:
        """What a row is, if the table says so."""
        return {"round": ROUNDS, "game": GAMES}.get(self.columns.numbers_are, "")

    def _row_question(self) -> Question | None:
        if self._stated_kind() or len(self.rows) < FEWEST:
            return None
        distinct = {(str(sorted(row.days.items())), folded(row.game)) for row in self.rows}
        if len(distinct) == len(self.rows):
            return self._question("rows", GAMES, (GAMES, ROUNDS))
        alone = sum(_one_is_out(row, self.columns) for row in self.rows)
        usual = ROUNDS if alone >= MOSTLY * len(self.rows) or len(distinct) == 1 else GAMES
        return self._question("rows", usual, (ROUNDS, GAMES))

    def _running_question(self) -> Question | None:
        """Whether numbers are running totals. A question if they look like it and no row of totals
        contradicts.

        Few running totals are 0; if every row has a 0, it is somebody who went out.
        """
        games = {folded(row.game) for row in self.rows}
        if len(games) > 1 or not looks_running(self.rows, self.columns) or self._totals_are_sums():
            return None
        usual = NO if all(_one_is_out(row, self.columns) for row in self.rows) else YES
        return self._question("running", usual, (YES, NO))

    def _totals_are_sums(self) -> bool:
        totals = [row for row in self.lines_read if isinstance(row, TotalsRow)]
        try:
            last = points_of(self.rows[-1], self.columns)
        except BadDocument:
            return False
        return bool(totals) and any(
            cell != str(last.get(column, "")) for row in totals for column, cell in row.cells.items()
        )

    def _orders(self) -> list[str]:
        return orders_of(row.days for row in self.rows)

    def _order(self) -> Question | None:
        orders = self._orders()
        if len(orders) < FEWEST:
            return None
        days = [row.days for row in self.rows]
        example = next(row for row in self.rows if len({row.days.get(order) for order in orders}) > 1)
        shown = {order: day.isoformat() for order, day in example.days.items()}
        usual = usual_order(orders, days, self.today)
        return self._question("dates", usual, orders, written=example.day_told, **shown)

    def _day(self) -> Question | None:
        """The date of all rows; a question if no column has dates."""
        if "date" in self.columns.fields:
            return None
        return self._question("day", self.today.isoformat() if self.today else "", ())


def _one_is_out(row: WideRow, columns: Columns) -> bool:
    try:
        return list(points_of(row, columns).values()).count(0) == 1
    except BadDocument:
        return False


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


class WideGames(Plays):
    """title: the game named above the table, "" if there is none."""

    source = "wide"

    def __init__(self, columns: Columns, zone: tzinfo, title: str, own: Sequence[Variant] = ()) -> None:
        super().__init__(zone, own)
        self.columns, self.title = columns, title
        self.warnings = [self._unread(name) for name in columns.unread]
        self.keys: Counter[str] = Counter()

    def read(
        self, lines: Sequence[ReadLine], *, a_row_is: str, runs_on: bool, order: str, day: date | None
    ) -> None:
        """order: of day, month and year. day: of all rows, if no column has dates."""
        self.order, self.day, self.runs_on = order, day, runs_on
        for block in _blocks(lines):
            rows = [row for row in block if isinstance(row, WideRow)]
            self._check_totals(block, rows)
            for members in _games(rows, order) if a_row_is == "rounds" else [[row] for row in rows]:
                with self.leaving_out(self._words(members[0])):
                    self._add(members, rows, is_rounds=a_row_is == "rounds")

    def _add(self, members: Sequence[WideRow], block: Sequence[WideRow], *, is_rounds: bool) -> None:
        first = members[0]
        day = self._day_of(first)
        played = self._points(members, block)
        seated = [column for column in self.columns.players if any(column in points for points in played)]
        game = first.game or self.title
        scores = [self._score(column, played, game) for column in seated]
        check_game(scores, str(first.number))
        if len(self.sessions) >= MOST_SESSIONS:
            raise BadDocument(str(first.number), "more than %(most)s games", most=MOST_SESSIONS)
        people = sorted(score.person.key for score in scores)
        which = f"{day if first.days else sorted(first.cells.items())}|{first.ordinal or ''}|{game}|{people}"
        self.keys[which] += 1  # the second game of the same people on that day
        session = self.add(
            str(first.number),
            f"{folded(which)}|{self.keys[which]}",
            game,
            (day, None),
            scores,
            place=next((row.place for row in members if row.place), ""),
            note="\n".join(row.note for row in members if row.note),
        )
        if is_rounds:
            session.played = [[points.get(column) for column in seated] for points in played]

    def _points(self, members: Sequence[WideRow], block: Sequence[WideRow]) -> list[Points]:
        """Points by row; differences if they are running totals."""
        written = [self._written(row) for row in members]
        if not self.runs_on:
            return [self._checked(row, points) for row, points in zip(members, written, strict=True)]
        before: Points = {}
        for row in block[: block.index(members[0])] if len(members) == 1 else []:
            before.update(points_of(row, self.columns))
        found = []
        for row, points in zip(members, written, strict=True):
            found.append(self._checked(row, self._since(before, row, points)))
            before.update(points)
        return found

    def _written(self, row: WideRow) -> Points:
        points = points_of(row, self.columns)
        if self.can_be_negative(row.game or self.title) is False:
            for column in (column for column, each in points.items() if each < 0):
                name = self.columns.players[column][:LONGEST_CELL]
                raise _refused(
                    "below zero",
                    place_of(row.number, column),
                    row.number,
                    row.cells[column][:LONGEST_CELL],
                    name,
                )
        return points

    def _since(self, before: Points, row: WideRow, totals: Points) -> Points:
        down = next((column for column, total in totals.items() if total < before.get(column, 0)), None)
        if down is not None and not self.can_be_negative(row.game or self.title):
            raise BadDocument(
                place_of(row.number, down),
                "row %(row)s, column “%(name)s”: a running total cannot go down",
                row=row.number,
                name=self.columns.players[down][:40],
            )
        return {column: total - before.get(column, 0) for column, total in totals.items()}

    def _checked(self, row: WideRow, points: Points) -> Points:
        if len(points) < FEWEST:
            raise BadDocument(
                str(row.number), "row %(row)s: fewer than two players have points", row=row.number
            )
        return points

    def _score(self, column: int, played: Sequence[Points], game: str) -> Score:
        name = " ".join(self.columns.players[column].split())
        total = sum(points.get(column, 0) for points in played)
        return self.score(Person(f"name:{folded(name)}", name), total, str(column), game=game)

    def _day_of(self, row: WideRow) -> date:
        day = row.day(self.order) or (None if "date" in self.columns.fields else self.day)
        if day is None:
            place = place_of(row.number, self.columns.fields.get("date", 0))
            raise BadDocument(place, "not a date that can be read: %(value)s", value=row.day_told[:40])
        return day

    def _words(self, row: WideRow) -> str:
        return " · ".join(filter(None, (row.day_told, row.game or self.title)))

    def _check_totals(self, block: Sequence[ReadLine], rows: Sequence[WideRow]) -> None:
        """Add a warning for every total that differs from the sum of its column."""
        for line in block:
            if isinstance(line, SkippedRow):
                self.warnings.append(
                    FileWarning(at=str(line.number), code="row", values={"row": line.number})
                )
            elif isinstance(line, TotalsRow):
                if not line.sure:
                    self.warnings.append(
                        FileWarning(at=str(line.number), code="sums", values={"row": line.number})
                    )
                self.warnings += self._wrong_totals(line, [row for row in rows if row.number < line.number])

    def _wrong_totals(self, line: TotalsRow, rows: Sequence[WideRow]) -> Iterator[FileWarning]:
        try:
            written = [points_of(row, self.columns) for row in rows]
        except BadDocument:  # that cell is named already
            return
        for column, cell in line.cells.items():
            mine = [points[column] for points in written if column in points]
            made = (mine[-1] if mine else 0) if self.runs_on else sum(mine)
            if cell.replace(",", ".").partition(".")[0] != str(made):
                values = {
                    "row": line.number,
                    "name": self.columns.players[column],
                    "said": cell,
                    "made": made,
                }
                yield FileWarning(at=place_of(line.number, column), code="total", values=values)

    def _unread(self, name: str) -> FileWarning:
        return FileWarning(at="", code="column", values={"name": name[:40]})


def _blocks(lines: Iterable[ReadLine]) -> Iterator[list[ReadLine]]:
    """Split rows at rows of totals."""
    block: list[ReadLine] = []
    for row in lines:
        block.append(row)
        if isinstance(row, TotalsRow):
            yield block
            block = []
    if block:
        yield block


def _games(rows: Sequence[WideRow], order: str) -> Iterator[list[WideRow]]:
    """Split rows into games: at another date, number or game, or where rounds start again."""
    numbers = [row.ordinal for row in rows]
    of_games = any(n is not None and n == m for n, m in pairwise(numbers))
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


@dataclass(frozen=True)
class WideRow:
    """number: of the line. days: possible dates. cells: points as text, by column.

    ordinal: number of the round or game. game, place, note: "" if missing.
    """

    number: int
    days: Readings
    day_told: str
    ordinal: int | None
    round: int | None
    game: str
    place: str
    note: str
    cells: dict[int, str]

    def day(self, order: str) -> date | None:
        return day_in(self.days, order)


@dataclass(frozen=True)
class TotalsRow:
    """A line with the sums of those above. sure: a word says so."""

    number: int
    cells: dict[int, str]
    sure: bool = True


@dataclass(frozen=True)
class SkippedRow:
    """A line of something else, for example averages."""

    number: int
    words: str


ReadLine = WideRow | TotalsRow | SkippedRow


def rows_in(lines: Sequence[Line], columns: Columns) -> list[ReadLine]:
    """The rows below the names; what is written once for several rows is repeated in each."""
    rows = list(_rows(lines, columns))
    last = rows[-1] if rows else None
    above = [row for row in rows[:-1] if isinstance(row, WideRow)]
    if isinstance(last, WideRow) and len(above) >= FEWEST_TO_SUM and _is_their_sum(last, above, columns):
        rows[-1] = TotalsRow(last.number, last.cells, sure=False)
    return rows


def points_of(row: WideRow, columns: Columns) -> dict[int, int]:
    """Points by column, without players who did not play. Raises BadDocument with the place of the cell."""
    return {
        column: _points(row.number, column, cell, columns.players[column])
        for column, cell in row.cells.items()
    }


def looks_running(rows: Sequence[WideRow], columns: Columns) -> bool:
    """Whether no player's numbers ever decrease from row to row, though they change."""
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


def _rows(lines: Sequence[Line], columns: Columns) -> Iterator[ReadLine]:
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
    """before: the previous row: a date that is written once applies until the next one."""

    def cell_of(name: str) -> str:
        column = columns.fields.get(name)
        return cells[column] if column is not None and column < len(cells) else ""

    before.update({name: cell_of(name) for name in ("date", "game", "number") if cell_of(name)})
    return WideRow(
        number,
        day_readings(before.get("date", "")),
        before.get("date", ""),
        number_in(before.get("number", "")),
        number_in(cell_of("round")),
        before.get("game", ""),
        cell_of("place"),
        cell_of("note"),
        points,
    )


def _points(number: int, column: int, cell: str, name: str) -> int:
    place, written = place_of(number, column), cell.replace("−", "-").replace("\u00a0", "")
    if NUMBER.fullmatch(written):
        written = written.replace(",", ".")
    try:
        return points_in(written, place, name, negative=True)
    except BadDocument as wrong:
        raise _refused(wrong.reason, place, number, cell[:LONGEST_CELL], name[:LONGEST_CELL]) from None


def _refused(why: str, place: str, row: int, cell: str, name: str) -> BadDocument:
    """The error of points_in, with the row and the player."""
    values = {"row": row, "name": name, "value": cell}
    if "whole" in why:
        return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is no whole number", **values)
    if "below zero" in why:
        return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is below zero", **values)
    return BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is no number", **values)


def _is_their_sum(last: WideRow, above: Sequence[WideRow], columns: Columns) -> bool:
    """Whether a last row without a number holds the sums of all columns."""
    one, other = ((row.round if last.round is not None else row.ordinal) for row in (last, above[-1]))
    if one is not None and one != other:
        return False
    try:
        sums: dict[int, int] = dict.fromkeys(columns.players, 0)
        for row in above:
            for column, points in points_of(row, columns).items():
                sums[column] += points
        line = points_of(last, columns)
    except BadDocument:
        return False
    return any(sums.values()) and all(line.get(column, 0) == total for column, total in sums.items())
