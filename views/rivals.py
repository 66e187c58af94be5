"""Between players: the table of who finishes ahead of whom, and the rivalry of two."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from models.statistics.names import player_in
from models.statistics.rivalry import rivalry
from models.statistics.rivals import ENOUGH
from models.statistics.rivals import rivals as rivals_in
from views.access import reader
from views.rivalry_page import form_chart, names_of
from views.rivals_page import matrix_of, rivals_of
from views.selection import filter_of, variant_name

rivals = Blueprint("rivals", __name__, url_prefix="/statistics/rivals")


@rivals.get("")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    member = reader(group_id)
    chosen = filter_of(group_id)
    found = rivals_in(chosen.selection)
    return render_template(
        "statistics/rivals.html",
        group=member.group,
        chosen=chosen,
        matrix=matrix_of(found),
        rivals=rivals_of(found),
        others=len(found.everybody) - len(found.shown),
        enough=ENOUGH,
    )


@rivals.get("/<uuid:player_id>/<uuid:other_id>")
def show(group_id: uuid.UUID, player_id: uuid.UUID, other_id: uuid.UUID) -> ResponseReturnValue:
    """Told of the first; nobody is their own rival."""
    member = reader(group_id)
    own, other = player_in(group_id, player_id), player_in(group_id, other_id)
    if own is None or other is None or own is other:
        abort(404)
    chosen = filter_of(group_id)
    found = rivalry(chosen.selection, own, other)
    return render_template(
        "statistics/rivalry.html",
        group=member.group,
        chosen=chosen,
        rivalry=found,
        names=names_of(found),
        chart=form_chart(found),
        variant_name=variant_name,
    )
