"""The games of a wide table, each of one row or of the rows that are its rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, tzinfo
from itertools import pairwise

from exchange.document.checks import BadDocument
from exchange.document.records import MOST_SESSIONS
from exchange.formats.plays import Person, Plays, Score, check_game
from exchange.formats.wide.columns import FEWEST, Columns, place_of
from exchange.formats.wide.rows import SkippedRow, Told, TotalsRow, WideRow, points_of
from exchange.importing.draft import Odd
from models.names import folded

Points = dict[int, int]


class WideGames(Plays):
    """title: the game that is named above the table, "" where none is."""

    source = "wide"

    def __init__(self, columns: Columns, zone: tzinfo, title: str) -> None:
        super().__init__(zone)
        self.columns, self.title = columns, title
        self.odd = [self._unread(name) for name in columns.unread]
        self.keys: Counter[str] = Counter()

    def read(
        self, told: Sequence[Told], *, a_row_is: str, runs_on: bool, order: str, day: date | None
    ) -> None:
        """order: of day, month and year. day: of all rows, where no column tells any."""
        self.order, self.day, self.runs_on = order, day, runs_on
        for block in _blocks(told):
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
        scores = [self._score(column, played) for column in seated]
        check_game(scores, str(first.number))
        if len(self.sessions) >= MOST_SESSIONS:
            raise BadDocument(str(first.number), "more than %(most)s games", most=MOST_SESSIONS)
        game = first.game or self.title
        people = sorted(score.person.key for score in scores)
        which = f"{day if first.days else sorted(first.cells.items())}|{first.manieth or ''}|{game}|{people}"
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
        """What everybody got in each row; of running totals the difference to what stood there before."""
        written = [points_of(row, self.columns) for row in members]
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

    def _since(self, before: Points, row: WideRow, totals: Points) -> Points:
        down = next((column for column, total in totals.items() if total < before.get(column, 0)), None)
        if down is not None:
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

    def _score(self, column: int, played: Sequence[Points]) -> Score:
        name = " ".join(self.columns.players[column].split())
        total = sum(points.get(column, 0) for points in played)
        return self.score(Person(f"name:{folded(name)}", name), total, str(column))

    def _day_of(self, row: WideRow) -> date:
        day = row.day(self.order) or (None if "date" in self.columns.told else self.day)
        if day is None:
            place = place_of(row.number, self.columns.told.get("date", 0))
            raise BadDocument(place, "not a date that can be read: %(value)s", value=row.day_told[:40])
        return day

    def _words(self, row: WideRow) -> str:
        return " · ".join(filter(None, (row.day_told, row.game or self.title)))

    def _check_totals(self, block: Sequence[Told], rows: Sequence[WideRow]) -> None:
        """Name every total that is not what its column adds up to."""
        for said in block:
            if isinstance(said, SkippedRow):
                self.odd.append(Odd(at=str(said.number), code="row", values={"row": said.number}))
            elif isinstance(said, TotalsRow):
                if not said.sure:
                    self.odd.append(Odd(at=str(said.number), code="sums", values={"row": said.number}))
                self.odd += self._wrong_totals(said, [row for row in rows if row.number < said.number])

    def _wrong_totals(self, said: TotalsRow, rows: Sequence[WideRow]) -> Iterator[Odd]:
        try:
            written = [points_of(row, self.columns) for row in rows]
        except BadDocument:  # that cell is named already
            return
        for column, cell in said.cells.items():
            mine = [points[column] for points in written if column in points]
            made = (mine[-1] if mine else 0) if self.runs_on else sum(mine)
            if cell.replace(",", ".").partition(".")[0] != str(made):
                values = {
                    "row": said.number,
                    "name": self.columns.players[column],
                    "said": cell,
                    "made": made,
                }
                yield Odd(at=place_of(said.number, column), code="total", values=values)

    def _unread(self, name: str) -> Odd:
        return Odd(at="", code="column", values={"name": name[:40]})


def _blocks(told: Iterable[Told]) -> Iterator[list[Told]]:
    """Rows up to their row of totals, each; what follows it is of another game."""
    block: list[Told] = []
    for row in told:
        block.append(row)
        if isinstance(row, TotalsRow):
            yield block
            block = []
    if block:
        yield block


def _games(rows: Sequence[WideRow], order: str) -> Iterator[list[WideRow]]:
    """The rounds of each game: the day, the number or the game is another, or rounds begin anew."""
    numbers = [row.manieth for row in rows]
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
    """of_games: the numbers count games, for some stand more than once; else they count rounds."""
    if (last.day(order), folded(last.game)) != (row.day(order), folded(row.game)):
        return False
    if row.round is not None and last.round is not None and row.round <= last.round:
        return False
    if of_games:
        return row.manieth == last.manieth
    return row.manieth is None or row.manieth == (last.manieth or 0) + 1
