"""Figures in points, by variant and scale (which card values were used): sums of each player, the cost of
each card class, and win margins.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import sqrt
from typing import Any

import msgspec
from sqlalchemy import Double, Select, Text, case, cast, func

from game.analysis.interval import bonferroni_z
from game.scoring.rules import CardClass
from models.database import db
from models.rules import rules_with
from models.session import Session
from models.statistics.outcome import INCLUDED, Outcome, count_where, sum_where
from models.statistics.selection import Selection
from models.statistics.version import cached

INCLUDED_WITH_ROUNDS = INCLUDED & (Outcome.rounds > 0)
SUMMED = (
    *(Outcome.cards_dealt, Outcome.rounds, Outcome.points, Outcome.outs),
    *(Outcome.dealer_rounds, Outcome.dealer_points, Outcome.dealer_outs),
    *(Outcome.leader_rounds, Outcome.leader_points, Outcome.leader_outs),
)


@dataclass(frozen=True)
class Rounds:
    """Sums over some rounds of a player. points: of the cards left in hands, None unless their holder pays
    for them. outs: rounds in which the player went out, None if no round has a winner.
    """

    rounds: int
    points: int | None
    outs: int | None

    @property
    def average(self) -> float | None:
        return self.points / self.rounds if self.rounds and self.points is not None else None

    @property
    def out_share(self) -> float | None:
        return self.outs / self.rounds if self.rounds and self.outs is not None else None

    def without(self, *parts: Rounds) -> Rounds:
        """The rounds that are in none of these parts."""
        points, outs = self.points, self.outs
        if points is not None:
            points -= sum(part.points or 0 for part in parts)
        if outs is not None:
            outs -= sum(part.outs or 0 for part in parts)
        return Rounds(self.rounds - sum(part.rounds for part in parts), points, outs)


@dataclass(frozen=True)
class PointsSummary:
    """One player in one variant at one scale, over included seats (SeatOutcome) with known rounds.

    scale: points of two summaries may be added if variant and scale are equal. since: the first night with
    this scale. cards_dealt: to this player. as_dealer, as_leader: the rounds in which the player dealt, or
    played the first card.
    """

    variant: str
    scale: str
    since: date
    sessions: int
    cards_dealt: int
    all: Rounds
    as_dealer: Rounds
    as_leader: Rounds

    @property
    def key(self) -> tuple[str, str]:
        return self.variant, self.scale

    @property
    def others(self) -> Rounds:
        """The rounds in which the player neither dealt nor led."""
        return self.all.without(self.as_dealer, self.as_leader)

    @property
    def has_shares(self) -> bool:
        """Whether there are figures of the rounds that can be compared by who dealt."""
        return self.all.points is not None or self.all.outs is not None

    @property
    def points_per_card(self) -> float | None:
        points = self.all.points
        return points / self.cards_dealt if self.cards_dealt and points is not None else None


@dataclass(frozen=True)
class CardCost:
    """Cards of one class left in hands that were counted; points: None if hands cost no points."""

    card_class: str
    cards: int
    points: int | None


def points_summaries(selection: Selection) -> Sequence[PointsSummary]:
    """Return the summaries of the selection's one player, most sessions first."""
    return next(iter(points_summaries_by_player(selection).values()), [])


@cached
def points_summaries_by_player(selection: Selection) -> Mapping[uuid.UUID, Sequence[PointsSummary]]:
    """Return the summaries of each player, most sessions first; one query."""
    by = (Outcome.player_id, Outcome.variant, Outcome.scale)
    since = func.min(case((INCLUDED_WITH_ROUNDS, Outcome.day), else_=None))
    sums = (sum_where(column, INCLUDED) for column in SUMMED)
    query = (
        db.select(*by, since, count_where(INCLUDED_WITH_ROUNDS), *sums)
        .where(*selection.conditions())
        .group_by(*by)
    )
    by_player: dict[uuid.UUID, list[PointsSummary]] = {}
    for player_id, variant, scale, first_day, sessions, cards_dealt, *rounds in db.session.execute(query):
        if first_day:
            parts = Rounds(*rounds[:3]), Rounds(*rounds[3:6]), Rounds(*rounds[6:])
            summary = PointsSummary(variant, scale, first_day, sessions, cards_dealt, *parts)
            by_player.setdefault(player_id, []).append(summary)
    for summaries in by_player.values():
        summaries.sort(key=lambda s: (-s.sessions, s.variant, s.since, s.scale))
    return by_player


