"""Typing in the missing rounds of a running session from paper."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.paper.sheet import SheetForm
from game.analysis.elapsed import elapsed
from models import ChangeStamp, Session, db
from models.table.whole_sheets import enter_rounds, spread_times
from views.paper import bp
from views.paper.entry_page import draft_key, sheet_page
from views.web.access import scorer, session_of
from views.web.addresses import SESSION, session_url
from views.web.gate import change_stamp, changes_session, earlier_change

MAX_BREAK = timedelta(hours=3)  # since the last round; after a longer one the rounds get estimated times


@bp.get(f"{SESSION}/sheet")
def edit_late_rounds(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id)
    if session.is_finished:
        return _redirect_ended(session)
    return _page(SheetForm(session, whole=False))


@bp.post(f"{SESSION}/sheet")
@changes_session(on_repeat=None)
def save_late_rounds(session: Session) -> ResponseReturnValue:
    """Save all rounds, or none and show errors and questions."""
    form, known = SheetForm(session, whole=False), earlier_change()
    if known is not None and known.is_active:  # the same form, sent twice or mended after Back
        flash(
            _("This sheet is saved already. Correct a round from the score sheet."), f"saved:{_draft(form)}"
        )
        return redirect(session_url(session), 303)
    if session.is_finished:
        return _redirect_ended(session)
    if form.has_changed:
        form.form_errors += form.change_messages()
        if form.columns.have_changed:
            form.accepted_warnings.data = ""  # tokens name seats by their position
        return _page(form), 409
    if form.rearranged(request.form.get("arrange", "")):
        return _page(form)
    if not form.valid() or form.sheet is None:
        return _page(form), 422
    by = change_stamp()
    enter_rounds(session, form.sheet, by, _times(session, len(form.sheet.rounds), by))
    db.session.commit()
    flash(_("The sheet is saved. Compare the totals with your paper."), f"saved:{_draft(form)}")
    return redirect(session_url(session), 303)


def _times(session: Session, rounds: int, by: ChangeStamp) -> Sequence[datetime]:
    """When the rounds may have ended, where they are typed in long after they were played."""
    last = session.last_played_at
    return spread_times(last, rounds, by.at) if elapsed(last, by.at) > MAX_BREAK else ()


def _redirect_ended(session: Session) -> ResponseReturnValue:
    flash(_("The game is over. Open it again to play on."))
    return redirect(session_url(session), 303)


def _page(form: SheetForm) -> str:
    action = _address(form.session)
    return sheet_page(form, action=action, back=session_url(form.session))


def _draft(form: SheetForm) -> str:
    """The key of the page that was sent, which may be another than the page would have now."""
    return draft_key(_address(form.session), form.since, form.columns.shown)


def _address(session: Session) -> str:
    return url_for(".edit_late_rounds", group_id=session.group_id, session_id=session.id)
