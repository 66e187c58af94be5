"""A blank sheet for a game that nobody has started: it is to be kept on paper from the first deal."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.new_game import NewGameForm
from forms.planned_game import planned_game, query_of
from models import Group
from models.starting import Setup
from models.whole_sheets import planned
from variants import VARIANTS
from views.access import group_asked_for
from views.games import setup_page
from views.language import current_language
from views.moments import chance
from views.paper_sheet import SIZES, paper_of
from views.papers import asked
from views.qr import qr_code

blanks = Blueprint("blanks", __name__)


@blanks.post("/new/<key>/sheet")
def plan(key: str) -> ResponseReturnValue:
    """The new-game form, sent to the printer instead: nothing is begun, the address tells the game."""
    variant, group = VARIANTS.get(key), group_asked_for()
    if variant is None:
        abort(404)
    form = NewGameForm().setup(variant, current_language())
    if not form.valid(chance()) or form.chosen is None:
        return setup_page(form, variant, group), 422
    return redirect(url_for(".show", group=group.id if group else None, **query_of(form.chosen)), 303)


@blanks.get("/sheets/blank")
def show() -> ResponseReturnValue:
    """The sheet of the game that the address tells; its code leads to where it is typed in."""
    group = group_asked_for()
    game = planned_game(request.args, current_language())
    if game is None:
        flash(_("That address tells no game. Begin with the names."))
        return redirect(url_for("games.choose", group=group.id if group else None), 303)
    session = planned(game)
    paper = paper_of(
        session,
        group=group.name if group else "",
        day=None,
        place="",
        filled=False,
        size=asked("size", SIZES, SIZES[0]),
        code=qr_code(_where_to_type_it(game, group), error="l") if group else None,
    )
    told = {"group": group.id if group else None, **query_of(game)}
    return render_template(
        "papers/show.html",
        paper=paper,
        back=url_for("games.new", key=game.variant.key, group=told["group"]),
        here_with=lambda **changed: url_for(".show", **{**told, "size": paper.size, **changed}),
        fill="blank",
        fills=(),
    )


def _where_to_type_it(game: Setup, group: Group) -> str:
    return url_for("sheets.ask", group_id=group.id, key=game.variant.key, **query_of(game), _external=True)
