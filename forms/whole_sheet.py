"""A whole sheet at once: rounds down, players across; for a game kept on paper or the rest of one.

Its lines: forms/sheet_lines.py. `lines` says how many are shown; an address may ask for more as well.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, HiddenField, StringField, TextAreaField
from wtforms.form import BaseForm

from forms.base import ChangeForm
from forms.fields import PointsField, counted, one_of
from forms.names import shortened
from forms.pasted import spread
from forms.sheet_lines import MOST_LINES, Columns, LineForm, without_empty_end
from forms.sheet_reading import Doubt, SheetReader
from models.session import Session
from models.table.whole_sheets import WholeSheet
from scoring.deal import Deal, next_deal
from scoring.facts import Round, SeatId
from scoring.standings import is_over

OPEN_ENDED = 15  # lines for a game that has no planned end
MORE = 5
MOST_NUMBER = 999
LONGEST_START = 20
LONGEST_BLOCK = 20_000
LONGEST_ACCEPTED = 40_000  # some 3000 marks
LONGEST_COLUMNS = 2000


class SheetForm(ChangeForm):
    """`valid()` fills `sheet`, or says what is wrong where it is wrong, or asks (`doubts`).

    numbers: what a number alone is. accepted: the marks of doubts that the table has waved through.
    columns: whose they were on the page that was sent, where the session exists; since: its first round.
    """

    numbers = StringField(filters=[one_of("points", "cards")])
    over = BooleanField(false_values=(False, "", "0"))
    block = TextAreaField(filters=[shortened(LONGEST_BLOCK)])
    accepted = HiddenField(filters=[shortened(LONGEST_ACCEPTED)])

    def __init__(self, session: Session, *, whole: bool) -> None:
        """whole: the sheet tells a game from its first deal, which by now is usually over."""
        self.session, self.is_whole = session, whole
        self.rules = session.rules_in_force
        self.seats = [seat for seat in session.seats if not seat.has_left]
        self.first = len(session.rounds) + 1
        self.doubts: list[Doubt] = []
        self.sheet: WholeSheet | None = None
        told = "" if whole else request.form.get("columns", "")[:LONGEST_COLUMNS]
        self.columns = Columns.of(self.seats, told)
        self.since = counted(request.form.get("since", ""), least=1, most=MOST_NUMBER) or self.first
        super().__init__(data=None if self.is_submitted() else {"over": whole})
        self.sent = self.columns.as_now(request.form) if self.is_submitted() else None
        starts = {str(place): _start_field() for place in range(len(self.seats))}
        self.starts = BaseForm(starts, prefix="start-")
        self.starts.process(self.sent)
        self.lines = self._lines(self.first, self._lines_asked())

    @property
    def has_moved(self) -> bool:
        """Whether rounds were saved or taken back, or columns have moved, since the page was shown."""
        return self.since != self.first or self.columns.have_moved

    @property
    def may_grow(self) -> bool:
        return self.rules.rounds is None and len(self.lines) < MOST_LINES

    @property
    def asks_for_starts(self) -> bool:
        return any(start.text.strip() for start in self.starts) or any(
            doubt.code == "late" for doubt in self.doubts
        )

    def rearranged(self, what: str) -> bool:
        """Do what a button asked, or what a block that still waits needs; True where the page comes again.

        what: "more" lines, or "spread" the block over the cells.
        """
        if what == "more" and self.may_grow:
            self._add_lines(MORE)
        if self.block.data.strip():
            self.spread()
            return True
        return what in ("more", "spread")

    def deals(self) -> list[Deal]:
        """Each line's deal as the dealers named have it; after an open cut nobody is known till the next."""
        rounds, known, deals = self.session.round_facts(), True, []
        seats = self.session.seat_facts()
        for line in self.lines:
            chosen = self.chosen_dealer(line)
            deal = next_deal(self.rules, seats, rounds, self.session.first_dealer_ids(), chosen)
            known = (deal.dealer is not None) if chosen or deal.number_in_block == 1 else known
            deals.append(deal if known else replace(deal, dealer=None, leader=None))
            dealer = deal.dealer or self.seats[0].id
            rounds.append(Round(line.number, dealer, deal.hand_size, None, ()))
        return deals

    def chosen_dealer(self, line: LineForm) -> SeatId | None:
        """Whom the line names, else whom the table named for the round to come."""
        if line.dealer.data:
            return self.seats[int(line.dealer.data)].id
        return self.session.chosen_dealer() if line.number == self.first else None

    def spread(self) -> None:
        """Put the block into the cells from the first line on."""
        told = spread(self.block.data, [seat.player.name for seat in self.seats])
        if self.rules.rounds is None and len(self.lines) < len(told) <= MOST_LINES:
            self._add_lines(len(told) - len(self.lines))
        if len(told) > len(self.lines):
            self.form_errors.append(
                _("The block has %(count)d lines, the sheet %(most)d.", count=len(told), most=len(self.lines))
            )
            return
        for line, texts in zip(self.lines, told, strict=False):
            for cell, text in zip(line.cells, texts, strict=True):
                cell.text = text
        self.block.data = ""

    def valid(self) -> bool:
        """Whether the sheet can be saved as it is."""
        if not self.validate_on_submit():
            return False
        lines = without_empty_end(self.lines)
        dealers = [self.chosen_dealer(line) for line in lines]
        columns = zip(self.seats, self.starts, strict=True)
        starts: dict[SeatId, int] = {seat.id: start.data or 0 for seat, start in columns}
        reader = SheetReader(self.session, self.seats, lines, dealers=dealers, starts=starts)
        self.form_errors += reader.problems
        if not reader.is_sound:
            return False
        self.sheet = WholeSheet(tuple(reader.rounds), reader.seats, self.over.data)
        accepted = self.accepted.data.split()
        doubts = [*reader.doubts(), *self._short(reader)]
        self.doubts = [doubt for doubt in doubts if self._mark(doubt) not in accepted]
        return not self.doubts

    def validate(self, extra_validators: None = None) -> bool:
        lines = without_empty_end(self.lines)
        if not lines:
            self.form_errors.append(_("Nothing stands on the sheet yet."))
        sound = [form.validate() for form in (self.starts, *lines)]
        return super().validate(extra_validators) and all(sound) and not self.form_errors

    def marks(self) -> str:
        """What "save anyway" accepts: these doubts and no others."""
        accepted = self.accepted.data.split()
        return " ".join(dict.fromkeys([*accepted, *(self._mark(doubt) for doubt in self.doubts)]))

    def lines_as_shown(self, first: int, count: int) -> list[LineForm]:
        """Lines of the page that was sent, each cell in the column that was its seat's there."""
        numbers = range(first, first + count)
        return [self._line(number, len(self.columns.shown), request.form) for number in numbers]

    def start_as_shown(self, place: int) -> str:
        return request.form.get(f"start-{place}", "")[:LONGEST_START]

    def _mark(self, doubt: Doubt) -> str:
        places: dict[SeatId, int] = {seat.id: place for place, seat in enumerate(self.session.seats)}
        return doubt.mark(places)

    def _short(self, reader: SheetReader) -> list[Doubt]:
        """A game that is said to be over before its plan."""
        rounds = [*self.session.round_facts(), *reader.rounds]
        planned = self.rules.rounds
        if not self.over.data or planned is None or is_over(self.rules, reader.everybody, rounds):
            return []
        return [Doubt("short", tuple(played.number for played in rounds), points=planned)]

    def _lines_asked(self) -> int:
        planned = self.rules.rounds
        if planned is not None:
            return max(planned - self.first + 1, 0)
        asked = (request.form if self.is_submitted() else request.args).get("lines", "")
        return min(max(OPEN_ENDED, counted(asked, most=MOST_NUMBER) or 0), MOST_LINES)

    def _lines(self, first: int, count: int) -> list[LineForm]:
        return [self._line(number, len(self.seats), self.sent) for number in range(first, first + count)]

    def _line(self, number: int, columns: int, sent: MultiDict[str, str] | None) -> LineForm:
        cards = self.numbers.data == "cards"
        return LineForm(number, columns, sent, self.rules, numbers_are_cards=cards)

    def _add_lines(self, count: int) -> None:
        self.lines += self._lines(self.first + len(self.lines), count)


def _start_field() -> Any:
    return PointsField(message=N_("A number of points."), longest=LONGEST_START, mark="")
