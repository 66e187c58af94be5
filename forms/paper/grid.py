"""The grid of a score sheet: its cells and lines, which can grow, and a block of text spread over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from werkzeug.datastructures import MultiDict
from wtforms import StringField, TextAreaField
from wtforms.form import BaseForm

from files.readers.pasted import spread
from forms.base import ChangeForm, PointsField, TypedField, one_of, parse_count, words_for_hand
from forms.names import shortened
from game.scoring.deal import Deal
from game.scoring.facts import SeatId
from game.scoring.hand import IllegalHand
from game.scoring.rules import Rules
from game.scoring.sheet import deals_of_lines
from game.scoring.sheet_cells import MAX_CELL_LENGTH, SheetCell, read_cell
from models.session import Seat, Session

MAX_LINES = 99
DEFAULT_LINES = 15  # lines for a game that has no planned end
ADDED_LINES = 5
MAX_NUMBER = 999
MAX_START_LENGTH = 20
MAX_BLOCK_LENGTH = 20_000
MAX_COLUMNS_LENGTH = 2000
PAGE_WIDE = ("csrf_token", "change_id", "numbers")


class CellField(TypedField):
    """The text of a cell; `data` is the parsed cell."""

    def __init__(self, rules: Rules, *, numbers_are_cards: bool, **kwargs: Any) -> None:
        super().__init__(longest=MAX_CELL_LENGTH, **kwargs)
        self.rules, self.numbers_are_cards = rules, numbers_are_cards

    def read(self, text: str) -> SheetCell:
        try:
            return read_cell(text, self.rules, numbers_are_cards=self.numbers_are_cards)
        except IllegalHand as wrong:
            raise ValueError(words_for_hand(wrong)) from wrong


class LineForm(BaseForm):
    """One round: a cell for each column, and the index of the dealer, "" for the one due."""

    def __init__(
        self,
        number: int,
        columns: int,
        sent: Mapping[str, str] | None,
        rules: Rules,
        *,
        numbers_are_cards: bool,
    ) -> None:
        self.number = number
        places = [str(place) for place in range(columns)]
        cells = {
            place: CellField(rules, numbers_are_cards=numbers_are_cards, name=f"c-{number}-{place}")
            for place in places
        }
        dealer = StringField(name=f"dealer-{number}", filters=[one_of("", *places)])
        super().__init__({**cells, "dealer": dealer})
        self.process(sent)
        self.dealer: StringField = self["dealer"]
        self.cells: list[CellField] = [self[place] for place in places]

    @property
    def is_typed(self) -> bool:
        return any(cell.text.strip() for cell in self.cells)

    @property
    def is_empty(self) -> bool:
        return not self.dealer.data and not self.is_typed

    def validate(self, extra_validators: None = None) -> bool:
        if not self.is_typed:
            self.form_errors.append(_("Nothing is here, but more follows."))
        return super().validate(extra_validators) and not self.form_errors

    def as_cells(self, seats: Sequence[Seat]) -> Mapping[SeatId, SheetCell]:
        """The parsed cell of each seat; call once all are valid."""
        return {seat.id: cell.data for seat, cell in zip(seats, self.cells, strict=True)}


@dataclass(frozen=True)
class SheetColumns:
    """The seats of the columns, on the page that was sent and now: seat ids as hex."""

    shown: tuple[str, ...]
    at_table: tuple[str, ...]

    @classmethod
    def of(cls, seats: Sequence[Seat], seat_ids: str) -> SheetColumns:
        """seat_ids: sent by the page; "" means that the columns are unchanged."""
        at_table = tuple(seat.id.hex for seat in seats)
        return cls(tuple(seat_ids.split()) or at_table, at_table)

    @property
    def have_changed(self) -> bool:
        return self.shown != self.at_table

    @property
    def removed(self) -> list[tuple[int, str]]:
        """The columns that only the page had: place there and seat."""
        return [(place, seat) for place, seat in enumerate(self.shown) if seat not in self.at_table]

    def as_now(self, sent: MultiDict[str, str]) -> MultiDict[str, str]:
        """The cells that were sent, moved to the present column of their seat; without those of removed
        seats.
        """
        if not self.have_changed:
            return sent
        places = {
            str(self.shown.index(seat)): str(place)
            for place, seat in enumerate(self.at_table)
            if seat in self.shown
        }
        now: MultiDict[str, str] = MultiDict()
        for name, value in sent.items():
            head, _dash, place = name.rpartition("-")
            if name.startswith("dealer-"):
                now[name] = places.get(value, "")
            elif not name.startswith(("c-", "start-", "total-")):
                now[name] = value
            elif place in places:
                now[f"{head}-{places[place]}"] = value
        return now


def words_for_line(problem: str) -> str:
    """The message for a line that game/scoring/sheet.py found wrong."""
    return {
        "cut": _("A new cut: choose who dealt."),
        "two_out": _("More than one is marked with “x”. Only one can be."),
        "noughts": _("More than one has 0. Mark who went out or won with “x”."),
        "few": _("At least two must have played."),
    }[problem]


class GridForm(ChangeForm):
    """lines: the rounds from `first` on. starts: start points of late joiners, by index.

    part: prefix of its field names where a page has several grids; fields in PAGE_WIDE have none. posted: the
    page's values of this grid.

    numbers: the meaning of a bare number. A page sends its number of `lines` (a query may request more),
    `since`, its first round, and for an existing session the ids of its `columns`.
    """

    numbers = StringField(filters=[one_of("points", "cards")])
    block = TextAreaField(filters=[shortened(MAX_BLOCK_LENGTH)])

    def __init__(self, session: Session, *, whole: bool, part: str = "", **known: Any) -> None:
        """whole: the sheet contains the session from its first deal."""
        self.session, self.is_whole, self.part = session, whole, part
        self.posted: MultiDict[str, str] = request.form
        if part:
            fields = {name: value for name, value in request.form.items() if name in PAGE_WIDE}
            fields |= {
                name.removeprefix(part): value
                for name, value in request.form.items()
                if name.startswith(part)
            }
            self.posted = MultiDict(fields)
        self.rules = session.rules_in_force
        self.seats = [seat for seat in session.seats if not seat.has_left]
        self.first = len(session.rounds) + 1
        self.since = parse_count(self.posted.get("since", ""), least=1, most=MAX_NUMBER) or self.first
        seat_ids = "" if whole else self.posted.get("columns", "")[:MAX_COLUMNS_LENGTH]
        self.columns = SheetColumns.of(self.seats, seat_ids)
        super().__init__(**({"formdata": self.posted} if self.is_submitted() else {"data": known}))
        self.sent = self.columns.as_now(self.posted) if self.is_submitted() else None
        starts = {
            str(place): PointsField(
                message=N_("A number of points."),
                longest=MAX_START_LENGTH,
                mark="",
                negative=self.rules.negative,
            )
            for place in range(len(self.seats))
        }
        self.starts = BaseForm(starts, prefix="start-")
        self.starts.process(self.sent)
        self.lines: list[LineForm] = []
        self._add_lines(self._requested_lines())

    @property
    def has_changed(self) -> bool:
        """Whether rounds were saved or taken back, or columns have moved, since the page was shown."""
        return self.since != self.first or self.columns.have_changed

    @property
    def may_grow(self) -> bool:
        return self.rules.rounds is None and len(self.lines) < MAX_LINES

    def rearranged(self, action: str) -> bool:
        """Carry out a button or spread a pasted block; True where the page is to be shown again.

        action: "more" lines, or "spread" the block over the cells.
        """
        if action == "more" and self.may_grow:
            self._add_lines(ADDED_LINES)
        if self.block.data.strip():
            self.spread()
            return True
        return action in ("more", "spread")

    def spread(self) -> None:
        """Put the block into the cells from the first line on."""
        rows = spread(self.block.data, [seat.player.name for seat in self.seats])
        if self.rules.rounds is None and len(self.lines) < len(rows) <= MAX_LINES:
            self._add_lines(len(rows) - len(self.lines))
        if len(rows) > len(self.lines):
            self.form_errors.append(
                _(
                    "The block has %(count)d lines, the sheet %(most)d.",
                    count=len(rows),
                    most=len(self.lines),
                )
            )
            return
        for line, texts in zip(self.lines, rows, strict=False):
            for cell, text in zip(line.cells, texts, strict=True):
                cell.text = text
        self.block.data = ""

    def deals(self) -> list[Deal]:
        """Each line's, as the dealers named have it."""
        session = self.session
        return deals_of_lines(
            self.rules,
            session.scored.seats,
            before=session.rounds,
            dealers=[self.chosen_dealer(line) for line in self.lines],
            first_dealers=session.sheet.first_dealers,
        )

    def chosen_dealer(self, line: LineForm) -> SeatId | None:
        """The line's dealer, otherwise the one chosen for the next round."""
        if line.dealer.data:
            return self.seats[int(line.dealer.data)].id
        return self.session.scored.chosen_dealer if line.number == self.first else None

    def lines_as_shown(self, first: int, count: int) -> list[LineForm]:
        """Lines of the page that was sent, each cell in the column that was its seat's there."""
        numbers = range(first, first + count)
        return [self._line(number, len(self.columns.shown), self.posted) for number in numbers]

    def _requested_lines(self) -> int:
        planned = self.rules.rounds
        if planned is not None:
            return max(planned - self.first + 1, 0)
        requested = (self.posted if self.is_submitted() else request.args).get("lines", "")
        return min(max(DEFAULT_LINES, parse_count(requested, most=MAX_NUMBER) or 0), MAX_LINES)

    def _add_lines(self, count: int) -> None:
        next_number = self.first + len(self.lines)
        numbers = range(next_number, next_number + count)
        self.lines += [self._line(number, len(self.seats), self.sent) for number in numbers]

    def _line(self, number: int, columns: int, sent: MultiDict[str, str] | None) -> LineForm:
        cards = self.numbers.data == "cards"
        return LineForm(number, columns, sent, self.rules, numbers_are_cards=cards)
