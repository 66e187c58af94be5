"""One player's figures, ready to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from flask import render_template
from flask_babel import gettext as _

from models import Player
from models.names import isolated
from models.statistics.honours import honours_of, milestones_of
from models.statistics.measures import BEST_HAND, BEST_SESSION, COMEBACK, WORST_HAND, WORST_SESSION
from models.statistics.points import accounts_of, caught_with, classes_in
from models.statistics.ratings import SETTLED
from models.statistics.records import Record, records_of
from models.statistics.tally import Tally, add_up, tallies_of
from models.statistics.timeline import Timeline, timeline_of
from views.statistics.costs import Classes, costs_of, drawn
from views.statistics.honours import NAMES_AND_RULES
from views.statistics.places import Places
from views.statistics.records import Account, records_by_account, several_scales
from views.statistics.selection import Filter
from views.wording.chart import Chart, ChartLine, line_chart
from views.wording.figures import percent
from views.wording.phrases import words

DRAWN = (WORST_HAND, BEST_HAND)
MEASURES = (BEST_HAND, WORST_HAND, BEST_SESSION, WORST_SESSION, COMEBACK)
FORM_POINTS = 40
FORM_YEARS = 6


def player_page(chosen: Filter, player: Player) -> str:
    """At most eleven queries, however much was played."""
    selection = chosen.selection.of(player.id)
    by_variant = tallies_of(selection).get(player.id, {})
    tally, timeline = add_up(by_variant.values()), timeline_of(selection)
    accounts, form = accounts_of(selection), form_of(timeline)
    records, caught = records_by_account(records_of(selection, MEASURES)), caught_with(selection)
    classes = _classes(records)
    main = next((account.key for account in accounts if account.key in classes), ("", ""))
    hands = [records[main][m.key] for m in DRAWN if m.key in records[main]] if main in records else []
    return render_template(
        "statistics/player.html",
        chosen=chosen,
        player=player,
        tally=tally,
        by_variant=sorted(by_variant.items(), key=lambda pair: (-pair[1].sessions, pair[0])),
        verdict=_verdict(tally),
        timeline=timeline,
        places=Places(timeline),
        form=form,
        chart=form_chart(player, form),
        main=main,
        costs=costs_of(caught.get(main, []), classes.get(main, ())),
        hands=drawn(hands, {player.id: player}, classes.get(main, ())),
        accounts=accounts,
        several_scales=several_scales(account.key for account in accounts),
        records=records,
        caught=caught,
        class_names={account: {c.key: words(c.many) for c in own} for account, own in classes.items()},
        honours=honours_of(selection),
        names_and_rules=NAMES_AND_RULES,
        milestones=milestones_of(selection),
        settled=SETTLED,
    )


def form_of(timeline: Timeline) -> list[tuple[date, float]]:
    """The timeline's moving mean at a fixed number of places at most; nothing before there are two."""
    means = timeline.form()
    if len(means) < 2:  # noqa: PLR2004 - one point is no line
        return []
    count = min(len(means), FORM_POINTS)
    return [means[round(n * (len(means) - 1) / (count - 1))] for n in range(count)]


def form_chart(player: Player, form: Sequence[tuple[date, float]]) -> Chart | None:
    """None where there is no form to draw."""
    if not form:
        return None
    values = [100 * share for _day, share in form]
    line = ChartLine(isolated(player.name), values, 0, percent(form[-1][1]), player.colour, bold=True)
    return line_chart([line], across=_years(form), high=100, step=25)


def _years(shown: Sequence[tuple[date, float]]) -> list[tuple[float, str]]:
    """Where a new year begins along the line; only every second or third where there are many."""
    starts = [
        (place, day.year)
        for place, (day, _share) in enumerate(shown)
        if place == 0 or day.year != shown[place - 1][0].year
    ]
    step = -(-len(starts) // FORM_YEARS)
    return [(place, str(year)) for place, year in starts[::step]]


def _verdict(tally: Tally) -> str:
    """Whether the share of wins differs from chance by more than so few sessions let it."""
    if not tally.sessions:
        return ""
    if tally.chance_share in tally.interval:
        return _("Chance alone could well have done that.")
    if tally.chance_share < tally.interval.low:
        return _("That is more than chance alone would give.")
    return _("That is less than chance alone would give.")


def _classes(records: Mapping[Account, Mapping[str, Record]]) -> dict[Account, Classes]:
    """By variant and scale, as in a session in which such a hand was caught; one query."""
    caught_in = {
        account: own[WORST_HAND.key].holders[0].session_id
        for account, own in records.items()
        if WORST_HAND.key in own
    }
    classes = classes_in(caught_in.values())
    return {account: classes[session] for account, session in caught_in.items()}
