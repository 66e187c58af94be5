"""Ratings: current list and history."""

from __future__ import annotations

import math
import uuid
from collections.abc import Sequence
from datetime import datetime

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date, ngettext
from flask_babel import gettext as _

from game.analysis.rating import Rating, possible_best
from models.names import isolated
from models.statistics.ratings import MOST_POINTS, SETTLED, Rated, RatingHistory, history
from models.statistics.ratings import ratings as ratings_in
from views.statistics import bp
from views.statistics.filter import filter_of
from views.web.access import reader
from views.web.language import local_date
from views.web.pages import assign_shapes, shape_of
from views.wording.chart import Chart, ChartLine, line_chart
from views.wording.figures import RATING_POINTS, number, rating_points
from views.wording.phrases import listed

TABLE_STEP = 5  # of the places of the chart, in the table below it
MAX_LINES = 5
MIN_DAYS_FOR_YEARS = 800  # days
MAX_DAYS_FOR_DAYS = 120
MAX_YEARS = 6
MAX_NAMED = 4


@bp.get("/ratings")
def ratings(group_id: uuid.UUID) -> ResponseReturnValue:
    """All ratings with the history of the leaders. player: show the history of this player instead."""
    reader(group_id)
    chosen = filter_of(group_id).by_variant_alone()
    variant = chosen.selection.variant
    rated = ratings_in(group_id, variant)
    assign_shapes(r.player for r in rated)
    one = _shown_rated(rated)
    settled = [r for r in rated if not r.is_provisional and not r.is_away]
    drawn = [one] if one else settled[:MAX_LINES]
    past = history(group_id, [r.player.id for r in drawn], variant=variant, alone=one is not None)
    return render_template(
        "statistics/ratings.html",
        chosen=chosen,
        one=one,
        drawn=drawn,
        chart=_chart(drawn, past),
        past=[
            (local_date(moment), [then[r.player.id] for r in drawn])
            for moment, then in past.every(TABLE_STEP)
        ],
        left_out="" if one else _left_out_in_words([r for r in rated if r not in drawn]),
        settled=SETTLED,
        settled_ones=settled,
        best=_best_in_words(settled),
        away=[r for r in rated if r.is_away and not r.is_provisional],
        few=sorted(((r.player, r) for r in rated if r.is_provisional), key=lambda pair: -pair[1].sessions),
    )


def _best_in_words(settled: Sequence[Rated]) -> str:
    """Who may be the best player; "" with fewer than two settled ratings."""
    if len(settled) < 2:  # noqa: PLR2004
        return ""
    best = possible_best([r.rating for r in settled])
    names = [isolated(r.player.name) for r in settled if r.rating in best]
    if len(names) == 1:
        return _("%(name)s plays best, and luck alone does not explain it.", name=names[0])
    if len(names) > MAX_NAMED:
        return _("Who plays best is too close to tell: it could be any of %(count)d.", count=len(names))
    any_of = _("%(first)s or %(last)s", first=", ".join(names[:-1]), last=names[-1])
    return _("Who plays best is too close to tell: it could be %(names)s.", names=any_of)


def _left_out_in_words(left_out: Sequence[Rated]) -> str:
    """Whose line the chart does not show; "" if it shows everybody."""
    names = [isolated(r.player.name) for r in left_out]
    if len(names) > MAX_NAMED:
        return ngettext(
            "%(num)d player is not drawn here.", "%(num)d players are not drawn here.", len(names)
        )
    return _("Not drawn here: %(names)s.", names=listed(names)) if names else ""


def _shown_rated(rated: Sequence[Rated]) -> Rated | None:
    """The player in the query; 404 for an unknown one."""
    player_id = request.args.get("player")
    if player_id is None:
        return None
    return next((r for r in rated if str(r.player.id) == player_id), None) or abort(404)


def _chart(drawn: Sequence[Rated], past: RatingHistory) -> Chart | None:
    if not drawn or len(past.moments) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    low, high = _ends(drawn, past)
    lines = [
        _line(r, past.ratings[r.player.id], place, (low, high), with_band=len(drawn) == 1)
        for place, r in enumerate(drawn)
    ]
    return line_chart(lines, across=_across(past.moments), low=low, high=high, up=number)


def _ends(drawn: Sequence[Rated], past: RatingHistory) -> tuple[int, int]:
    """Bottom and top of the chart. Of one player today’s doubt is in it; a newcomer’s may be cut off."""
    strengths = [rating.mu for r in drawn for rating in past.ratings[r.player.id]]
    if len(drawn) == 1:
        now = drawn[0].rating
        strengths += [now.lower_bound, now.mu + now.margin]
    low, high = RATING_POINTS * min(strengths), RATING_POINTS * max(strengths)
    return 100 * math.floor(low / 100), 100 * math.ceil(high / 100)


def _line(
    rated: Rated, ratings: Sequence[Rating], place: int, ends: tuple[int, int], *, with_band: bool
) -> ChartLine:
    low, high = ends
    return ChartLine(
        name=isolated(rated.player.name),
        values=[RATING_POINTS * rating.mu for rating in ratings],
        shape=shape_of(rated.player),
        value=number(rating_points(rated.rating.mu)),
        colour=rated.player.colour,
        bold=place == 0,
        lows=[max(low, RATING_POINTS * rating.lower_bound) for rating in ratings] if with_band else (),
        highs=[min(high, RATING_POINTS * (rating.mu + rating.margin)) for rating in ratings]
        if with_band
        else (),
    )


def _across(moments: Sequence[datetime]) -> list[tuple[float, str]]:
    """The years of a long history, days or months of a short one."""
    first, last = moments[0], moments[-1]
    if (last - first).days < MIN_DAYS_FOR_YEARS:
        pattern = "d MMM" if (last - first).days <= MAX_DAYS_FOR_DAYS else "MMM y"
        thirds = [0, len(moments) // 3, 2 * len(moments) // 3, len(moments) - 1]
        return [(place, str(format_date(local_date(moments[place]), pattern))) for place in thirds]
    years = range(first.year + 1, last.year + 1)
    step = -(-len(years) // MAX_YEARS)
    share = [((datetime(y, 1, 1, tzinfo=first.tzinfo) - first) / (last - first), y) for y in years[::step]]
    return [((MOST_POINTS - 1) * part, str(year)) for part, year in share]
