"""Who may still win a session, and how that went from round to round."""

from __future__ import annotations

import uuid

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from views.access import session_of
from views.live import seen_by_reader, told_live
from views.prospects import prospects_of

chances = Blueprint("chances", __name__, url_prefix="/chances")


@chances.get("")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The page, or with X-Fragment only what changes on it; one look-up while nothing is new."""
    seen = seen_by_reader(group_id, session_id)
    fragment = request.headers.get("X-Fragment") == "1"
    if fragment and request.if_none_match.contains_weak(seen.tag):
        return told_live(Response(status=304), seen)
    session = session_of(group_id, session_id)
    template = "chances/_board.html" if fragment else "chances/show.html"
    page = render_template(template, group=seen.group, session=session, view=prospects_of(session))
    return told_live(make_response(page), seen)
