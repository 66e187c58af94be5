"""Forms of a night's place and note, and of seasons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from flask_babel import gettext as _
from wtforms import Field, HiddenField, StringField, TextAreaField, ValidationError

from forms.base import ChangeForm, TypedField
from forms.names import ValidName
from models.names import tidy, tidy_lines
from models.night import NOTE_LENGTH, PLACE_LENGTH
from models.season import NAME_LENGTH

FIRST_YEAR, LAST_YEAR = 1900, 2200
MAX_DAY_LENGTH = 10_000


def at_most(most: int) -> Callable[[Any, Field], None]:
    """A validator: so many characters."""

    def check(form: Any, field: Field) -> None:
        count = len(field.data or "")
        if count > most:
            raise ValidationError(
                _("This may have %(most)d characters; it has %(count)d.", most=most, count=count)
            )

    return check


class NightForm(ChangeForm):
    """`seen`: the fingerprint of the note that the page showed (models/night_notes.py)."""

    place = StringField(filters=[tidy], validators=[at_most(PLACE_LENGTH)])
    note = TextAreaField(filters=[tidy_lines], validators=[at_most(NOTE_LENGTH)])
    seen = HiddenField()


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
    """A name, a first and a last day, either of which may stay open."""

    name = StringField(filters=[tidy], validators=[ValidName(NAME_LENGTH)])
    first_day = DayField(longest=MAX_DAY_LENGTH)
    last_day = DayField(longest=MAX_DAY_LENGTH)

    @property
    def season(self) -> dict[str, Any]:
        """The season's fields as they were typed; only of a form that is valid."""
        return {
            "name": self.name.data,
            "first_day": self.first_day.data,
            "last_day": self.last_day.data,
        }

    def validate_last_day(self, field: DayField) -> None:
        first, last = self.first_day.data, field.data
        if first and last and last < first:
            raise ValidationError(_("The last day is before the first."))
