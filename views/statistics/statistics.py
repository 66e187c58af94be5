"""Figures over all the nights of a group: an overview, a page for each player, the records."""

from __future__ import annotations

import uuid

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from models import Group, Player
from models.people.merging import merged_player
from models.statistics.rivals import duels
from models.statistics.tally import overview_of, tallies_of
from views.statistics import bp
from views.statistics.filter import filter_of
from views.statistics.player import player_page
from views.statistics.ranking import (
    MIN_SESSIONS,
    FirstGames,
    champion,
    longest_bar,
    luck_in_words,
    ranking,
    unranked,
)
from views.statistics.records import honours_page, records_page
from views.web.access import reader


@bp.get("")
def show(group_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    chosen = filter_of(group_id)
    tallies, people = tallies_of(chosen.selection), chosen.people
    ranked = ranking(tallies, people)
    few = unranked(tallies, people, ranked)
    overview = overview_of(chosen.selection, tallies)
    return render_template(
        "statistics/show.html",
        chosen=chosen,
        overview=overview,
        ranked=ranked,
        few=few,
        first=FirstGames(chosen.selection, few, people) if few and not ranked else None,
        whole_bar=longest_bar(ranked),
        duels=duels(chosen.selection, people) if ranked else [],
        luck=luck_in_words(ranked),
        champions={variant: champion(variant, tallies, people) for variant in overview.sessions},
        least=MIN_SESSIONS,
    )


@bp.get("/players/<uuid:player_id>")
def player(group_id: uuid.UUID, player_id: uuid.UUID) -> ResponseReturnValue:
    group = reader(group_id).group
    found = Player.of(group_id, player_id)
    if found is None:
        return redirect_merged_player(group, player_id)
    return player_page(filter_of(group_id), found)


@bp.get("/records")
def records(group_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    return records_page(filter_of(group_id))


@bp.get("/honours")
def honours(group_id: uuid.UUID) -> ResponseReturnValue:
    """What was earned by rule, and the milestones."""
    reader(group_id)
    return honours_page(filter_of(group_id))


def redirect_merged_player(group: Group, player_id: uuid.UUID) -> ResponseReturnValue:
    """Redirect an old link of a merged player to the player who remains, with a message."""
    merged = merged_player(group, player_id)
    if merged is None:
        abort(404)
    merged_name, target = merged
    flash(_("%(gone)s and %(kept)s are one now: %(kept)s.", gone=merged_name, kept=target.name))
    return redirect(url_for("statistics.player", group_id=group.id, player_id=target.id))
