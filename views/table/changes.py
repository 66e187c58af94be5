"""Taking back: the last thing anyone did, or any entry of the history."""

from __future__ import annotations

import uuid

from flask import abort, flash, redirect, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from models import Session, db
from models.change import Change
from models.table.taking_back import CannotTakeBack, take_back
from views.offline.outbox import refuse
from views.table import bp
from views.web.addresses import safe_way_back, table_of
from views.web.gate import author, changes_session, sent_before
from views.web.phone import is_from_outbox
from views.wording.changes import change_in_words, words_for_refusal


@bp.post("/changes/<uuid:change_id>/take-back")
@changes_session(again=None)
def undo(session: Session, change_id: uuid.UUID) -> ResponseReturnValue:
    """Take back this change; sent twice it is taken back once."""
    change = Change.of(session.group_id, change_id)
    if change is None or change.session_id != session.id:
        abort(409 if is_from_outbox() else 404)  # a phone’s own change that came to nothing
    back = request.form.get("back")
    address = safe_way_back(back) if back else table_of(session)
    before = sent_before()
    if before and before.takes_back_id == change_id:
        return redirect(address, 303)
    words = change_in_words(change, session)
    try:
        take_back(session, change, author())
    except CannotTakeBack as refused:
        db.session.rollback()
        flash(words_for_refusal(refused))
        refuse()
        return redirect(address, 303)
    db.session.commit()
    flash(_("Taken back: %(change)s", change=words))
    return redirect(address, 303)
