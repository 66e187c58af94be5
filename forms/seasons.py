"""A season as it is typed: a name, its first and its last day, either of which may stay open."""

from __future__ import annotations

from datetime import date

from flask_babel import gettext as _
from wtforms import StringField, ValidationError

from forms.base import ChangeForm
from forms.fields import TypedField
from forms.names import ValidName
from models.names import tidy
from models.season import NAME_LENGTH
from models.seasons import Stretch

FIRST_YEAR, LAST_YEAR = 1900, 2200
LONGEST = 10_000


class DayField(TypedField):
    """A day as 2026-10-02, which is also what a phone's calendar sends; None where it stays open."""

    def read(self, text: str) -> date | None:
        if not text:
            return None
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise ValueError(_("Type a date as year, month and day: 2026-10-02."))
        return day


class SeasonForm(ChangeForm):
    name = StringField(filters=[tidy], validators=[ValidName(NAME_LENGTH)])
    first_day = DayField(longest=LONGEST)
    last_day = DayField(longest=LONGEST)

    @property
    def stretch(self) -> Stretch:
        """What was typed; only of a form that is valid."""
        return Stretch(self.name.data, self.first_day.data, self.last_day.data)

    def validate_last_day(self, field: DayField) -> None:
        first, last = self.first_day.data, field.data
        if first and last and last < first:
            raise ValidationError(_("The last day is before the first."))
