"""A game of which only the totals are known: one field for each seat, `t-<place>`."""

from __future__ import annotations

from flask import request
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.fields import words_for_hand
from forms.sheet_lines import MOST_LINES, Cell
from models.session import Session
from models.table.whole_sheets import WholeSheet, totals
from scoring.facts import SeatId
from scoring.hand import IllegalHand, typed_points

LONGEST_TOTAL = 200


class TotalsForm(ChangeForm):
    """`valid()` fills `sheet`, or says what is wrong at the cell where it is wrong."""

    def setup(self, session: Session) -> TotalsForm:
        self.session, self.rules = session, session.scoring_rules
        self.errors_at_top: list[str] = []
        self.sheet: WholeSheet | None = None
        sent = request.form if request.method == "POST" else {}
        self.is_sent = bool(sent)
        self.cells = [
            Cell(f"t-{place}", sent.get(f"t-{place}", "")[:LONGEST_TOTAL])
            for place in range(len(session.seats))
        ]
        return self

    def valid(self) -> bool:
        if not self.validate_on_submit():
            return False
        reached: dict[SeatId, int] = {}
        for seat, cell in zip(self.session.seats, self.cells, strict=True):
            reached[seat.id] = self._total(cell)
        if not self._played(reached) and not any(cell.error for cell in self.cells):
            self.errors_at_top.append(
                _("At least one round must have been won, and %(most)d at most.", most=MOST_LINES)
            )
        if self.errors_at_top or any(cell.error for cell in self.cells):
            return False
        self.sheet = totals(self.session, reached)
        return True

    def _total(self, cell: Cell) -> int:
        if not cell.text.strip() and not self.rules.teams:  # a team's total may stand with one of its players
            cell.error = _("A total is missing here.")
            return 0
        try:
            return typed_points(cell.text) if cell.text.strip() else 0
        except IllegalHand as wrong:
            cell.error = words_for_hand(wrong)
            return 0

    def _played(self, reached: dict[SeatId, int]) -> bool:
        """Whether so many rounds can have been won; points may be any."""
        return not self.rules.counts_wins or 1 <= sum(reached.values()) <= MOST_LINES