@cached
def card_costs(selection: Selection) -> Mapping[tuple[str, str], Sequence[CardCost]]:
    """Return the cost of each card class by variant and scale, the costliest first; without hands typed as
    points, and without classes that are worth less than nothing. One query, which grows with the outcomes.
    """
    # as text: decoded faster than by the driver, and 15,000 of them in ten years
    columns = (Outcome.variant, Outcome.scale, cast(Outcome.cards_by_class, Text))
    query = db.select(*columns).where(*selection.conditions(), INCLUDED, Outcome.caught_hands > 0)
    sums: dict[tuple[str, str], dict[str, tuple[int, int | None]]] = {}
    decoder = msgspec.json.Decoder(dict[str, tuple[int, int | None]])
    for variant, scale, text in db.session.execute(query):
        of_scale = sums.setdefault((variant, scale), {})
        for card_class, (cards, points) in decoder.decode(text).items():
            so_far, cost = of_scale.get(card_class, (0, None))
            of_scale[card_class] = so_far + cards, cost if points is None else (cost or 0) + points
    costs_by_scale = {}
    for key, of_scale in sums.items():
        costs = [CardCost(card_class, *of_class) for card_class, of_class in of_scale.items()]
        if shown := [cost for cost in costs if cost.points is None or cost.points >= 0]:
            costs_by_scale[key] = sorted(shown, key=lambda c: (-(c.points or 0), -c.cards, c.card_class))
    return costs_by_scale


def classes_in(session_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, tuple[CardClass, ...]]:
    """Return the card classes in the frozen rules of each session."""
    query = db.select(Session.id, Session.rules_id).where(Session.id.in_(list(session_ids)))
    return {row.id: rules_with(row.rules_id).rules.classes for row in db.session.execute(query)}


MIN_GAMES = 10  # of a variant whose win margin is shown


@dataclass(frozen=True)
class WinMargin:
    """How far the winner is ahead of the next, on average, in average hands, so that variants can be
    compared; a shared win is no lead.

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
def win_margins_of(selection: Selection, min_games: int = MIN_GAMES) -> Sequence[WinMargin]:
    """Win margins of variants with at least `min_games` sessions, the smallest first; two queries."""
    average_hands = _average_hands(selection)
    sums: dict[str, list[tuple[int, float, float]]] = {}
    for variant, scale, games, leads, squares in db.session.execute(_leads(selection)):
        hand = average_hands.get((variant, scale)) if scale else 1.0
        if hand:
            sums.setdefault(variant, []).append((games, leads / hand, squares / hand**2))
    totals = {variant: tuple(map(sum, zip(*of_scales, strict=True))) for variant, of_scales in sums.items()}
    enough = {variant: total for variant, total in totals.items() if total[0] >= min_games}
    margins = []
    for variant, (games, leads, squares) in enough.items():
        lead = leads / games
        variance = max(0.0, squares / games - lead * lead) * games / max(games - 1, 1)
        margins.append(WinMargin(variant, games, lead, bonferroni_z(len(enough)) * sqrt(variance / games)))
    return sorted(margins, key=lambda margin: (margin.lead, margin.variant))


def _average_hands(selection: Selection) -> Mapping[tuple[str, str], float]:
    """Points a hand by variant and scale, where holders pay for them."""
    by = (Outcome.variant, Outcome.scale)
    figures = (sum_where(Outcome.points, INCLUDED), sum_where(Outcome.rounds, INCLUDED))
    rows = db.session.execute(db.select(*by, *figures).where(*selection.conditions()).group_by(*by))
    return {(variant, scale): points / hands for variant, scale, points, hands in rows if points and hands}


def _leads(selection: Selection) -> Select[Any]:
    """By variant and scale: number of games with a loser, sums of the winners' leads and of their squares."""
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
