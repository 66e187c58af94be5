"""One player's figures, ready to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from flask_babel import gettext as _

from models import Player
from models.statistics.cards import Caught, caught_with, classes_in
from models.statistics.honours import Honour, honours_of
from models.statistics.milestones import Milestone, milestones_of
from models.statistics.points import Account, accounts_of
from models.statistics.records import (
    BEST_HAND,
    BEST_SESSION,
    COMEBACK,
    WORST_HAND,
    WORST_SESSION,
    Extreme,
    extremes_of,
)
from models.statistics.selection import Selection
from models.statistics.tally import Tally, add_up, tallies_of
from models.statistics.timeline import Course, course_of
from views.statistics.records import Named, honour_in_words
from views.wording.chart import Chart, Line, line_chart
from views.wording.figures import percent
from views.wording.phrases import words

MEASURES = (BEST_HAND, WORST_HAND, BEST_SESSION, WORST_SESSION, COMEBACK)
FORM_POINTS = 40
FORM_YEARS = 6
Names = dict[tuple[str, str], dict[str, str]]


@dataclass(frozen=True)
class CaughtWith:
    """A card class in words, its cards, and its share of the points that were counted card by card."""

    name: str
    cards: int
    points: int | None
    share: float | None


@dataclass(frozen=True)
class AccountPage:
    """An account with what was reached in it. alone: its variant was played at no other scale."""

    account: Account
    alone: bool
    extremes: dict[str, Extreme]
    caught: list[CaughtWith]
    counted: int


@dataclass(frozen=True)
class Form:
    """The share of opponents beaten over the last sessions, after some of the sessions; and its chart."""

    points: list[tuple[date, float]]
    chart: Chart


@dataclass(frozen=True)
class PlayerPage:
    tally: Tally
    by_variant: list[tuple[str, Tally]]
    verdict: str
    course: Course
    form: Form
    accounts: list[AccountPage]
    honours: list[tuple[Named, Honour]]
    milestones: list[Milestone]


def player_page(player: Player, group_selection: Selection) -> PlayerPage:
    """At most ten queries, however much was played."""
    selection = group_selection.of(player.id)
    by_variant = tallies_of(selection).get(player.id, {})
    tally, course = add_up(by_variant.values()), course_of(selection)
    return PlayerPage(
        tally=tally,
        by_variant=sorted(by_variant.items(), key=lambda pair: (-pair[1].sessions, pair[0])),
        verdict=_verdict(tally),
        course=course,
        form=form_of(player.name, course),
        accounts=_accounts(selection),
        honours=[(honour_in_words(honour.key), honour) for honour in honours_of(selection)],
        milestones=milestones_of(selection),
    )


def form_of(name: str, course: Course) -> Form:
    """The course's moving mean at a fixed number of places at most; nothing before there are two."""
    means = course.form()
    if len(means) < 2:  # noqa: PLR2004 - one point is no line
        return Form([], line_chart([], across=[]))
    count = min(len(means), FORM_POINTS)
    points = [means[round(n * (len(means) - 1) / (count - 1))] for n in range(count)]
    values = [100 * share for _day, share in points]
    line = Line(name, values, place=0, value=percent(points[-1][1]), bold=True)
    return Form(points, line_chart([line], across=_years(points), high=100, step=25))


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


def _accounts(selection: Selection) -> list[AccountPage]:
    accounts, caught = accounts_of(selection), caught_with(selection)
    extremes: dict[tuple[str, str], dict[str, Extreme]] = {}
    for extreme in extremes_of(selection, MEASURES):
        extremes.setdefault((extreme.variant, extreme.scale), {})[extreme.key] = extreme
    variants = [account.variant for account in accounts]
    named = _class_names(extremes)
    return [
        AccountPage(
            account=account,
            alone=variants.count(account.variant) == 1,
            extremes=extremes.get(account.key, {}),
            caught=_caught(own := caught.get(account.key, []), named.get(account.key, {})),
            counted=sum(c.points or 0 for c in own),
        )
        for account in accounts
    ]


def _caught(caught: Sequence[Caught], named: Mapping[str, str]) -> list[CaughtWith]:
    total = sum(c.points or 0 for c in caught)
    return [
        CaughtWith(
            name=named.get(c.card_class, c.card_class),
            cards=c.cards,
            points=c.points,
            share=c.points / total if total and c.points is not None else None,
        )
        for c in caught
    ]


def _class_names(extremes: Mapping[tuple[str, str], Mapping[str, Extreme]]) -> Names:
    """ "eights" by variant, scale and class, as a session called them in which such a hand was caught."""
    caught_in = {
        account: own[WORST_HAND.key].holders[0].session_id
        for account, own in extremes.items()
        if WORST_HAND.key in own
    }
    classes = classes_in(caught_in.values())
    return {
        account: {c.key: words(c.many) for c in classes[session]} for account, session in caught_in.items()
    }
