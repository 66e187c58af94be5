"""A wide table as a draft: what a row is, which day is meant, whether numbers run on.

Where the table does not say it is asked, with the likeliest answer chosen. The cells stay in the draft, so
that they can be read again when somebody answers otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, tzinfo

from msgspec.structs import replace

from exchange.document.checks import BadDocument
from exchange.formats.table import Line
from exchange.formats.wide.columns import FEWEST, Columns, columns_of
from exchange.formats.wide.dates import ONE_WAY, orders_of, usual_order
from exchange.formats.wide.games import WideGames
from exchange.formats.wide.rows import TotalsRow, WideRow, looks_running, points_of, rows_in
from exchange.importing.draft import Draft, Question, Table
from game.variants.naming import way_called
from models.names import folded

MOST_ROWS = 5_000
MOST_PLAYERS = 40
MOSTLY = 0.7  # of the rows
ROUNDS, GAMES = "rounds", "games"
YES, NO = "yes", "no"


class WideTable:
    """Raises BadDocument where it is no such table."""

    def __init__(
        self,
        lines: Sequence[Line],
        zone: tzinfo,
        today: date | None,
        answers: Mapping[str, str] | None = None,
    ) -> None:
        self.lines, self.zone, self.today, self.answers = lines, zone, today, answers or {}
        self.columns = columns_of(lines)
        if len(self.columns.players) > MOST_PLAYERS:
            raise BadDocument(
                str(lines[self.columns.head][0]), "more than %(most)s people", most=MOST_PLAYERS
            )
        self.told = rows_in(lines, self.columns)
        self.rows = [row for row in self.told if isinstance(row, WideRow)]
        if not self.rows:
            raise BadDocument(str(lines[self.columns.head][0]), "no row with points stands below the names")

    def draft(self) -> Draft:
        questions = list(filter(None, (self._what_a_row_is(), self._runs_on(), self._order(), self._day())))
        chosen = {question.key: question.chosen for question in questions}
        games = WideGames(self.columns, self.zone, self._title())
        games.read(
            self.told,
            a_row_is=chosen.get("rows", self._said() or GAMES),
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
        """A game that is named above the table."""
        return next((title for title in self.columns.titles if way_called(title)), "")

    def _said(self) -> str:
        """What a row is where the table says it."""
        return {"round": ROUNDS, "game": GAMES}.get(self.columns.numbers_are, "")

    def _what_a_row_is(self) -> Question | None:
        if self._said() or len(self.rows) < FEWEST:
            return None
        told = {(str(sorted(row.days.items())), folded(row.game)) for row in self.rows}
        if len(told) == len(self.rows):
            return self._question("rows", GAMES, (GAMES, ROUNDS))
        alone = sum(_one_is_out(row, self.columns) for row in self.rows)
        usual = ROUNDS if alone >= MOSTLY * len(self.rows) or len(told) == 1 else GAMES
        return self._question("rows", usual, (ROUNDS, GAMES))

    def _runs_on(self) -> Question | None:
        """Asked where it looks so, and no row of totals says otherwise. Few running totals are 0; where
        there is one in every row, somebody went out of each.
        """
        games = {folded(row.game) for row in self.rows}
        if len(games) > 1 or not looks_running(self.rows, self.columns) or self._totals_are_sums():
            return None
        usual = NO if all(_one_is_out(row, self.columns) for row in self.rows) else YES
        return self._question("running", usual, (YES, NO))

    def _totals_are_sums(self) -> bool:
        totals = [row for row in self.told if isinstance(row, TotalsRow)]
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
        """Asked where no column tells days."""
        if "date" in self.columns.told:
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
