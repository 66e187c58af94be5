"""One player's figures, ready to be read: the last places and the form as lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from flask import render_template
from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.form import Form
from models import Player
from models.names import isolated
from models.statistics.honours import honours_of, milestones_of
from models.statistics.points import accounts_of, caught_with, classes_in
from models.statistics.ratings import SETTLED
from models.statistics.records import (
    BEST_HAND,
    BEST_SESSION,
    COMEBACK,
    WORST_HAND,
    WORST_SESSION,
    Record,
    records_of,
)
from models.statistics.tally import Tally, add_up, tallies_of
from models.statistics.timeline import Timeline, timeline_of
from views.statistics.costs import Classes, costs_of, drawn
from views.statistics.filter import Filter
from views.statistics.periods import of_years, shares, verdict
from views.statistics.records import NAMES_AND_RULES, Account, records_by_account, several_scales
from views.wording.chart import Chart, ChartLine, line_chart
from views.wording.figures import decimal, percent
from views.wording.phrases import number_word, opening, words

DRAWN = (WORST_HAND, BEST_HAND)
MEASURES = (BEST_HAND, WORST_HAND, BEST_SESSION, WORST_SESSION, COMEBACK)
FORM_YEARS = 6
MARGIN = 14
ACROSS, DOWN = 34.7, 22.7  # from one place to the next
LEAST_DEEP = 3  # places that there is room for
LAST = 10  # places that are drawn


def player_page(chosen: Filter, player: Player) -> str:
    """At most eleven queries, however much was played."""
    selection = chosen.selection.of(player.id)
    by_variant = tallies_of(selection).get(player.id, {})
    tally, timeline = add_up(by_variant.values()), timeline_of(selection)
    accounts = accounts_of(selection)
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
        chart=form_chart(player, timeline),
        years=of_years(timeline) if "year" not in chosen.args and "season" not in chosen.args else None,
        shares=shares,
        verdict_of_years=verdict,
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


class Places:
    """The last places, oldest first; all in units of the view box."""

    def __init__(self, timeline: Timeline) -> None:
        self.ranks = [played.rank for played in timeline.sessions[-LAST:]]
        self.wins = sum(played.won for played in timeline.sessions[-LAST:])
        self.ever = [played.rank for played in timeline.sessions]

    @property
    def spots(self) -> list[tuple[float, float, int]]:
        """Across, down and the place."""
        return [(round(MARGIN + ACROSS * n, 1), self._y(rank), rank) for n, rank in enumerate(self.ranks)]

    @property
    def line(self) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y, _rank in self.spots)

    @property
    def levels(self) -> list[float]:
        """Where each place lies, the first on top."""
        return [self._y(rank) for rank in range(1, max([LEAST_DEEP, *self.ranks]) + 1)]

    @property
    def width(self) -> int:
        return round(2 * MARGIN + ACROSS * (LAST - 1))

    @property
    def height(self) -> int:
        return round(self.levels[-1] + MARGIN)

    @property
    def title(self) -> str:
        return _("Last ten places") if len(self.ranks) == LAST else _("Places so far")

    @property
    def in_words(self) -> str:
        """For whoever listens: "Places, oldest first: 2, 1, 3"."""
        return _("Places, oldest first: %(places)s", places=", ".join(map(str, self.ranks)))

    @property
    def summary(self) -> str:
        """ "Three wins. On average 2.2, as ever.": all of it needs no colour."""
        wins = (
            ngettext("%(count)s win.", "%(count)s wins.", self.wins, count=opening(number_word(self.wins)))
            if self.wins
            else _("No win.")
        )
        return f"{wins} {self._average}"

    @property
    def _average(self) -> str:
        recent, ever = decimal(_mean(self.ranks)), decimal(_mean(self.ever))
        if len(self.ever) <= LAST:
            return _("On average %(recent)s.", recent=recent)
        if recent == ever:
            return _("On average %(recent)s, as ever.", recent=recent)
        return _("On average %(recent)s; over all the games %(ever)s.", recent=recent, ever=ever)

    @staticmethod
    def _y(rank: int) -> float:
        return round(MARGIN + DOWN * (rank - 1), 1)


def _mean(ranks: Sequence[int]) -> float:
    return sum(ranks) / len(ranks)


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
