"""Names of people, groups and phones, as they are typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask_babel import gettext as _
from wtforms import StringField, ValidationError

from forms.base import ChangeForm
from models.group import NAME_LENGTH as GROUP_NAME_LENGTH
from models.names import is_visible, tidy
from models.player import NAME_LENGTH as PLAYER_NAME_LENGTH


def name_problem(name: str, longest: int = PLAYER_NAME_LENGTH) -> str | None:
    """The error of a tidied name; None for a valid one."""
    if not name or not is_visible(name):
        return _("Type a name.")
    if len(name) > longest:
        return _(
            "A name may have %(most)d characters; this one has %(count)d.", most=longest, count=len(name)
        )
    return None


def shortened(longest: int) -> Callable[[str | None], str]:
    """A filter that cuts longer input."""
    return lambda text: (text or "")[:longest]


class ValidName:
    """A validator: a name that can be seen, of at most `longest` characters."""

    def __init__(self, longest: int) -> None:
        self.longest = longest

    def __call__(self, form: Any, field: StringField) -> None:
        problem = name_problem(field.data or "", self.longest)
        if problem:
            raise ValidationError(problem)


class OptionalName(ValidName):
    """A validator: a name of at most `longest` characters, or none."""

    def __call__(self, form: Any, field: StringField) -> None:
        if len(field.data) > self.longest:
            super().__call__(form, field)


class NameField(StringField):
    """A name typed or tapped: of several values of that name the last counts, a button beside the field."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(valuelist[-1:])


class PlayerNameForm(ChangeForm):
    name = NameField(filters=[tidy], validators=[ValidName(PLAYER_NAME_LENGTH)])


class GroupNameForm(ChangeForm):
    name = StringField(filters=[tidy], validators=[ValidName(GROUP_NAME_LENGTH)])


class PhoneNameForm(ChangeForm):
    name = StringField(filters=[tidy], validators=[ValidName(PLAYER_NAME_LENGTH)])
