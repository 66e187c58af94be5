"""Sums of points by variant and scale (which card values were used), and the cost of each card class."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import Text, case, cast, func

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
    found: dict[uuid.UUID, list[PointsSummary]] = {}
    for player_id, *row in db.session.execute(query):
        summary = _summary(*row)
        if summary.since:
            found.setdefault(player_id, []).append(summary)
    for summaries in found.values():
        summaries.sort(key=lambda s: (-s.sessions, s.variant, s.since, s.scale))
    return found


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
    found = {}
    for key, of_scale in sums.items():
        costs = [CardCost(card_class, *of_class) for card_class, of_class in of_scale.items()]
        if shown := [cost for cost in costs if cost.points is None or cost.points >= 0]:
            found[key] = sorted(shown, key=lambda c: (-(c.points or 0), -c.cards, c.card_class))
    return found


def classes_in(session_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, tuple[CardClass, ...]]:
    """Return the card classes in the frozen rules of each session."""
    query = db.select(Session.id, Session.rules_id).where(Session.id.in_(list(session_ids)))
    return {row.id: rules_with(row.rules_id).rules.classes for row in db.session.execute(query)}


def _summary(
    variant: str, scale: str, since: date, sessions: int, cards_dealt: int, *sums: Any
) -> PointsSummary:
    return PointsSummary(
        variant, scale, since, sessions, cards_dealt, Rounds(*sums[:3]), Rounds(*sums[3:6]), Rounds(*sums[6:])
    )
