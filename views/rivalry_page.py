"""The rivalry of two as its page shows it."""

from __future__ import annotations

from models.names import isolated
from models.statistics.rivalry import Rivalry
from views.chart import Chart, Line, line_chart
from views.figures import percent
from views.pages import number


def names_of(found: Rivalry) -> tuple[str, str]:
    """Both names, as they may stand in any sentence."""
    return isolated(found.own.name), isolated(found.other.name)


def form_chart(found: Rivalry) -> Chart | None:
    """The first's share of the last meetings over time; None before there is a line to draw."""
    shares = found.form.shares
    if len(shares) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    own, _other = names_of(found)
    line = Line(
        name=own,
        values=[100 * share for _end, share in shares],
        place=0,
        value=percent(shares[-1][1]),
        bold=True,
    )
    places = sorted({0, (len(shares) - 1) // 2, len(shares) - 1})
    across = [(place, number(shares[place][0])) for place in places]
    return line_chart([line], across=across, high=100, step=25, up=lambda value: percent(value / 100))
