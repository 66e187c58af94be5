"""The answer to a table's code that would change a table of a round that is over."""

from __future__ import annotations

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from models import Change, Session
from views.table import bp
from views.table.rounds import form_of_round, form_to_insert_before
from views.web.access import TableIsPast, session_of
from views.web.addresses import session_url
from views.web.errors import resend_values
from views.web.gate import sent_id
from views.words.hands import round_in_words

FORMS = {"table.save_round": form_of_round, "table.insert_round": form_to_insert_before}


@bp.app_errorhandler(TableIsPast)
def show_table_is_past(refused: TableIsPast) -> ResponseReturnValue:
    """A page with all input, which the phone also still has.

    A form that was carried out before leads to the table, as it does otherwise.
    """
    args = request.view_args or {}
    session = session_of(args["group_id"], args["session_id"])
    is_form = request.method == "POST"
    if is_form and Change.of(session.group_id, sent_id()) is not None:
        return redirect(session_url(session), 303)
    page = render_template(
        "table/past_table.html",
        words=_typed_round(session, args.get("number", 0)) if is_form else "",
        is_form=is_form,
        **resend_values(),
    )
    return page, refused.code if is_form else 403


def _typed_round(session: Session, number: int) -> str:
    """The round that was typed; "" if it is none, or not complete."""
    if request.endpoint not in FORMS:
        return ""
    try:
        form = FORMS[request.endpoint](session, min(number, len(session.rounds) + 1))
    except NotFound:
        return ""
    form.valid()
    return round_in_words(form.round_facts, session) if form.round_facts else ""
