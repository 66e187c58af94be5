"""Score sheets to print: of a session, blank or filled, and of a setup that has not been started."""

from __future__ import annotations

import uuid

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.paper.game import planned_game, query_of
from models.table.whole_sheets import unsaved_session
from views.paper import bp
from views.paper.print_sheet import SIZES, Paper
from views.web.access import group_from_args, reader, session_of
from views.web.addresses import SESSION, external_url, session_url
from views.web.language import current_language
from views.web.qr import qr_code

FILLS = ("blank", "filled")


@bp.get(f"{SESSION}/print")
def print_sheet(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """`fill` is blank or filled (default by whether rounds have been played), `size` a4 or letter."""
    member = reader(group_id)
    session = session_of(group_id, session_id)
    default = FILLS[bool(session.rounds)]
    fill = _choice_from_args("fill", FILLS, default)
    address = external_url("table.show", group_id=group_id, session_id=session_id)
    paper = Paper(
        session,
        group=member.group.name,
        day=session.night.date,
        place=session.night.place or "",
        filled=fill == "filled",
        size=_choice_from_args("size", SIZES, SIZES[0]),
        code=qr_code(address),
    )
    return render_template(
        "paper/printing/show.html",
        paper=paper,
        back=session_url(session),
        here_with=lambda **changed: url_for(
            ".print_sheet",
            group_id=group_id,
            session_id=session_id,
            **{"fill": fill, "size": paper.size, **changed},
        ),
        fill=fill,
        fills=FILLS if session.rounds else (),
    )


@bp.get("/sheets/blank")
def print_blank_sheet() -> ResponseReturnValue:
    """The sheet of the setup in the address; its code leads to the page where it is typed in."""
    group = group_from_args()
    game = planned_game(request.args, current_language(), group.id if group else None)
    if game is None:
        flash(_("That address does not say which game it is. Begin with the names."))
        return redirect(url_for("home.choose_variant", group=group.id if group else None), 303)
    session, query = unsaved_session(game), query_of(game)
    code = None
    if group:
        address = external_url("paper.edit_sheet_setup", group_id=group.id, key=game.variant.key, **query)
        code = qr_code(address, error="l")
    paper = Paper(
        session,
        group=group.name if group else "",
        day=None,
        place="",
        filled=False,
        size=_choice_from_args("size", SIZES, SIZES[0]),
        code=code,
    )
    params = {"group": group.id if group else None, **query}
    return render_template(
        "paper/printing/show.html",
        paper=paper,
        back=url_for("home.new_game", key=game.variant.key, group=params["group"]),
        here_with=lambda **changed: url_for(
            ".print_blank_sheet", **{**params, "size": paper.size, **changed}
        ),
        fill="blank",
        fills=(),
    )


def _choice_from_args(name: str, choices: tuple[str, ...], default: str) -> str:
    """The query parameter if it is one of the choices, otherwise the default."""
    text = request.args.get(name, default)
    return text if text in choices else default
