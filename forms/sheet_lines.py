"""The lines of a score sheet as they are typed: a cell for each seat, and perhaps another dealer.

Field names: `c-<round>-<place>` for the cells, `dealer-<round>` for a place, both counted as the sheet does:
rounds from 1, places from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from forms.fields import words_for_hand
from models.seat import Seat
from scoring.hand import IllegalHand
from scoring.rules import Rules
from scoring.written import LONGEST_CELL, IllegalLine, Written, read_cell

MOST_LINES = 99
OPEN_ENDED = 15  # lines for a game that has no planned end
MORE = 5
LONGEST_START = 20


@dataclass
class Cell:
    """`written` once it has been read; `error` in words where it cannot be."""

    name: str
    text: str = ""
    error: str | None = None
    written: Written | None = None

    def read(self, rules: Rules, *, numbers_are_cards: bool) -> None:
        try:
            self.written = read_cell(self.text, rules, numbers_are_cards=numbers_are_cards)
        except IllegalHand as wrong:
            self.error = words_for_hand(wrong)


@dataclass
class Line:
    """One round. `dealer` is a place as text, "" for whoever's turn it is."""

    number: int
    cells: list[Cell] = field(default_factory=list)
    dealer: str = ""
    error: str | None = None

    @property
    def is_empty(self) -> bool:
        return not self.dealer and not any(cell.text.strip() for cell in self.cells)

    @property
    def is_wrong(self) -> bool:
        return self.error is not None or any(cell.error for cell in self.cells)

    def read(self, rules: Rules, *, numbers_are_cards: bool) -> None:
        if not any(cell.text.strip() for cell in self.cells):
            self.error = _("Nothing stands here, but something follows.")
        for cell in self.cells:
            cell.read(rules, numbers_are_cards=numbers_are_cards)

    def said(self, seats: Sequence[Seat]) -> dict[object, Written]:
        """What each seat's cell says, once all could be read."""
        return {seat.id: c.written for seat, c in zip(seats, self.cells, strict=True) if c.written}


@dataclass(frozen=True)
class Columns:
    """Whose each column was on the page that was sent, and whose each is now: seat ids as hex."""

    shown: tuple[str, ...]
    at_table: tuple[str, ...]

    @classmethod
    def of(cls, seats: Sequence[Seat], told: str) -> Columns:
        """told: the ids as the page named them, "" where it did not: then they are still what they were."""
        at_table = tuple(seat.id.hex for seat in seats)
        return cls(tuple(told.split()) or at_table, at_table)

    @property
    def as_shown(self) -> Columns:
        return Columns(self.shown, self.shown)

    @property
    def have_moved(self) -> bool:
        return self.shown != self.at_table

    @property
    def sent_places(self) -> list[str]:
        """For each column the place under which the page sent it, "" where the page had no such column."""
        return [str(self.shown.index(seat)) if seat in self.shown else "" for seat in self.at_table]

    @property
    def gone(self) -> list[tuple[int, str]]:
        """The columns that only the page had: place there and seat."""
        return [(place, seat) for place, seat in enumerate(self.shown) if seat not in self.at_table]

    def place_now(self, sent: str) -> str:
        """Where the column that the page had at a place is now; "" where there is none."""
        places = self.sent_places
        return str(places.index(sent)) if sent and sent in places else ""


def blank_lines(first: int, count: int, seats: int) -> list[Line]:
    return [_line(number, seats) for number in range(first, first + count)]


def sent_lines(sent: MultiDict[str, str], first: int, count: int, columns: Columns) -> list[Line]:
    """The lines from round `first` on, as they were sent, each cell in the column that is its seat's now."""
    places = columns.sent_places
    lines = blank_lines(first, count, len(places))
    for line in lines:
        line.dealer = columns.place_now(sent.get(f"dealer-{line.number}", ""))
        for cell, place in zip(line.cells, places, strict=True):
            cell.text = _short(sent.get(f"c-{line.number}-{place}", ""))
    return lines


def without_empty_end(lines: Sequence[Line]) -> list[Line]:
    last = max((place for place, line in enumerate(lines) if not line.is_empty), default=-1)
    return list(lines[: last + 1])


def words_for_line(wrong: IllegalLine) -> str:
    return {
        "two_out": _("More than one is marked as out. Only one can be."),
        "noughts": _("More than one has 0. Mark who went out with “x”."),
        "few": _("At least two must have played."),
    }[wrong.problem]


def _line(number: int, seats: int) -> Line:
    return Line(number, [Cell(f"c-{number}-{place}") for place in range(seats)])


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…"  # cut, it means nothing
