"""Bonus and penalty points of a player, with a reason."""

from __future__ import annotations

import uuid

from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue

from forms.adjustments import AdjustmentForm
from models import Session, db
from models.table.adjusting import adjust, reasons_of
from views.table import bp
from views.web.access import scorer, session_of
from views.web.addresses import session_url
from views.web.gate import change_stamp, changes_session
from views.words.adjustments import adjustment_in_words

MAX_REASONS = 8  # used before, to tap


@bp.get("/adjustment")
def show_adjustment(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id)
    return _page(session, AdjustmentForm(session))


@bp.post("/adjustment")
@changes_session()
def save_adjustment(session: Session) -> ResponseReturnValue:
    form = AdjustmentForm(session)
    if not form.validate_on_submit():
        return _page(session, form), 422
    seat, points, reason = form.seat.seat, form.points_to_add, form.chosen_reason
    adjust(session, seat, change_stamp(), points=points, reason=reason, after=form.after.data)
    db.session.commit()
    # On the table's page for screen readers only: its toast says the same.
    words = adjustment_in_words(seat.name, points, reason, session.rules)
    flash(words, "message" if session.is_finished else "round:adjustment")
    return redirect(session_url(session), 303)


def _page(session: Session, form: AdjustmentForm) -> str:
    return render_template(
        "table/adjustments/show.html",
        form=form,
        session=session,
        reasons=reasons_of(session, MAX_REASONS),
        rules=session.rules,
    )
