"""How strong everybody plays, and how that came about."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from models.statistics.ratings import SETTLED, Scope
from models.statistics.ratings import ratings as ratings_in
from views.access import reader
from views.ratings_page import RatingsPage, alone_page, together_page
from views.selection import Filter, by_variant_alone, filter_of

ratings = Blueprint("ratings", __name__, url_prefix="/statistics/ratings")


@ratings.get("")
def show(group_id: uuid.UUID) -> ResponseReturnValue:
    """Everybody; `player` asks for the history of one."""
    member = reader(group_id)
    chosen = by_variant_alone(filter_of(group_id))
    return render_template(
        "statistics/ratings.html",
        group=member.group,
        chosen=chosen,
        view=_page(group_id, chosen),
        settled=SETTLED,
    )


def _page(group_id: uuid.UUID, chosen: Filter) -> RatingsPage:
    scope = Scope(group_id, chosen.selection.variant)
    rated = ratings_in(scope)
    asked = request.args.get("player")
    if asked is None:
        return together_page(scope, rated)
    one = next((r for r in rated if str(r.player.id) == asked), None)
    if one is None:
        abort(404)
    return alone_page(scope, rated, one)
