"""How strong everybody plays, and how that came about."""

from __future__ import annotations

import math
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from models.names import isolated
from models.statistics.ratings import MOST_POINTS, SETTLED, History, Rated, Scope, history
from models.statistics.ratings import ratings as ratings_in
from review.running import Rating
from views.statistics.selection import Filter, by_variant_alone, filter_of
from views.web.access import reader
from views.web.language import local_date
from views.wording.chart import Chart, Line, line_chart
from views.wording.figures import number

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


POINTS = 40  # for one of openskill's
MOST_LINES = 5
EVERY = 5  # of the places of the chart, in the table below it
YEARS_FROM = 800  # days
DAYS_UP_TO = 120
MOST_YEARS = 6


@dataclass(frozen=True)
class Row:
    """One player of the list. place: None while provisional. change: what the last session made of it."""

    player_id: uuid.UUID
    place: int | None
    name: str
    points: int
    doubt: int
    least: int
    sessions: int
    change: int
    last_session_id: uuid.UUID


@dataclass(frozen=True)
class Past:
    """Some of the moments of the chart with each player's points, and the doubt where there is but one."""

    names: list[str]
    lines: list[tuple[date, list[int], int | None]]


@dataclass(frozen=True)
class RatingsPage:
    """one: whose history is shown, None where it is that of the best. chart: None where nobody is rated."""

    rows: list[Row]
    one: Row | None
    chart: Chart | None
    past: Past | None


def together_page(scope: Scope, rated: Sequence[Rated]) -> RatingsPage:
    """The list, and the history of those who lead it."""
    best = [r for r in rated if not r.is_provisional][:MOST_LINES]
    told = history(scope, [r.player.id for r in best])
    return RatingsPage(_rows(rated), None, _chart(best, told), _past(best, told))


def alone_page(scope: Scope, rated: Sequence[Rated], one: Rated) -> RatingsPage:
    """The list, and the history of one with its doubt."""
    told = history(scope, [one.player.id], alone=True)
    rows = _rows(rated)
    row = next(row for row in rows if row.player_id == one.player.id)
    return RatingsPage(rows, row, _chart([one], told), _past([one], told))


def in_points(strength: float) -> int:
    return round(POINTS * strength)


def _rows(rated: Sequence[Rated]) -> list[Row]:
    return [
        Row(
            player_id=r.player.id,
            place=None if r.is_provisional else place,
            name=isolated(r.player.name),
            points=in_points(r.rating.mu),
            doubt=in_points(r.rating.doubt),
            least=in_points(r.rating.least),
            sessions=r.sessions,
            change=in_points(r.rating.mu) - in_points(r.before.mu),
            last_session_id=r.last_session_id,
        )
        for place, r in enumerate(rated, 1)
    ]


def _chart(drawn: Sequence[Rated], told: History) -> Chart | None:
    if not drawn or len(told.moments) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    low, high = _ends(drawn, told)
    lines = [
        _line(r, told.ratings[r.player.id], place, (low, high), with_band=len(drawn) == 1)
        for place, r in enumerate(drawn)
    ]
    return line_chart(lines, across=_across(told.moments), low=low, high=high, up=lambda v: number(round(v)))


def _ends(drawn: Sequence[Rated], told: History) -> tuple[int, int]:
    """Bottom and top of the chart. Of one player today’s doubt is in it; a newcomer’s may be cut off."""
    strengths = [rating.mu for r in drawn for rating in told.ratings[r.player.id]]
    if len(drawn) == 1:
        now = drawn[0].rating
        strengths += [now.least, now.mu + now.doubt]
    low, high = POINTS * min(strengths), POINTS * max(strengths)
    return 100 * math.floor(low / 100), 100 * math.ceil(high / 100)


def _line(
    rated: Rated, ratings: Sequence[Rating], place: int, ends: tuple[int, int], *, with_band: bool
) -> Line:
    low, high = ends
    return Line(
        name=isolated(rated.player.name),
        values=[POINTS * rating.mu for rating in ratings],
        place=place,
        value=number(in_points(rated.rating.mu)),
        bold=place == 0,
        lows=[max(low, POINTS * rating.least) for rating in ratings] if with_band else (),
        highs=[min(high, POINTS * (rating.mu + rating.doubt)) for rating in ratings] if with_band else (),
    )


def _across(moments: Sequence[datetime]) -> list[tuple[float, str]]:
    """The years of a long history, days or months of a short one."""
    first, last = moments[0], moments[-1]
    if (last - first).days < YEARS_FROM:
        pattern = "d MMM" if (last - first).days <= DAYS_UP_TO else "MMM y"
        thirds = [0, len(moments) // 3, 2 * len(moments) // 3, len(moments) - 1]
        return [(place, str(format_date(local_date(moments[place]), pattern))) for place in thirds]
    years = range(first.year + 1, last.year + 1)
    step = -(-len(years) // MOST_YEARS)
    share = [((datetime(y, 1, 1, tzinfo=first.tzinfo) - first) / (last - first), y) for y in years[::step]]
    return [((MOST_POINTS - 1) * part, str(year)) for part, year in share]


def _past(drawn: Sequence[Rated], told: History) -> Past | None:
    """Every fifth moment back from the last, the newest first."""
    if not drawn or not told.moments:
        return None
    alone = drawn[0].player.id if len(drawn) == 1 else None
    lines = []
    for n in range(len(told.moments) - 1, -1, -EVERY):
        points = [in_points(told.ratings[r.player.id][n].mu) for r in drawn]
        doubt = in_points(told.ratings[alone][n].doubt) if alone else None
        lines.append((local_date(told.moments[n]), points, doubt))
    return Past([isolated(r.player.name) for r in drawn], lines)
