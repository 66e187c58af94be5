"""A finished session for the app BG Stats: a link that opens its import dialog, and the same as a code."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from exchange.bg_stats import Said, play_link
from models import Session
from views.access import reader, session_of
from views.pages import words
from views.qr import qr_code
from views.result import result_of

plays = Blueprint("plays", __name__)


@plays.get("/out/bg-stats")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """While the session goes on there is nothing to send, and the page says so."""
    member = reader(group_id)
    session = session_of(group_id, session_id)
    link = play_link(session, _said(session)) if session.is_finished else None
    return render_template(
        "out/bg_stats.html",
        member=member,
        group=member.group,
        session=session,
        link=link,
        code=qr_code(link, error="l") if link else None,
    )


def _said(session: Session) -> Said:
    name = words(session.rules["name"])
    decided = result_of(session, may_score=False).decided
    comments = "\n".join(filter(None, (decided, session.night.note)))
    return Said(game=name, board=name, comments=comments, location=session.night.place or "")
