"""A session on paper: its sheet for the printer, blank to write on or with what has been played."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from views.access import reader, session_of
from views.addresses import table_of
from views.paper_sheet import SIZES, paper_of
from views.qr import qr_code

papers = Blueprint("papers", __name__)

FILLS = ("blank", "filled")


@papers.get("/paper")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """`fill` is blank or filled (what is usual hangs on what has been played), `size` a4 or letter."""
    member = reader(group_id)
    session = session_of(group_id, session_id)
    usual = FILLS[bool(session.rounds)]
    fill = asked("fill", FILLS, usual)
    address = url_for("sessions.show", group_id=group_id, session_id=session_id, _external=True)
    paper = paper_of(
        session,
        group=member.group.name,
        day=session.night.date,
        place=session.night.place or "",
        filled=fill == "filled",
        size=asked("size", SIZES, SIZES[0]),
        code=qr_code(address),
    )
    return render_template(
        "papers/show.html",
        paper=paper,
        back=table_of(session),
        here_with=lambda **changed: url_for(
            ".show", group_id=group_id, session_id=session_id, **{"fill": fill, "size": paper.size, **changed}
        ),
        fill=fill,
        fills=FILLS if session.rounds else (),
    )


def asked(name: str, choices: tuple[str, ...], usual: str) -> str:
    """What the address asks for, where that is one of the choices."""
    text = request.args.get(name, usual)
    return text if text in choices else usual
