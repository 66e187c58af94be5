"""Figures over all the nights of a group: an overview, a page for each player, the records."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from models import Player
from models.statistics.tally import overview_of, tallies_of
from views.statistics.player import player_page
from views.statistics.ranking import LEAST_SESSIONS, champions, ranking
from views.statistics.records import honours_page, records_page
from views.statistics.selection import filter_of
from views.web.access import reader

statistics = Blueprint("statistics", __name__, url_prefix="/statistics")


@statistics.get("")
def show(group_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    chosen = filter_of(group_id)
    tallies = tallies_of(chosen.selection)
    overview = overview_of(chosen.selection, tallies)
    names = Player.names_in(group_id)
    return render_template(
        "statistics/show.html",
        chosen=chosen,
        overview=overview,
        names=names,
        ranking=ranking(tallies, names),
        champions={variant: champions(variant, tallies, names) for variant in overview.sessions},
        least=LEAST_SESSIONS,
    )


@statistics.get("/players/<uuid:player_id>")
def player(group_id: uuid.UUID, player_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    found = Player.of(group_id, player_id)
    if found is None:
        abort(404)
    return player_page(filter_of(group_id), found)


@statistics.get("/records")
def records(group_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    return records_page(filter_of(group_id))


@statistics.get("/honours")
def honours(group_id: uuid.UUID) -> ResponseReturnValue:
    """What was earned by rule, and the milestones."""
    reader(group_id)
    return honours_page(filter_of(group_id))
