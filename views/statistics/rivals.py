"""Between players: the table of who finishes ahead of whom, and the rivalry of two."""

from __future__ import annotations

import uuid

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.names import isolated
from models.statistics.rivalry import Rivalry, rivalry
from models.statistics.rivals import ENOUGH, Meetings, never_met
from models.statistics.rivals import rivals as rivals_in
from views.statistics import bp
from views.statistics.filter import filter_of
from views.statistics.player import form_line
from views.statistics.records import several_scales
from views.web.access import reader
from views.wording.chart import Chart, line_chart
from views.wording.figures import number, percent
from views.wording.phrases import pairs_in_words

MAX_DUELS = 12  # that stand in the list where not all are asked for
SIGNS = {"ahead": "▲", "behind": "▼", "even": "=", "few": ""}  # beside the colour; twice where strongly


@bp.get("/rivals")
def rivals(group_id: uuid.UUID) -> ResponseReturnValue:
    """`all`: every pair, however many there are."""
    reader(group_id)
    chosen = filter_of(group_id)
    all_rivals = rivals_in(chosen.selection)
    often = [entry.player for entry in all_rivals.everybody if entry.sessions >= ENOUGH]
    return render_template(
        "statistics/rivals.html",
        chosen=chosen,
        rivals=all_rivals,
        feared=[entry for entry in all_rivals.everybody if entry.nemesis or entry.victim],
        too_close=[entry.player for entry in all_rivals.everybody if entry.is_too_close],
        never_met=pairs_in_words(never_met(chosen.selection, often, all_rivals.meetings)),
        signs=SIGNS,
        enough=ENOUGH,
        most_duels=None if "all" in request.args else MAX_DUELS,
        meetings_in_words=meetings_in_words,
    )


@bp.get("/rivals/<uuid:player_id>/<uuid:other_id>")
def show_rivalry(group_id: uuid.UUID, player_id: uuid.UUID, other_id: uuid.UUID) -> ResponseReturnValue:
    """From the first player's side; 404 for the same player twice."""
    reader(group_id)
    player, other = Player.of(group_id, player_id), Player.of(group_id, other_id)
    if player is None or other is None or player is other:
        abort(404)
    chosen = filter_of(group_id)
    between = rivalry(chosen.selection, player, other)
    return render_template(
        "statistics/rivalry.html",
        chosen=chosen,
        rivalry=between,
        several_scales=several_scales((game.variant, game.scale) for game in between.by_variant),
        names=_names_of(between),
        chart=_form_chart(between),
    )


def meetings_in_words(name: str, other: str, meetings: Meetings) -> str:
    """ "Anna ahead of Bo in 12 of 20 sessions, 1 level"."""
    summary = _(
        "%(name)s ahead of %(other)s in %(ahead)d of %(sessions)s",
        name=isolated(name),
        other=isolated(other),
        ahead=meetings.ahead,
        sessions=ngettext("%(num)d game", "%(num)d games", meetings.count),
    )
    level = _("%(count)d even", count=meetings.level)
    return f"{summary}, {level}" if meetings.level else summary


def _names_of(between: Rivalry) -> tuple[str, str]:
    """Both names, isolated for bidirectional text."""
    return isolated(between.own.name), isolated(between.other.name)


def _form_chart(between: Rivalry) -> Chart | None:
    """The first's share of the last meetings over time; None before there is a line to draw."""
    if between.form is None:
        return None
    name, _other = _names_of(between)
    means = between.form.means
    places = sorted({0, (len(means) - 1) // 2, len(means) - 1})
    across = [(place, number(means[place][0])) for place in places]
    line = form_line(between.form, name, between.own.colour)
    return line_chart([line], across=across, high=100, step=25, up=lambda value: percent(value / 100))
