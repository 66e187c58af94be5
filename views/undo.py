"""Undo of changes to a group: names, seasons, notes of nights."""

from __future__ import annotations

from flask import flash
from flask_babel import gettext as _

from models import Change, Group, db
from models.people.group_undo import undo_group_change
from models.table.undo import CannotUndo
from views.web.gate import change_stamp
from views.words.changes import words_for_refusal


def undo_in_group(group: Group, change: Change) -> None:
    """Undo the change; flash the result or the reason why not."""
    try:
        undo_group_change(group, change, change_stamp())
    except CannotUndo as refused:
        db.session.rollback()
        flash(words_for_refusal(refused))
        return
    db.session.commit()
    flash(_("Taken back."))
