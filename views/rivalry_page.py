"""The rivalry of two as its page shows it."""

from __future__ import annotations

from models.names import isolated
from models.statistics.rivalry import FORM_OVER, MOST_POINTS, Rivalry
from views.chart import Chart, Line, line_chart
from views.figures import percent


def names_of(found: Rivalry) -> tuple[str, str]:
    """Both names, as they may stand in any sentence."""
    return isolated(found.own.name), isolated(found.other.name)


def form_chart(found: Rivalry) -> Chart | None:
    """The first's share of the last ten meetings over time; None before there is a line to draw."""
    if len(found.form) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    own, _other = names_of(found)
    values = [100 * share for share in found.form]
    line = Line(name=own, values=values, place=0, value=percent(found.form[-1]), bold=True)
    return line_chart([line], across=_across(found), high=100, step=25, up=lambda value: percent(value / 100))


def _across(found: Rivalry) -> list[tuple[float, str]]:
    """Which meeting the first, the middle and the last place is."""
    last = len(found.form) - 1
    count = found.meetings.count
    step = -(-(count - FORM_OVER + 1) // MOST_POINTS)
    places = [0, last // 2, last] if last > 1 else [0, last]
    return [(place, str(count - step * (last - place))) for place in places]
