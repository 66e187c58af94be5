"""Sentences that compare a night with earlier ones, only where it was out of the ordinary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.night import UnusualFigure, unusual_figure
from models import Night
from models.names import isolated
from models.statistics.nights import NightFigures, night_figures
from views.words.figures import decimal, number
from views.words.nights import WEEKDAYS
from views.words.phrases import variant_name

MAX_SENTENCES = 2


class NightComparison:
    """A night beside those before it; one query."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.figures, self.before = night_figures(night)

    @cached_property
    def sentences(self) -> list[str]:
        """At most two."""
        if not self.figures or not self.figures.deals:
            return []
        return list(_sentences(self.figures, self.before))[:MAX_SENTENCES]

    @property
    def nights_like_it(self) -> tuple[str, str] | None:
        """Address and name of the statistics of nights like this one: the same weekday and place.

        None on a first night: there is nothing to compare yet.
        """
        if not self.before:
            return None
        night = self.night
        weekday = night.date.isoweekday()
        nights = ", ".join([str(WEEKDAYS[weekday]), *([isolated(night.place)] if night.place else [])])
        address = url_for(
            "statistics.show", group_id=night.group_id, weekday=weekday, place=night.place or None
        )
        return address, _("Who wins on nights like this: %(nights)s", nights=nights)


def _sentences(figures: NightFigures, before: Sequence[NightFigures]) -> Iterator[str]:
    unusual = unusual_figure(figures.deals, [one.deals for one in before])
    if unusual:
        deals = ngettext("%(num)d deal", "%(num)d deals", figures.deals)
        yield _sentence(unusual, deals, number(int(unusual.low)), number(int(unusual.high)))
    for account, average in figures.points.items():
        unusual = unusual_figure(average, [one.points[account] for one in before if account in one.points])
        if unusual:
            points = _(
                "%(points)s points a hand in %(game)s", points=decimal(average), game=variant_name(account[0])
            )
            yield _sentence(unusual, points, decimal(unusual.low), decimal(unusual.high))


def _sentence(unusual: UnusualFigure, figure: str, low: str, high: str) -> str:
    """ "31 deals: more than on any of the 46 nights before. Usual are 9 to 24."."""
    if unusual.as_extreme:
        compared = (
            _(
                "more than on all but %(few)d of the %(nights)d nights before",
                few=unusual.as_extreme,
                nights=unusual.nights,
            )
            if unusual.is_high
            else _(
                "less than on all but %(few)d of the %(nights)d nights before",
                few=unusual.as_extreme,
                nights=unusual.nights,
            )
        )
    else:
        compared = (
            _("more than on any of the %(nights)d nights before", nights=unusual.nights)
            if unusual.is_high
            else _("less than on any of the %(nights)d nights before", nights=unusual.nights)
        )
    return _(
        "%(figure)s: %(compared)s. Usual is %(low)s to %(high)s.",
        figure=figure,
        compared=compared,
        low=low,
        high=high,
    )
