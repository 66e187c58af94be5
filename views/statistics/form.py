"""Form as a line, with the band that luck alone may push it through."""

from __future__ import annotations

from game.analysis.form import Form
from views.wording.chart import ChartLine
from views.wording.figures import percent


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
