"""What every form that changes something has: protection, and an id that makes sending it twice harmless."""

from __future__ import annotations

import uuid

from flask_wtf import FlaskForm
from wtforms import HiddenField

from models.database import new_id


class ChangeForm(FlaskForm):
    """`change_id` becomes the id of the change, so the same form sent again is the same change."""

    change_id = HiddenField()

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
