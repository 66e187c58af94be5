"""What forms have in common: those that change something, and those that only ask."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import FileField, HiddenField
from wtforms.form import BaseForm

from models.database import new_id


class ChangeForm(FlaskForm):
    """`change_id` becomes the id of the change, so the same form sent again is the same change."""

    change_id = HiddenField()

    class Meta(FlaskForm.Meta):
        def wrap_formdata(self, form: ChangeForm, formdata: Any) -> Any:
            """What was sent: texts, and files only for the fields that want one; JSON is no form."""
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            return _sent(form) if form.is_submitted() else None

    @property
    def id_of_change(self) -> uuid.UUID:
        """The id given with the form, a fresh one where it is missing or no id."""
        try:
            return uuid.UUID(self.change_id.data or "")
        except ValueError:
            return new_id()

    def fresh_id(self) -> str:
        """What the template writes into the hidden field: the id sent, else a new one."""
        return self.change_id.data or str(new_id())


def _sent(form: ChangeForm) -> MultiDict[str, Any]:
    files = [field.name for field in form if isinstance(field, FileField)]
    sent: MultiDict[str, Any] = MultiDict(request.form)
    for name in files:
        sent.setlist(name, request.files.getlist(name))
    return sent


class Question(BaseForm):
    """What a page's address asks, read at once; everything typed stays, beside what is wrong with it.

    `problems` says in words what is wrong, by field; what no single field can tell is added to it.
    """

    def __init__(self, fields: Mapping[str, Any], sent: Mapping[str, str]) -> None:
        super().__init__(fields)
        self.process(MultiDict(sent))
        self.validate()
        self.problems: dict[str, str] = {field.name: str(field.errors[0]) for field in self if field.errors}

    @property
    def is_sound(self) -> bool:
        return not self.problems
