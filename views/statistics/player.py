"""One player's page."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import date

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from game.analysis.form import Form
from models import Group, Player
from models.names import isolated
from models.people.merging import merged_player
from models.statistics.honours import honours_of, milestones_of
from models.statistics.points import card_costs, classes_in, points_summaries
from models.statistics.ratings import SETTLED
from models.statistics.records import (
    BEST_HAND,
    BEST_SESSION,
    COMEBACK,
    WORST_HAND,
    WORST_SESSION,
    StatisticsRecord,
    records_of,
)
from models.statistics.tally import Tally, add_up, tallies_of
from models.statistics.timeline import Timeline, timeline_of
from views.statistics import bp
from views.statistics.costs import Classes, costs_of, drawn
from views.statistics.filter import filter_of
from views.statistics.periods import of_years, shares, verdict
from views.statistics.places import Places
from views.statistics.records import NAMES_AND_RULES, PointsKey, records_by_key, several_scales
from views.web.access import reader
from views.wording.chart import Chart, ChartLine, line_chart
from views.wording.figures import percent
from views.wording.phrases import words

DRAWN = (WORST_HAND, BEST_HAND)
MEASURES = (BEST_HAND, WORST_HAND, BEST_SESSION, WORST_SESSION, COMEBACK)
FORM_YEARS = 6


@bp.get("/players/<uuid:player_id>")
def player(group_id: uuid.UUID, player_id: uuid.UUID) -> ResponseReturnValue:
    """At most eleven queries besides the filter's, however much was played."""
    group = reader(group_id).group
    person = Player.of(group_id, player_id)
    if person is None:
        return _redirect_merged_player(group, player_id)
    chosen = filter_of(group_id)
    selection = chosen.selection.of(person.id)
    by_variant = tallies_of(selection).get(person.id, {})
    tally, timeline = add_up(by_variant.values()), timeline_of(selection)
    summaries = points_summaries(selection)
    records, caught = records_by_key(records_of(selection, MEASURES)), card_costs(selection)
    classes = _classes(records)
    main = next((summary.key for summary in summaries if summary.key in classes), ("", ""))
    hands = [records[main][m.key] for m in DRAWN if m.key in records[main]] if main in records else []
    return render_template(
        "statistics/player.html",
        chosen=chosen,
        player=person,
        tally=tally,
        by_variant=sorted(by_variant.items(), key=lambda pair: (-pair[1].sessions, pair[0])),
        verdict=_verdict(tally),
        timeline=timeline,
        places=Places(timeline),
        chart=form_chart(person, timeline),
        years=of_years(timeline) if "year" not in chosen.args and "season" not in chosen.args else None,
        shares=shares,
        verdict_of_years=verdict,
        main=main,
        costs=costs_of(caught.get(main, []), classes.get(main, ())),
        hands=drawn(hands, {person.id: person}, classes.get(main, ())),
        summaries=summaries,
        several_scales=several_scales(summary.key for summary in summaries),
        records=records,
        caught=caught,
        class_names={
            key: {card_class.key: words(card_class.many) for card_class in of_game}
            for key, of_game in classes.items()
        },
        honours=honours_of(selection),
        names_and_rules=NAMES_AND_RULES,
        milestones=milestones_of(selection),
        settled=SETTLED,
    )


def _redirect_merged_player(group: Group, player_id: uuid.UUID) -> ResponseReturnValue:
    """Redirect an old link of a merged player to the player who remains, with a message."""
    merged = merged_player(group, player_id)
    if merged is None:
        abort(404)
    merged_name, target = merged
    flash(_("%(gone)s and %(kept)s are one now: %(kept)s.", gone=merged_name, kept=target.name))
    return redirect(url_for("statistics.player", group_id=group.id, player_id=target.id))


def form_chart(player: Player, timeline: Timeline) -> Chart | None:
    """None where there is no form to draw."""
    form = timeline.form
    if form is None:
        return None
    line = form_line(form, isolated(player.name), player.colour)
    return line_chart([line], across=_years(timeline.form_days), high=100, step=25)


def _years(days: Sequence[date]) -> list[tuple[float, str]]:
    """Where a new year begins along the line; only every second or third where there are many."""
    starts = [
        (place, day.year) for place, day in enumerate(days) if place == 0 or day.year != days[place - 1].year
    ]
    step = -(-len(starts) // FORM_YEARS)
    return [(place, str(year)) for place, year in starts[::step]]


def _verdict(tally: Tally) -> str:
    """A sentence that compares the wins with chance, given the number of sessions."""
    if not tally.sessions:
        return ""
    if tally.expected_share in tally.interval:
        return _("Chance alone could well have done that.")
    if tally.expected_share < tally.interval.low:
        return _("That is more than chance alone would give.")
    return _("That is less than chance alone would give.")


def _classes(records: Mapping[PointsKey, Mapping[str, StatisticsRecord]]) -> dict[PointsKey, Classes]:
    """By variant and scale, as in a session in which such a hand was caught; one query."""
    session_ids = {
        key: by_measure[WORST_HAND.key].holders[0].session_id
        for key, by_measure in records.items()
        if WORST_HAND.key in by_measure
    }
    classes = classes_in(session_ids.values())
    return {key: classes[session_id] for key, session_id in session_ids.items()}


def form_line(form: Form, name: str, colour: int) -> ChartLine:
    """In per cent."""
    return ChartLine(
        name=name,
        values=[100 * mean for _end, mean in form.means],
        shape=0,
        value=percent(form.last),
        colour=colour,
        bold=True,
        lows=[100 * low for low in form.lows],
        highs=[100 * high for high in form.highs],
    )
