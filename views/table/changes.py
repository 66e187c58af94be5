"""Taking back: the last thing anyone did, or any entry of the trail."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort, flash, redirect, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from models import db
from models.change import Change
from models.database import new_id
from models.table.taking_back import CannotTakeBack, take_back
from views.web.access import scorer, session_of
from views.web.addresses import safe_way_back, table_of
from views.web.clock import author
from views.wording.changes import change_in_words, words_for_refusal

changes = Blueprint("changes", __name__, url_prefix="/changes")


@changes.post("/<uuid:change_id>/take-back")
def undo(group_id: uuid.UUID, session_id: uuid.UUID, change_id: uuid.UUID) -> ResponseReturnValue:
    """Take back this change; sent twice it is taken back once."""
    scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    change = Change.of(group_id, change_id)
    form = ChangeForm()
    if change is None or change.session_id != session_id:
        abort(404)
    back = request.form.get("back")
    address = safe_way_back(back) if back else table_of(session)
    sent_before = Change.of(group_id, form.id_of_change)
    if not form.validate_on_submit() or (sent_before and sent_before.takes_back_id == change_id):
        return redirect(address, 303)
    words = change_in_words(change, session)
    try:
        take_back(session, change, author(new_id() if sent_before else form.id_of_change))
    except CannotTakeBack as refused:
        db.session.rollback()
        flash(words_for_refusal(refused))
        return redirect(address, 303)
    db.session.commit()
    flash(_("Taken back: %(change)s", change=words))
    return redirect(address, 303)
