"""Two periods side by side: how much was played, and who has improved.

    /groups/<g>/statistics/periods?before=2025&after=2026

A period is a year or the id of a season; any other value is ignored.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import date
from itertools import combinations
from typing import NamedTuple

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.periods import ENOUGH, ScoreChange, ScoreSample
from models import Player
from models.statistics.selection import Selection
from models.statistics.tally import Overview, overview_of, score_samples, tallies_of
from models.statistics.timeline import Timeline
from views.statistics import bp
from views.statistics.filter import Filter, filter_of
from views.web.access import reader
from views.wording.figures import number, percent, rounded, signed

NOTHING = ScoreSample()


class Days(NamedTuple):
    """A period that can be chosen. key: its name in the address."""

    key: str
    name: str
    first: date | None
    last: date | None

    def meets(self, other: Days) -> bool:
        """Whether a day may be in both."""
        (first, last), (other_first, other_last) = (
            (days.first or date.min, days.last or date.max) for days in (self, other)
        )
        return first <= other_last and other_first <= last


@bp.get("/periods")
def periods(group_id: uuid.UUID) -> ResponseReturnValue:
    """At most twelve queries."""
    reader(group_id)
    chosen = filter_of(group_id).without_days()
    choices = {days.key: days for days in _choices(chosen)}
    before, after = _periods_from_args(choices)
    if before is None or after is None:
        return render_template("statistics/periods.html", chosen=chosen, choices=choices, lines=None)
    was, is_now = (chosen.selection.on(days.first, days.last) for days in (before, after))
    return render_template(
        "statistics/periods.html",
        chosen=chosen,
        choices=choices,
        before=before,
        after=after,
        lines=_lines(chosen.people, score_samples(was), score_samples(is_now)),
        overviews=[_overview(was), _overview(is_now)],
        verdict=verdict,
        shares=shares,
        enough=ENOUGH,
    )


def of_years(timeline: Timeline) -> tuple[int, int, ScoreChange] | None:
    """Comparison of the last two years played; None where there is only one."""
    shares: dict[int, list[float]] = {}
    for played in timeline.sessions:
        if played.beaten_share is not None:
            shares.setdefault(played.day.year, []).append(played.beaten_share)
    if len(shares) < 2:  # noqa: PLR2004
        return None
    before, after = sorted(shares)[-2:]
    return before, after, ScoreChange(ScoreSample.of(shares[before]), ScoreSample.of(shares[after]))


def verdict(change: ScoreChange) -> str:
    """ "Too close to tell. The true change lies between −8 and +19 in 100."."""
    verdict_text = {
        "better": _("Better."),
        "worse": _("Not as good."),
        "close": _("Too close to tell."),
        "few": _("Too few games to tell: it takes %(enough)d in each.", enough=ENOUGH),
    }[change.verdict]
    if not change.has_enough_games:
        return verdict_text
    low, high = (signed(int(rounded(100 * end))) for end in change.bounds)
    between = _("The true change lies between %(low)s and %(high)s in 100.", low=low, high=high)
    return f"{verdict_text} {between}"


def shares(change: ScoreChange) -> str:
    """ "54% of opponents beaten in 36 games, 48% in 41 before"."""
    return _(
        "%(now)s of opponents beaten in %(games)s, %(was)s in %(earlier)s before",
        now=percent(change.after.share),
        games=_games(change.after.games),
        was=percent(change.before.share),
        earlier=number(change.before.games),
    )


def _games(count: int) -> str:
    return str(ngettext("%(num)d game", "%(num)d games", count))


def _choices(chosen: Filter) -> list[Days]:
    """Years and seasons, the newest first."""
    years = [Days(str(y), str(y), date(y, 1, 1), date(y, 12, 31)) for y in chosen.choices.years]
    seasons = [Days(str(s.id), s.name, s.first_day, s.last_day) for s in chosen.choices.seasons]
    return years + seasons


def _periods_from_args(choices: Mapping[str, Days]) -> tuple[Days | None, Days | None]:
    """The earlier and the later period in the query; otherwise the newest two that share no day."""
    before, after = (choices.get(request.args.get(name, "")) for name in ("before", "after"))
    if before and after:
        return before, after
    for later, earlier in combinations(choices.values(), 2):
        if after in (None, later) and before in (None, earlier) and not later.meets(earlier):
            return earlier, later
    return before, after


def _lines(
    people: Mapping[uuid.UUID, Player],
    before: Mapping[uuid.UUID, ScoreSample],
    after: Mapping[uuid.UUID, ScoreSample],
) -> list[tuple[Player, ScoreChange]]:
    """Players of either period, by name."""
    samples = [
        (player, before.get(player_id, NOTHING), after.get(player_id, NOTHING))
        for player_id, player in people.items()
        if player_id in before or player_id in after
    ]
    tests = sum(ScoreChange(was, now).has_enough_games for _player, was, now in samples)
    return [(player, ScoreChange(was, now, max(tests, 1))) for player, was, now in samples]


def _overview(selection: Selection) -> Overview:
    return overview_of(selection, tallies_of(selection))
