"""The rivalry of two: runs, form, and what their meetings came to, told of the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from models.player import Player
from models.statistics.meetings import InVariant, Meeting, meetings_of
from models.statistics.rivals import Meetings
from models.statistics.selection import Selection

FORM_OVER = 10  # meetings that one point of the form looks back on at least
MOST_POINTS = 60


@dataclass(frozen=True)
class Run:
    """So many meetings in a row that one finished ahead; ahead: whether that is the first of the two."""

    length: int
    ahead: bool


@dataclass(frozen=True)
class Form:
    """The first's share of the meetings in stretches of `over`: by which meeting each stretch ends with, the
    last one among them. Empty before there were so many.
    """

    over: int
    shares: list[tuple[int, float]]


@dataclass(frozen=True)
class Rivalry:
    """own_run, other_run: the longest of each, 0 where there is none. run: the one that goes on, None after
    a meeting that ended level. last: the newest first.
    """

    own: Player
    other: Player
    meetings: Meetings
    by_variant: list[InVariant]
    own_run: int
    other_run: int
    run: Run | None
    form: Form
    last: list[Meeting]


def rivalry(selection: Selection, own: Player, other: Player) -> Rivalry:
    met = meetings_of(selection, own.id, other.id)
    results = met.results
    runs = [Run(len(list(same)), result > 0) for result, same in groupby(results) if result]
    return Rivalry(
        own=own,
        other=other,
        meetings=Meetings(results.count(1), results.count(-1), results.count(0)),
        by_variant=met.by_variant,
        own_run=max((run.length for run in runs if run.ahead), default=0),
        other_run=max((run.length for run in runs if not run.ahead), default=0),
        run=runs[-1] if results and results[-1] else None,
        form=form_of(results),
        last=met.last,
    )


def form_of(results: Sequence[int]) -> Form:
    """At most MOST_POINTS stretches as far apart as each other, the last one up to the last meeting.

    They are as long as it takes to leave no gap; the very first meetings may be in none.
    """
    over = max(FORM_OVER, -(-len(results) // MOST_POINTS))
    step = max(1, -(-(len(results) - over + 1) // MOST_POINTS))
    ends = list(range(len(results), over - 1, -step))[::-1]
    shares = [sum(1 + result for result in results[end - over : end]) / (2 * over) for end in ends]
    return Form(over, list(zip(ends, shares, strict=True)))
