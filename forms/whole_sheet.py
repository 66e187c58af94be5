"""A whole sheet at once: rounds down, players across; for a game kept on paper or the rest of one.

Beside the lines (forms/sheet_lines.py): `numbers` ("points" or "cards": what a number alone is),
`start-<place>` (what a late joiner began with), `over`, `block` (text to spread over the cells), `lines` (how
many are shown; an address may ask for more as well), `since` (the first round of the page), `columns` (whose
they are, of a session that exists: seats may have moved by the time the page is sent), `accepted` (doubts
that the table has waved through).
"""

from __future__ import annotations

from dataclasses import replace

from flask import request
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.pasted import spread
from forms.sheet_lines import (
    LONGEST_START,
    MORE,
    MOST_LINES,
    OPEN_ENDED,
    Columns,
    Line,
    blank_lines,
    sent_lines,
    without_empty_end,
)
from forms.sheet_moved import Moved
from forms.sheet_reading import Doubt, SheetReader
from models.session import Session
from models.table.whole_sheets import WholeSheet
from scoring.deal import Deal, next_deal
from scoring.facts import Round, SeatId
from scoring.hand import IllegalHand, typed_points
from scoring.standings import is_over

LONGEST_BLOCK = 20_000
LONGEST_ACCEPTED = 40_000  # some 3000 marks
LONGEST_COLUMNS = 2000


class SheetForm(ChangeForm):
    """`valid()` fills `sheet`, or says what is wrong where it is wrong, or asks (`doubts`)."""

    def setup(self, session: Session, *, whole: bool) -> SheetForm:
        """whole: the sheet tells a game from its first deal, which by now is usually over."""
        self.session, self.is_whole = session, whole
        self.rules = session.rules_in_force
        self.seats = [seat for seat in session.seats if not seat.has_left]
        self.first = len(session.rounds) + 1
        self.errors_at_top: list[str] = []
        self.doubts: list[Doubt] = []
        self.sheet: WholeSheet | None = None
        self.is_sent = request.method == "POST"
        sent = request.form if self.is_sent else {}
        self.numbers = "cards" if sent.get("numbers") == "cards" else "points"
        self.over = sent.get("over") == "1" if self.is_sent else whole
        self.block = sent.get("block", "")[:LONGEST_BLOCK]
        self.accepted = sent.get("accepted", "")[:LONGEST_ACCEPTED].split()
        self.columns = Columns.of(self.seats, "" if whole else sent.get("columns", "")[:LONGEST_COLUMNS])
        places = self.columns.sent_places
        self.starts = [sent.get(f"start-{place}", "")[:LONGEST_START] for place in places]
        self.start_errors: dict[int, str] = {}
        self.since = _number(sent.get("since", "")) or self.first
        self.lines = self._lines()
        return self

    @property
    def has_moved(self) -> bool:
        """Whether rounds were saved or taken back, or columns have moved, since the page was shown."""
        return self.since != self.first or self.columns.have_moved

    @property
    def may_grow(self) -> bool:
        return self.rules.rounds is None and len(self.lines) < MOST_LINES

    @property
    def asks_for_starts(self) -> bool:
        return any(text.strip() for text in self.starts) or any(doubt.code == "late" for doubt in self.doubts)

    def say_what_moved(self) -> None:
        """What was typed for rounds that are saved by now, or for who is gone, is told, not kept."""
        self.errors_at_top += Moved(self).told()
        if self.columns.have_moved:
            self.accepted = []  # the marks name seats by their place

    def rearranged(self, what: str) -> bool:
        """Do what a button asked, or what a block that still waits needs; True where the page comes again.

        what: "more" lines, or "spread" the block over the cells.
        """
        if what == "more" and self.may_grow:
            self.lines += blank_lines(self.first + len(self.lines), MORE, len(self.seats))
        if self.block.strip():
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

    def chosen_dealer(self, line: Line) -> SeatId | None:
        """Whom the line names, else whom the table named for the round to come."""
        place = _number(line.dealer)
        if place is not None and place < len(self.seats):
            return self.seats[place].id
        return self.session.chosen_dealer() if line.number == self.first else None

    def spread(self) -> None:
        """Put the block into the cells from the first line on."""
        told = spread(self.block, [seat.player.name for seat in self.seats])
        if self.rules.rounds is None and len(self.lines) < len(told) <= MOST_LINES:
            missing = len(told) - len(self.lines)
            self.lines += blank_lines(self.first + len(self.lines), missing, len(self.seats))
        if len(told) > len(self.lines):
            words = _(
                "The block has %(count)d lines, the sheet %(most)d.", count=len(told), most=len(self.lines)
            )
            self.errors_at_top.append(words)
            return
        for line, texts in zip(self.lines, told, strict=False):
            for cell, text in zip(line.cells, texts, strict=True):
                cell.text = text
        self.block = ""

    def valid(self) -> bool:
        """Whether the sheet can be saved as it is."""
        if not self.validate_on_submit():
            return False
        lines, starts = without_empty_end(self.lines), self._starts()
        if not lines:
            self.errors_at_top.append(_("Nothing stands on the sheet yet."))
        for line in lines:
            line.read(self.rules, numbers_are_cards=self.numbers == "cards")
        if self.errors_at_top or self.start_errors or not lines or any(line.is_wrong for line in lines):
            return False
        dealers = [self.chosen_dealer(line) for line in lines]
        reader = SheetReader(self.session, self.seats, lines, dealers=dealers, starts=starts)
        self.errors_at_top += reader.problems
        if not reader.is_sound:
            return False
        self.sheet = WholeSheet(tuple(reader.rounds), reader.seats, self.over)
        self.doubts = [
            d for d in [*reader.doubts(), *self._short(reader)] if self._mark(d) not in self.accepted
        ]
        return not self.doubts

    def marks(self) -> str:
        """What "save anyway" accepts: these doubts and no others."""
        return " ".join(dict.fromkeys([*self.accepted, *(self._mark(doubt) for doubt in self.doubts)]))

    def _mark(self, doubt: Doubt) -> str:
        places: dict[SeatId, int] = {seat.id: place for place, seat in enumerate(self.session.seats)}
        return doubt.mark(places)

    def _short(self, reader: SheetReader) -> list[Doubt]:
        """A game that is said to be over before its plan."""
        rounds = [*self.session.round_facts(), *reader.rounds]
        planned = self.rules.rounds
        if not self.over or planned is None or is_over(self.rules, reader.everybody, rounds):
            return []
        return [Doubt("short", tuple(played.number for played in rounds), points=planned)]

    def _lines(self) -> list[Line]:
        planned = self.rules.rounds
        count = OPEN_ENDED if planned is None else max(planned - self.first + 1, 0)
        if planned is None:
            asked = (request.form if self.is_sent else request.args).get("lines", "")
            count = min(max(count, _number(asked) or 0), MOST_LINES)
        if not self.is_sent:
            return blank_lines(self.first, count, len(self.seats))
        return sent_lines(request.form, self.first, count, self.columns)

    def _starts(self) -> dict[SeatId, int]:
        starts: dict[SeatId, int] = {}
        for place, (seat, text) in enumerate(zip(self.seats, self.starts, strict=True)):
            try:
                starts[seat.id] = typed_points(text) if text.strip() else 0
            except IllegalHand:
                self.start_errors[place] = _("A number of points.")
        return starts


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None  # noqa: PLR2004
