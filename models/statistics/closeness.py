"""The win margins of a group's games, in a measure that is comparable across variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from sqlalchemy import Double, Select, case, cast, func

from game.analysis.interval import bonferroni_z
from models.database import db
from models.statistics.outcome import INCLUDED, Outcome, sum_where
from models.statistics.selection import Selection
from models.statistics.version import cached

LEAST_GAMES = 10


@dataclass(frozen=True)
class WinMargin:
    """How far the winner is ahead of the next, on average, in average hands; a shared win is no lead.

    Only where hands cost their holders points, or wins are counted; then a hand is a win. reach: how far luck
    may have moved it, for all of them at once.
    """

    variant: str
    games: int
    lead: float
    reach: float

    def is_closer_than(self, other: WinMargin) -> bool:
        return self.lead + self.reach < other.lead - other.reach


@cached
def win_margins_of(selection: Selection, least: int = LEAST_GAMES) -> Sequence[WinMargin]:
    """Variants and scales with enough sessions, the smallest margin first; two queries."""
    hand = _average_hands(selection)
    sums: dict[str, list[tuple[int, float, float]]] = {}
    for variant, scale, games, leads, squares in db.session.execute(_leads(selection)):
        worth = hand.get((variant, scale)) if scale else 1.0
        if worth:
            sums.setdefault(variant, []).append((games, leads / worth, squares / worth**2))
    added = {variant: tuple(map(sum, zip(*own, strict=True))) for variant, own in sums.items()}
    enough = {variant: own for variant, own in added.items() if own[0] >= least}
    found = [_closeness(variant, *own, candidates=len(enough)) for variant, own in enough.items()]
    return sorted(found, key=lambda one: (one.lead, one.variant))


def _closeness(variant: str, games: int, leads: float, squares: float, *, candidates: int) -> WinMargin:
    lead = leads / games
    variance = max(0.0, squares / games - lead * lead) * games / max(games - 1, 1)
    return WinMargin(variant, games, lead, bonferroni_z(candidates) * sqrt(variance / games))


def _average_hands(selection: Selection) -> Mapping[tuple[str, str], float]:
    """Points a hand by variant and scale, where holders pay for them."""
    by = (Outcome.variant, Outcome.scale)
    figures = (sum_where(Outcome.points, INCLUDED), sum_where(Outcome.rounds, INCLUDED))
    query = db.select(*by, *figures).where(*selection.conditions()).group_by(*by)
    rows = db.session.execute(query)
    return {(variant, scale): points / hands for variant, scale, points, hands in rows if points and hands}


def _leads(selection: Selection) -> Select[Any]:
    """By variant and scale: games with a loser, the sum of the winners' leads and of their squares."""
    won = (
        db.select(
            Outcome.variant,
            Outcome.scale,
            func.min(Outcome.margin).label("margin"),
            func.count(Outcome.side.distinct()).label("sides"),
        )
        .where(*selection.conditions(), Outcome.won, Outcome.margin.is_not(None))
        .group_by(Outcome.variant, Outcome.scale, Outcome.session_id)
        .subquery()
        .c
    )
    lead = cast(case((won.sides > 1, 0), else_=won.margin), Double)
    sums = (func.count(), func.sum(lead), func.sum(lead * lead))
    return db.select(won.variant, won.scale, *sums).group_by(won.variant, won.scale)
