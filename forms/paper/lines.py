"""The lines of a score sheet as they are typed: a cell for each seat, and perhaps another dealer.

Field names: `c-<round>-<place>` for the cells, `dealer-<round>` for a place, both counted as the sheet does:
rounds from 1, places from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import StringField
from wtforms.form import BaseForm

from forms.fields import TypedField, one_of, words_for_hand
from game.scoring.hand import IllegalHand
from game.scoring.rules import Rules
from game.scoring.written import LONGEST_CELL, Written, read_cell
from models.seat import Seat

MOST_LINES = 99


class CellField(TypedField):
    """What stands in one cell; `data` is what it says of the seat."""

    def __init__(self, rules: Rules, *, numbers_are_cards: bool, **kwargs: Any) -> None:
        super().__init__(longest=LONGEST_CELL, **kwargs)
        self.rules, self.numbers_are_cards = rules, numbers_are_cards

    def read(self, text: str) -> Written:
        try:
            return read_cell(text, self.rules, numbers_are_cards=self.numbers_are_cards)
        except IllegalHand as wrong:
            raise ValueError(words_for_hand(wrong)) from wrong


class LineForm(BaseForm):
    """One round: a cell for each column, and the place of whoever dealt, "" where it was the one to deal."""

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

    def said(self, seats: Sequence[Seat]) -> dict[object, Written]:
        """What each seat's cell says, once all could be read."""
        return {seat.id: cell.data for seat, cell in zip(seats, self.cells, strict=True)}


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
    def have_moved(self) -> bool:
        return self.shown != self.at_table

    @property
    def gone(self) -> list[tuple[int, str]]:
        """The columns that only the page had: place there and seat."""
        return [(place, seat) for place, seat in enumerate(self.shown) if seat not in self.at_table]

    def as_now(self, sent: MultiDict[str, str]) -> MultiDict[str, str]:
        """What was sent, each cell in the column that is its seat's now, none in those that are gone."""
        if not self.have_moved:
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
    """What the table reads about a line that game/scoring/sheet.py found wrong."""
    return {
        "cut": _("A new cut: choose who dealt."),
        "two_out": _("More than one is marked as out. Only one can be."),
        "noughts": _("More than one has 0. Mark who went out with “x”."),
        "few": _("At least two must have played."),
    }[problem]
