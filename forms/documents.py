"""A session document as it is uploaded."""

from __future__ import annotations

import json
from typing import Any

from flask_babel import gettext as _
from flask_wtf.file import FileField
from wtforms import ValidationError

from forms.base import ChangeForm


class DocumentForm(ChangeForm):
    """`document` is what the file holds, once the form is valid."""

    file = FileField()
    document: Any = None

    def validate_file(self, field: FileField) -> None:
        if not field.data:
            raise ValidationError(_("Choose a file."))
        try:
            self.document = json.loads(field.data.read().decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise ValidationError(_("This file is not JSON text.")) from None
