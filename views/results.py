"""A result to carry away: the picture and the words."""

from __future__ import annotations

import uuid

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from views.access import reader, session_of
from views.chart import SEAT_COLOURS
from views.result import result_of

results = Blueprint("results", __name__)


@results.get("/result.svg")
def picture(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The result as one picture that stands alone: its colours are its own, whatever the theme."""
    reader(group_id)
    session = session_of(group_id, session_id)
    svg = render_template(
        "results/picture.svg",
        session=session,
        view=result_of(session, may_score=False),
        seat_colours=SEAT_COLOURS,
    )
    return Response(svg, mimetype="image/svg+xml")


@results.get("/result.txt")
def text(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    session = session_of(group_id, session_id)
    return Response(result_of(session, may_score=False).text + "\n", mimetype="text/plain")
