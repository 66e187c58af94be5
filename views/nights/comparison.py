"""Sentences that compare a night with earlier ones, only where it was out of the ordinary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.unusual import UnusualFigure, unusual_figure
from models import Night
from models.names import isolated
from models.statistics.nights import NightFigures, night_figures
from views.wording.figures import decimal, number
from views.wording.nights import WEEKDAYS
from views.wording.phrases import variant_name

MOST_SENTENCES = 2


class NightComparison:
    """A night beside those before it; one query."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.own, self.before = night_figures(night)

    @cached_property
    def sentences(self) -> list[str]:
        """At most two."""
        return list(_sentences(self.own, self.before))[:MOST_SENTENCES] if self.own and self.own.deals else []

    @property
    def nights_like_it(self) -> tuple[str, str] | None:
        """Address and name of the figures of nights like this one.

        None on a first night: there is nothing to compare yet.
        """
        return _nights_like(self.night) if self.before else None


def _nights_like(night: Night) -> tuple[str, str]:
    """ "Who wins on nights like this: Fridays, Bo’s"."""
    weekday = night.date.isoweekday()
    nights = ", ".join([str(WEEKDAYS[weekday]), *([isolated(night.place)] if night.place else [])])
    address = url_for("statistics.show", group_id=night.group_id, weekday=weekday, place=night.place or None)
    return address, _("Who wins on nights like this: %(nights)s", nights=nights)


def _sentences(own: NightFigures, before: Sequence[NightFigures]) -> Iterator[str]:
    found = unusual_figure(own.deals, [one.deals for one in before])
    if found:
        deals = ngettext("%(num)d deal", "%(num)d deals", own.deals)
        yield _sentence(found, deals, number(int(found.low)), number(int(found.high)))
    for account, average in own.points.items():
        found = unusual_figure(average, [one.points[account] for one in before if account in one.points])
        if found:
            points = _(
                "%(points)s points a hand in %(game)s", points=decimal(average), game=variant_name(account[0])
            )
            yield _sentence(found, points, decimal(found.low), decimal(found.high))


def _sentence(found: UnusualFigure, figure: str, low: str, high: str) -> str:
    """ "31 deals: more than on any of the 46 nights before. Usual are 9 to 24."."""
    if found.as_extreme:
        compared = (
            _(
                "more than on all but %(few)d of the %(nights)d nights before",
                few=found.as_extreme,
                nights=found.nights,
            )
            if found.is_high
            else _(
                "less than on all but %(few)d of the %(nights)d nights before",
                few=found.as_extreme,
                nights=found.nights,
            )
        )
    else:
        compared = (
            _("more than on any of the %(nights)d nights before", nights=found.nights)
            if found.is_high
            else _("less than on any of the %(nights)d nights before", nights=found.nights)
        )
    return _(
        "%(figure)s: %(compared)s. Usual is %(low)s to %(high)s.",
        figure=figure,
        compared=compared,
        low=low,
        high=high,
    )
