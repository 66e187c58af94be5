"""The games of a table: its entries are rounds, or games of their own."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from files.document.checks import BadDocument
from files.document.records import MAX_SESSIONS
from files.importing.draft import FileWarning
from files.readers.context import ReadingContext
from files.readers.dates import are_newest_first
from files.readers.numbers import decimal_number, whole_number
from files.readers.plays import Person, Plays, Score, check_game
from files.readers.tables.columns import (
    DATE,
    GAME,
    MIN_PLAYERS,
    NOTE,
    PLACE,
    REACHED,
    SESSION,
    STARTS,
    WON,
)
from files.readers.tables.entries import (
    MAX_CELL_LENGTH,
    OUT,
    Points,
    SkippedRow,
    TableEntry,
    TableRows,
    TotalsRow,
    is_cross,
)
from files.readers.tables.sections import descending
from files.readers.tables.wide import MIN_ROWS_TO_RUN, Sums
from files.readers.tables.words import NO, YES, is_period
from models.names import folded

ROUNDS, GAMES = "rounds", "games"
MOSTLY = 0.7  # of the rows
BETWEEN_NAMES = re.compile(r"\s*(?:[,;/&+|]|\soch\s|\sand\s|\sund\s)\s*")


def one_is_out(entry: TableEntry) -> bool:
    """Whether just one player has no points."""
    return list(entry.points.values()).count(0) == 1


def empty_may_be_zero(table: TableRows) -> bool:
    """Whether empty cells may be those of players who went out: there is no 0, and all players but one have
    points in nearly each row, or just one has in all, or rows are rounds and none is full.
    """
    entries = table.entries
    cells = (cell for entry in entries for cell in entry.cells.values())
    if table.runs_on or not any(entry.empty for entry in entries):
        return False
    if any(whole_number(cell) == 0 or is_cross(cell) for cell in cells):
        return False
    empty = [len(entry.empty) for entry in entries]
    is_one_full = all(len(entry.cells) == 1 for entry in entries)
    return empty.count(1) >= MOSTLY * len(empty) or is_one_full or (table.row_is == ROUNDS and all(empty))


def may_run(table: TableRows) -> bool:
    """Whether numbers may be running totals of one game or several: none ever decreases, or those of rounds
    are also below zero and change less from row to row than they are. A row of their sums excludes it.
    """
    entries = in_order(table.entries, table.order)
    if len(entries) < MIN_ROWS_TO_RUN or any(entry.wrong for entry in entries):
        return False
    if len({folded(entry.game) for entry in entries}) > 1:
        return False
    by_player = [[entry.points[name] for entry in entries if name in entry.points] for name in table.players]
    steps = [later - earlier for numbers in by_player for earlier, later in pairwise(numbers)]
    later = [number for numbers in by_player for number in numbers[1:]]
    may_fall = table.row_is == ROUNDS and any(number < 0 for number in later)
    runs = any(steps) and (
        all(step >= 0 for step in steps) or (may_fall and sum(map(abs, steps)) <= sum(map(abs, later)))
    )
    newest = entries[-1].points
    totals = (row.cells for row in table.lines if isinstance(row, TotalsRow))
    return runs and all(
        whole_number(cell) == newest.get(name) for cells in totals for name, cell in cells.items()
    )


class TableSums:
    """What each player has in all rows of tables, and in those of each day. rows: how many there are."""

    def __init__(self, tables: Iterable[TableRows]) -> None:
        self.rows = 0
        self._points: Counter[str] = Counter()
        self._of_days: dict[object, Counter[str]] = defaultdict(Counter)
        for table in tables:
            self.add(table)

    def add(self, table: TableRows) -> None:
        self._count(table, 1)

    def remove(self, table: TableRows) -> None:
        self._count(table, -1)

    def are_in(self, tables: Sequence[TableRows]) -> bool:
        """Whether other tables have these sums, each player once, or those of each day. Only 0 is no sum."""
        entries = [entry for table in tables for entry in table.entries]
        points = [item for entry in entries for item in entry.points.items()]
        if not any(number for _name, number in points) or any(
            entry.wrong or not entry.points for entry in entries
        ):
            return False
        if len({name for name, _number in points}) == len(points) and set(points) <= self._points.items():
            return True
        return all(
            entry.dates and entry.points.items() <= self._of_days[entry.dates].items() for entry in entries
        )

    def _count(self, table: TableRows, sign: int) -> None:
        self.rows += sign * len({entry.number for entry in table.entries})
        for entry in table.entries:
            for name, points in entry.points.items():
                self._points[name] += sign * points
                self._of_days[entry.dates][name] += sign * points


def usual_kind(tables: Sequence[TableRows]) -> str:
    """What a row seems to be: a round if most have one player without points, or nothing tells rows apart.

    "" if only a person can say it: names in cells are told apart by nothing, rows of a day have other times,
    or rows may be years, months or weeks.
    """
    apart = [
        [(entry.dates or entry.written_date, folded(entry.game)) for entry in table.entries]
        for table in tables
    ]
    if all(len(set(rows)) == len(rows) for rows in apart):
        return GAMES
    entries = [entry for table in tables for entry in table.entries]
    times = {moment.at for entry in entries for moment in entry.days.values() if moment.at}
    are_periods = any(is_period(head) for table in tables for head in table.section.head[1])
    if any(table.is_named for table in tables) or len(times) > 1 or are_periods or _begin_late(entries):
        return ""
    alone = sum(map(one_is_out, entries))
    return ROUNDS if alone >= MOSTLY * len(entries) or all(len(set(rows)) == 1 for rows in apart) else GAMES


def _begin_late(entries: Sequence[TableEntry]) -> bool:
    ordinals = [entry.ordinal for entry in entries if entry.ordinal is not None]
    return bool(ordinals) and min(ordinals) > 1


def in_order(entries: Sequence[TableEntry], order: str) -> list[TableEntry]:
    """The entries with the oldest first, if numbers or dates say that the newest stands on top."""
    numbers = list(map(_number, entries))
    days = [entry.day(order) for entry in entries]
    is_newest_first = descending(numbers) or are_newest_first(days, numbers)
    return list(reversed(entries)) if is_newest_first else list(entries)


def goes_on(before: TableRows, table: TableRows) -> bool:
    """Whether a table is the next page of the one before: the same heads, and numbers that go on."""
    last, first = before.entries[-1], table.entries[0]
    alike = [list(map(folded, each.section.head[1])) for each in (before, table)]
    same = [(entry.written_date, folded(entry.game)) for entry in (last, first)]
    return alike[0] == alike[1] and same[0] == same[1] and _is_next(last, first)


class TableGames(Plays):
    """The games of tables."""

    source = "wide"

    def __init__(self, context: ReadingContext, tables: Sequence[TableRows]) -> None:
        super().__init__(context.zone, context.own)
        if len(tables) == 1 and tables[0].has_first_heads:
            self.source = "totals"  # as ids of such tables have always been made
        self.keys: Counter[str] = Counter()
        self.starts: Counter[datetime] = Counter()

    def read(self, table: TableRows, day: date | None) -> None:
        """day: of rows without a date."""
        self.table, self.day = table, day
        for block in _blocks(table):
            entries = in_order([row for row in block if isinstance(row, TableEntry)], table.order)
            self._check_totals(block, entries)
            self._read_games(entries)

    def _read_games(self, entries: Sequence[TableEntry]) -> None:
        before: Points = {}
        is_rounds = self.table.row_is == ROUNDS
        for members in self._games(entries) if is_rounds else ([entry] for entry in entries):
            with self.leaving_out(" · ".join(filter(None, (members[0].written_date, members[0].game)))):
                self._add(members, {} if is_rounds else dict(before), is_rounds=is_rounds)
            before |= members[-1].points

    def _games(self, entries: Sequence[TableEntry]) -> Iterator[list[TableEntry]]:
        """Split rounds into games: at another date, number or game, or where rounds start again."""
        numbers = [entry.ordinal for entry in entries]
        of_games = SESSION in self.table.fields or any(n is not None and n == m for n, m in pairwise(numbers))
        game: list[TableEntry] = []
        for entry in entries:
            if game and not self._is_same_game(game[-1], entry, of_games=of_games):
                yield game
                game = []
            game.append(entry)
        if game:
            yield game

    def _is_same_game(self, last: TableEntry, entry: TableEntry, *, of_games: bool) -> bool:
        """of_games: whether numbers count games (some twice), not rounds."""
        order = self.table.order
        if (last.day(order), folded(last.game)) != (entry.day(order), folded(entry.game)):
            return False
        if entry.round is not None and last.round is not None and entry.round <= last.round:
            return False
        if of_games:
            return entry.ordinal == last.ordinal
        return entry.ordinal is None or entry.ordinal == (last.ordinal or 0) + 1

    def _add(self, members: Sequence[TableEntry], before: Points, *, is_rounds: bool) -> None:
        first = members[0]
        day = self._day_of(first)
        played = self._played(members, before)
        seated = dict.fromkeys(name for points in played for name in points)
        order = seated if self.table.is_named else [name for name in self.table.players if name in seated]
        scores = [self._score(name, played, members, is_rounds=is_rounds) for name in order]
        check_game(scores, first.places.get(next(iter(order), ""), self.table.section.row(first.number)))
        if len(self.sessions) >= MAX_SESSIONS:
            row = self.table.section.row(first.number)
            raise BadDocument(row, "more than %(most)s games", most=MAX_SESSIONS)
        session = self.add(
            self.table.section.row(first.number),
            self._key(first, day, sorted(score.person.key for score in scores)),
            first.game,
            (day, self._start_of(members)),
            scores,
            place=next(filter(None, (entry.told.get(PLACE) for entry in members)), ""),
            note="\n".join(filter(None, (entry.told.get(NOTE) for entry in members))),
        )
        if is_rounds:
            session.played = [[points.get(name) for name in order] for points in played]

    def _key(self, first: TableEntry, day: date, people: Sequence[str]) -> str:
        """What tells a game apart, and stays the same if its points are corrected. people: keys, sorted."""
        if self.source == "totals":
            key = "|".join((*(folded(first.told.get(role, "")) for role in (DATE, GAME, SESSION)), *people))
            self.keys[key] += 1
            return key if self.keys[key] == 1 else f"{key}|#{self.keys[key]}"
        cells = sorted((self.table.players[name], cell) for name, cell in first.cells.items())
        key = f"{day if first.days else cells}|{first.ordinal or ''}|{first.game}|{people}"
        self.keys[key] += 1  # the second game of the same people on that day
        return f"{folded(key)}|{self.keys[key]}"

    def _played(self, members: Sequence[TableEntry], before: Points) -> list[Points]:
        """Points by row; differences if they are running totals. before: the totals before them."""
        written = list(map(self._written, members))
        if not self.table.runs_on:
            return written
        played: list[Points] = []
        for entry, totals in zip(members, written, strict=True):
            if any(totals.values()) or played or before or len(members) == 1:  # they begin at 0
                played.append(self._since(before, entry, totals))
            before = before | totals
        return played

    def _written(self, entry: TableEntry) -> Points:
        row = self.table.section.row(entry.number)
        if entry.wrong is not None:
            raise entry.wrong
        points = dict(entry.points)
        if self.table.is_named and not points and (entry.results.keys() & {WON, REACHED}):
            return dict.fromkeys(entry.empty, 0)
        if self.table.empty_is == OUT:
            if len(entry.empty) > 1 and len(points) > 1:
                raise BadDocument(
                    row, "row %(row)s: several cells are empty: write 0 for the player who went out", row=row
                )
            points |= dict.fromkeys(entry.empty, 0)
        elif self.table.is_named and entry.empty and not self.table.empty_is:
            name = entry.empty[0]
            place = self.table.place(entry, name)
            raise BadDocument(place, "no points given for %(name)s", name=self.table.names[name])
        if wrong := self._below_zero(entry, points):
            place, about = wrong
            raise BadDocument(place, "row %(row)s, column “%(name)s”: “%(value)s” is below zero", **about)
        if len(points) < MIN_PLAYERS and not self.table.is_named:
            raise BadDocument(row, "row %(row)s: fewer than two players have points", row=row)
        return points

    def _below_zero(self, entry: TableEntry, points: Points) -> tuple[str, dict[str, str]] | None:
        """The place of points below zero in a game that has none, and what a message about them names."""
        name = next((name for name, number in points.items() if number < 0), None)
        if name is None or self.can_be_negative(entry.game) is not False:
            return None
        return self.table.place(entry, name), self.table.about(entry, name, entry.cells.get(name, ""))

    def _since(self, before: Points, entry: TableEntry, totals: Points) -> Points:
        points = {name: total - before.get(name, 0) for name, total in totals.items()}
        if wrong := self._below_zero(entry, points):
            place, about = wrong
            raise BadDocument(
                place, "row %(row)s, column “%(name)s”: a running total cannot go down", **about
            )
        return points

    def _score(
        self, name: str, played: Sequence[Points], members: Sequence[TableEntry], *, is_rounds: bool
    ) -> Score:
        entry, shown = members[0], self.table.names[name]
        results = {role: cells.get(name, "") for role, cells in entry.results.items()}
        has_points = bool(entry.points) or not results
        return self.score(
            Person(f"name:{name}", shown),
            sum(points.get(name, 0) for points in played) if has_points else None,
            self.table.place(entry, name),
            game=entry.game,
            won=None if is_rounds else self._has_won(entry, name),
            place=whole_number(results.get(REACHED, "")),
            starts=bool(self._says(results.get(STARTS, ""), entry, name)),
        )

    def _has_won(self, entry: TableEntry, name: str) -> bool | None:
        """Whether a player has won; None if nothing says it. Raises BadDocument for an unknown word."""
        if WON in entry.results:
            written = entry.results[WON].get(name, "")
            won = self._says(written, entry, name)
            if won is None:
                raise BadDocument(
                    self.table.section.place(entry.number, self.table.fields[WON]),
                    "“%(value)s” does not say whether %(name)s has won",
                    value=written[:MAX_CELL_LENGTH],
                    name=self.table.names[name],
                )
            return won if written else None
        winners = set(map(folded, BETWEEN_NAMES.split(entry.told.get(WON, ""))))
        return name in winners if winners <= self.table.players.keys() else None

    def _says(self, written: str, entry: TableEntry, name: str) -> bool | None:
        """What a cell says of a player: yes, also 1 or the player’s name; no, also 0, nothing, or the name of
        another player; None for anything else.
        """
        word = folded(written)
        if word in YES or word == name:
            return True
        if not word or word in NO or word in entry.places:
            return False
        number = decimal_number(written)
        return bool(number) if number in (0, 1) else None

    def _start_of(self, entries: Sequence[TableEntry]) -> datetime | None:
        """The first time of day in the rows of a game, a minute later for each other game at that time."""
        moments = (entry.moment(self.table.order) for entry in entries)
        start = next((moment.at for moment in moments if moment and moment.at), None)
        if start is None:
            return None
        self.starts[start] += 1
        return start + timedelta(minutes=self.starts[start] - 1)

    def _day_of(self, entry: TableEntry) -> date:
        day = entry.day(self.table.order) or (None if entry.written_date else self.day)
        if day is None:
            place = self.table.section.place(entry.number, self.table.fields.get(DATE, 0))
            raise BadDocument(place, "not a date that can be read: %(value)s", value=entry.written_date[:40])
        return day

    def _check_totals(
        self, block: Sequence[TableEntry | TotalsRow | SkippedRow], entries: Sequence[TableEntry]
    ) -> None:
        """Add a warning for every total that differs from the sum of its column, and for rows not read.

        entries: those of the block, the oldest first. Sums above all of them are compared with all.
        """
        everything, above = Sums(), Sums()
        for entry in entries or self.table.entries:
            everything.add(entry)
        is_newest_first = bool(entries) and entries[0] is not next(
            row for row in block if isinstance(row, TableEntry)
        )
        for row in block:
            name = self.table.section.row(row.number)
            if isinstance(row, TableEntry):
                above.add(row)
            elif isinstance(row, SkippedRow):
                values = {"row": name, "word": row.word}
                self.warnings.append(FileWarning(at=name, code="word" if row.word else "row", values=values))
            else:
                if not row.is_sure:
                    self.warnings.append(FileWarning(at=name, code="sums", values={"row": name}))
                self._check_sums(row, everything if is_newest_first or not above.count else above)

    def _check_sums(self, row: TotalsRow, above: Sums) -> None:
        made = above.newest if self.table.runs_on else above.totals
        for name, cell in row.cells.items() if above.are_numbers else ():  # a wrong cell is named already
            number = decimal_number(cell)
            if number is None or int(number) != made.get(name, 0):
                about = self.table.about(row, name, cell)
                values = {"row": about["row"], "name": about["name"], "said": cell, "made": made.get(name, 0)}
                self.warnings.append(FileWarning(at=self.table.place(row, name), code="total", values=values))


def _blocks(table: TableRows) -> Iterator[list[TableEntry | TotalsRow | SkippedRow]]:
    """Split rows after rows of totals, unless the numbers of rounds go on."""
    following: list[TableEntry | None] = []
    entry: TableEntry | None = None
    for row in reversed(table.lines):
        following.append(entry)
        entry = row if isinstance(row, TableEntry) else entry
    block: list[TableEntry | TotalsRow | SkippedRow] = []
    last: TableEntry | None = None
    for row, next_entry in zip(table.lines, reversed(following), strict=True):
        block.append(row)
        if isinstance(row, TableEntry):
            last = row
        elif isinstance(row, TotalsRow) and last and not (next_entry and _is_next(last, next_entry)):
            yield block
            block, last = [], None
    if block:
        yield block


def _is_next(last: TableEntry, entry: TableEntry) -> bool:
    """Whether an entry has the number after that of another."""
    number = _number(entry)
    return number is not None and number == (_number(last) or 0) + 1


def _number(entry: TableEntry) -> int | None:
    return entry.round if entry.round is not None else entry.ordinal
