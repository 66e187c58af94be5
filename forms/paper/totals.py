"""A game of which only the totals are known: one field for each seat, `t-<place>`."""

from __future__ import annotations

from flask import request
from flask_babel import gettext as _
from wtforms.form import BaseForm

from forms.base import ChangeForm
from forms.fields import PointsField
from forms.paper.lines import MOST_LINES
from game.scoring.facts import SeatId
from models.session import Session
from models.table.whole_sheets import WholeSheet, totals

LONGEST_TOTAL = 200


class TotalsForm(ChangeForm):
    """`valid()` fills `sheet`, or says what is wrong at the cell where it is wrong."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.rules = session, session.scoring_rules
        self.sheet: WholeSheet | None = None
        cells = {
            str(place): PointsField(longest=LONGEST_TOTAL, mark="") for place in range(len(session.seats))
        }
        self.cells = BaseForm(cells, prefix="t-")
        self.cells.process(request.form if self.is_submitted() else None)

    def valid(self) -> bool:
        if not self.validate_on_submit():
            return False
        self.sheet = totals(self.session, self._reached())
        return True

    def validate(self, extra_validators: None = None) -> bool:
        is_sound = super().validate(extra_validators)
        self.cells.validate()
        if not self.rules.teams:  # a team's total may stand with one of its players
            for cell in self.cells:
                if not cell.text.strip():
                    cell.errors = [_("A total is missing here.")]
        if is_sound and not self.cells.errors and not self._played(sum(self._reached().values())):
            self.form_errors.append(
                _("At least one round must have been won, and %(most)d at most.", most=MOST_LINES)
            )
        return is_sound and not self.cells.errors and not self.form_errors

    def _reached(self) -> dict[SeatId, int]:
        cells = zip(self.session.seats, self.cells, strict=True)
        return {seat.id: cell.data or 0 for seat, cell in cells}

    def _played(self, won: int) -> bool:
        """Whether so many rounds can have been won; points may be any."""
        return not self.rules.counts_wins or 1 <= won <= MOST_LINES
