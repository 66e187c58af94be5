"""A whole sheet at once: rounds down, players across; for a game kept on paper or the rest of one."""

from __future__ import annotations

from flask_babel import gettext as _
from wtforms import BooleanField, HiddenField

from forms.grid import GridForm
from forms.names import shortened
from forms.sheet_lines import without_empty_end
from forms.sheet_reading import Doubt, SheetReader
from models.session import Session
from models.table.whole_sheets import WholeSheet
from scoring.facts import SeatId

LONGEST_ACCEPTED = 40_000  # some 3000 marks


class SheetForm(GridForm):
    """`valid()` fills `sheet`, or says what is wrong where it is wrong, or asks (`doubts`).

    accepted: the marks of doubts that the table has waved through.
    """

    over = BooleanField(false_values=(False, "", "0"))
    accepted = HiddenField(filters=[shortened(LONGEST_ACCEPTED)])

    def __init__(self, session: Session, *, whole: bool) -> None:
        super().__init__(session, whole=whole, over=whole)  # a game that is told whole is usually over
        self.doubts: list[Doubt] = []
        self.sheet: WholeSheet | None = None

    @property
    def asks_for_starts(self) -> bool:
        is_told = any(start.text.strip() for start in self.starts)
        return is_told or any(doubt.code == "late" for doubt in self.doubts)

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
        doubts = reader.doubts(was_over=self.over.data)
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
        marks = [self._mark(doubt) for doubt in self.doubts]
        return " ".join(dict.fromkeys([*self.accepted.data.split(), *marks]))

    def _mark(self, doubt: Doubt) -> str:
        places: dict[SeatId, int] = {seat.id: place for place, seat in enumerate(self.session.seats)}
        return doubt.mark(places)
