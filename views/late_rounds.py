"""The rounds of a running session that were kept on paper: all that are missing, typed in at once."""

from __future__ import annotations

import uuid

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.whole_sheet import SheetForm
from models import Session, db
from models.change import Change
from models.whole_sheets import enter_rounds
from views.access import Membership, scorer, session_of
from views.addresses import table_of
from views.moments import author
from views.sheet_page import draft_key, sheet_page

late_rounds = Blueprint("late_rounds", __name__, url_prefix="/sheet")


@late_rounds.get("")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    session = session_of(group_id, session_id)
    if session.is_finished:
        return _over(session)
    return _page(member, SheetForm().setup(session, whole=False))


@late_rounds.post("")
def enter(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """All of them, or none and what is wrong or asked."""
    member = scorer(group_id)
    session = session_of(group_id, session_id, lock=True)
    form = SheetForm().setup(session, whole=False)
    if Change.of(group_id, form.id_of_change) is not None:
        return redirect(table_of(session), 303)  # the same form, sent twice
    if session.is_finished:
        return _over(session)
    if form.has_moved:
        form.say_what_moved()
        return _page(member, form), 409
    if form.rearranged(request.form.get("arrange", "")):
        return _page(member, form)
    if not form.valid() or form.sheet is None:
        return _page(member, form), 422
    saved = draft_key(session, _address(session))
    enter_rounds(session, form.sheet, author(form.id_of_change))
    db.session.commit()
    flash(_("The sheet is in. Compare the totals with your paper."), f"saved:{saved}")
    return redirect(table_of(session), 303)


def _over(session: Session) -> ResponseReturnValue:
    flash(_("The session is over. Open it again to play on."))
    return redirect(table_of(session), 303)


def _page(member: Membership, form: SheetForm) -> str:
    action = _address(form.session)
    return sheet_page(member.group, form, action=action, back=table_of(form.session))


def _address(session: Session) -> str:
    return url_for(".show", group_id=session.group_id, session_id=session.id)
