"""Where a night was, and a note about it."""

from __future__ import annotations

from flask_babel import gettext as _
from wtforms import HiddenField, StringField, TextAreaField, ValidationError

from forms.base import ChangeForm
from models.names import tidy, tidy_lines
from models.night import NOTE_LENGTH, PLACE_LENGTH


class NightForm(ChangeForm):
    """`seen` is the fingerprint of what the phone was shown (models/night_notes.py)."""

    place = StringField(filters=[tidy])
    note = TextAreaField(filters=[tidy_lines])
    seen = HiddenField()

    def validate_place(self, field: StringField) -> None:
        _check_length(field.data or "", PLACE_LENGTH)

    def validate_note(self, field: TextAreaField) -> None:
        _check_length(field.data or "", NOTE_LENGTH)


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise ValidationError(
            _("This may have %(most)d characters; it has %(count)d.", most=most, count=len(text))
        )
