"""A whole sheet, rounds down and players across: a session on paper, the rest of one, or totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import request
from flask_babel import gettext as _
from wtforms import BooleanField, HiddenField
from wtforms.form import BaseForm

from forms.base import ChangeForm, PointsField
from forms.names import shortened
from forms.paper.grid import MAX_LINES, MAX_START_LENGTH, GridForm, LineForm, words_for_line
from game.scoring.facts import Round, SeatId
from game.scoring.sheet import SheetReader, SheetWarning
from game.scoring.standings import standings
from models.session import Session
from models.table.whole_sheets import WholeSheet, totals

MAX_ACCEPTED_LENGTH = 40_000  # some 3000 tokens
MAX_TOTAL_LENGTH = 200


class SheetForm(GridForm):
    """`valid()` fills `sheet`, or sets errors and `doubts` (questions).

    accepted_warnings: tokens of the doubts that were confirmed. written_totals: a field for each column if
    the paper has a line for totals.
    """

    over = BooleanField(false_values=(False, "", "0"))
    written_totals: BaseForm | None = None
    accepted_warnings = HiddenField(name="accepted", filters=[shortened(MAX_ACCEPTED_LENGTH)])

    def __init__(self, session: Session, *, whole: bool, part: str = "") -> None:
        super().__init__(session, whole=whole, part=part, over=whole)  # a whole game is usually over
        self.doubts: list[SheetWarning] = []
        self.sheet: WholeSheet | None = None

    @property
    def needs_starts(self) -> bool:
        is_stated = any(start.text.strip() for start in self.starts)
        return is_stated or any(doubt.code == "late" for doubt in self.doubts)

    @property
    def typed_lines(self) -> list[LineForm]:
        """The lines without the empty ones at the end."""
        last = max((place for place, line in enumerate(self.lines) if not line.is_empty), default=-1)
        return self.lines[: last + 1]

    @property
    def computed_totals(self) -> list[int]:
        """The total of each column including saved rounds; empty while a cell is invalid."""
        if self.sheet is None:
            return []
        session, on_sheet = self.session, {seat.id: seat for seat in self.sheet.seats}
        seats = [on_sheet.get(seat.id, seat) for seat in session.scored.seats]
        rounds: Sequence[Round] = [*session.rounds, *self.sheet.rounds]
        table: dict[SeatId, int] = {
            seat: side.total for side in standings(self.rules, seats, rounds) for seat in side.seats
        }
        return [table[seat.id] for seat in self.seats]

    def valid(self) -> bool:
        """Whether the sheet can be saved."""
        if not self.validate_on_submit():
            return False
        reader = self._reader()
        for number, problem in reader.problems.items():
            self.lines[number - self.first].form_errors.append(words_for_line(problem))
        self.form_errors += [self._words_for_empty(seat) for seat in reader.empty_seats]
        if not reader.is_sound:
            return False
        self.sheet = WholeSheet(tuple(reader.rounds), reader.seats, self.over.data)
        accepted = self.accepted_warnings.data.split()
        doubts = reader.warnings(was_over=self.over.data)
        self.doubts = [doubt for doubt in doubts if self._token(doubt) not in accepted]
        return not self.doubts

    def validate(self, extra_validators: None = None) -> bool:
        lines = self.typed_lines
        if not lines:
            self.form_errors.append(_("There is nothing on the sheet yet."))
        sound = [form.validate() for form in (self.starts, *lines)]
        return super().validate(extra_validators) and all(sound) and not self.form_errors

    def warning_tokens(self) -> str:
        """The value of `accepted_warnings` that "save anyway" sends: tokens of the doubts shown so far."""
        tokens = [self._token(doubt) for doubt in self.doubts]
        return " ".join(dict.fromkeys([*self.accepted_warnings.data.split(), *tokens]))

    def change_messages(self) -> Iterator[str]:
        """Messages for rounds and seats that changed since the form was rendered, and the input they
        invalidated.
        """
        if self.since != self.first:
            yield _(
                "The table has moved on: the next is number %(number)d now. Check it, and save again.",
                number=self.first,
            )
        if self.columns.have_changed:
            yield _(
                "The seats have changed: the columns are %(names)s now. Check them, and save again.",
                names=", ".join(seat.name for seat in self.seats),
            )
        yield from self._messages_of_saved_rounds()
        yield from self._messages_of_removed_seats()

    def _reader(self) -> SheetReader:
        lines, session = self.typed_lines, self.session
        columns = zip(self.seats, self.starts, strict=True)
        return SheetReader(
            self.rules,
            session.scored.seats,
            [line.as_cells(self.seats) for line in lines],
            before=session.rounds,
            dealers=[self.chosen_dealer(line) for line in lines],
            first_dealers=session.sheet.first_dealers,
            starts={seat.id: start.data or 0 for seat, start in columns},
        )

    def _token(self, doubt: SheetWarning) -> str:
        places: dict[SeatId, int] = {seat.id: place for place, seat in enumerate(self.session.seats)}
        return doubt.token(places)

    def _words_for_empty(self, seat_id: SeatId) -> str:
        name = next(seat.name for seat in self.seats if seat.id == seat_id)
        return _("%(name)s has nothing on this sheet. Fill in the cells, or remove the name.", name=name)

    def _messages_of_saved_rounds(self) -> Iterator[str]:
        for line in self.lines_as_shown(self.since, self.first - self.since):
            if line.is_empty:
                continue
            texts = [cell.text or "–" for cell in line.cells]
            if self.columns.have_changed:
                names = [self._name_of(seat) for seat in self.columns.shown]
                texts = [f"{name} {text}" for name, text in zip(names, texts, strict=True)]
            yield _(
                "Number %(number)d is saved already; you had typed: %(typed)s",
                number=line.number,
                typed=", ".join(texts),
            )

    def _messages_of_removed_seats(self) -> Iterator[str]:
        for place, seat in self.columns.removed:
            typed = list(self._input_in_column(place))
            if typed:
                yield _(
                    "%(name)s is not at the table any more; you had typed: %(typed)s",
                    name=self._name_of(seat),
                    typed=", ".join(typed),
                )

    def _input_in_column(self, place: int) -> Iterator[str]:
        """The input in one column of the page, for the rounds that are not saved yet."""
        start = self.posted.get(f"start-{place}", "")[:MAX_START_LENGTH]
        if start.strip():
            yield f"{_('Start')}: {start}"
        for line in self.lines_as_shown(self.first, len(self.lines)):
            texts = [line.cells[place].text.strip(), _("Dealer") if line.dealer.data == str(place) else ""]
            if any(texts):
                text = " · ".join(filter(None, texts))
                yield _("number %(number)d: %(text)s", number=line.number, text=text)

    def _name_of(self, seat_id: str) -> str:
        names = {seat.id.hex: seat.name for seat in self.session.seats}
        return names.get(seat_id) or _("Somebody")  # whose seating was taken back


class TotalsForm(ChangeForm):
    """`valid()` fills `sheet`, or sets errors at the cells."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.rules = session, session.rules
        self.sheet: WholeSheet | None = None
        cells = {
            str(place): PointsField(longest=MAX_TOTAL_LENGTH, mark="", negative=self.rules.negative)
            for place in range(len(session.seats))
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
                _("At least one round must have been won, and %(most)d at most.", most=MAX_LINES)
            )
        return is_sound and not self.cells.errors and not self.form_errors

    def _reached(self) -> dict[SeatId, int]:
        cells = zip(self.session.seats, self.cells, strict=True)
        return {seat.id: cell.data or 0 for seat, cell in cells}

    def _played(self, won: int) -> bool:
        """Whether so many rounds can have been won; points may be any."""
        return not self.rules.counts_wins or 1 <= won <= MAX_LINES
