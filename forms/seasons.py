"""A season as it is typed: a name, its first and its last day, either of which may stay open."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask_babel import gettext as _
from wtforms import StringField, ValidationError

from forms.base import ChangeForm
from forms.names import name_problem
from models.names import tidy
from models.season import NAME_LENGTH, Season
from models.seasons import Stretch

FIRST_YEAR, LAST_YEAR = 1900, 2200


class SeasonForm(ChangeForm):
    """Days are typed as 2026-10-02, which is also what a phone's calendar sends."""

    name = StringField(filters=[tidy])
    first_day = StringField(filters=[tidy])
    last_day = StringField(filters=[tidy])

    @classmethod
    def of(cls, season: Season) -> SeasonForm:
        days = {"first_day": _typed(season.first_day), "last_day": _typed(season.last_day)}
        return cls(data={"name": season.name, **days})

    @property
    def stretch(self) -> Stretch:
        """What was typed; only of a form that is valid."""
        return Stretch(self.name.data, _day(self.first_day.data), _day(self.last_day.data))

    def validate_name(self, field: Any) -> None:
        if problem := name_problem(field.data or "", NAME_LENGTH):
            raise ValidationError(problem)

    def validate_first_day(self, field: Any) -> None:
        _check_day(field.data)

    def validate_last_day(self, field: Any) -> None:
        _check_day(field.data)
        first, last = _day(self.first_day.data), _day(field.data)
        if first and last and last < first:
            raise ValidationError(_("The last day is before the first."))


def _check_day(text: str | None) -> None:
    if text and _day(text) is None:
        raise ValidationError(_("Type a date as year, month and day: 2026-10-02."))


def _day(text: str | None) -> date | None:
    """The day typed, None where there is none or where it is no day."""
    try:
        day = date.fromisoformat(text or "")
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


def _typed(day: date | None) -> str:
    return day.isoformat() if day else ""
