"""A finished session counted with other card values."""

from __future__ import annotations

import uuid

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from views.access import reader, session_of
from views.addresses import table_of
from views.recounts import recounts_of

what_if = Blueprint("what_if", __name__, url_prefix="/what-if")


@what_if.get("")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Beside what really happened; a session that is still played leads back to its table."""
    member = reader(group_id)
    session = session_of(group_id, session_id)
    if not session.is_finished:
        return redirect(table_of(session), 303)
    return render_template(
        "what_if/show.html", group=member.group, session=session, recounts=recounts_of(session)
    )
