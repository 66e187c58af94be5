"""Points, only added where they are comparable: per variant and scale; and the cards they came from."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import case, func

from game.variants.wording import NamedClass, Wording
from models.database import db
from models.session import Session
from models.statistics.outcome import COUNTED, CardsLeft, Outcome, number_of, sum_of
from models.statistics.selection import Selection
from models.statistics.version import cached


@dataclass(frozen=True)
class Rounds:
    """Some rounds of a player: their number, the points in them (None where wins are counted), and how many
    were won.
    """

    rounds: int
    points: int | None
    outs: int

    @property
    def average(self) -> float | None:
        return self.points / self.rounds if self.rounds and self.points is not None else None

    @property
    def out_share(self) -> float | None:
        return self.outs / self.rounds if self.rounds else None

    def without(self, *parts: Rounds) -> Rounds:
        """The rounds that are in none of these parts."""
        points = self.points
        if points is not None:
            points -= sum(part.points or 0 for part in parts)
        rounds = self.rounds - sum(part.rounds for part in parts)
        return Rounds(rounds, points, self.outs - sum(part.outs for part in parts))


@dataclass(frozen=True)
class PointsSummary:
    """One player in one variant at one scale, over the sessions whose rounds are known.

    scale: points of two accounts may be added where variant and scale are equal. since: the first night it
    was played so. cards_dealt: to this player. dealing, leading: the rounds the player dealt or led to.
    """

    variant: str
    scale: str
    since: date
    sessions: int
    cards_dealt: int
    all: Rounds
    dealing: Rounds
    leading: Rounds

    @property
    def key(self) -> tuple[str, str]:
        return self.variant, self.scale

    @property
    def others(self) -> Rounds:
        """The rounds in which the player neither dealt nor led."""
        return self.all.without(self.dealing, self.leading)

    @property
    def points_per_card(self) -> float | None:
        points = self.all.points
        return points / self.cards_dealt if self.cards_dealt and points is not None else None


@dataclass(frozen=True)
class CardCost:
    """Cards of one class left in hands that were counted; points: None where wins are counted."""

    card_class: str
    cards: int
    points: int | None


def accounts_of(selection: Selection) -> Sequence[PointsSummary]:
    """A selection's accounts, that of most sessions first; the selection is of one player."""
    return next(iter(accounts_in(selection).values()), [])


@cached
def accounts_in(selection: Selection) -> Mapping[uuid.UUID, Sequence[PointsSummary]]:
    """The same by player, in one query."""
    by = (Outcome.player_id, Outcome.variant, Outcome.scale)
    since = func.min(case((_ON_PAPER, Outcome.day), else_=None))
    sums = (sum_of(figure, COUNTED) for figure in _SUMS)
    query = db.select(*by, since, number_of(_ON_PAPER), *sums).where(*selection.conditions()).group_by(*by)
    found: dict[uuid.UUID, list[PointsSummary]] = {}
    for player_id, *row in db.session.execute(query):
        account = _account(*row)
        if account.since:
            found.setdefault(player_id, []).append(account)
    for accounts in found.values():
        accounts.sort(key=lambda a: (-a.sessions, a.variant, a.since, a.scale))
    return found


@cached
def card_costs(selection: Selection) -> Mapping[tuple[str, str], Sequence[CardCost]]:
    """By variant and scale, the dearest class first; hands typed as points are not in it."""
    by = (Outcome.variant, Outcome.scale, CardsLeft.card_class)
    rows = db.session.execute(
        db.select(*by, func.sum(CardsLeft.cards), func.sum(CardsLeft.points))
        .join(CardsLeft, CardsLeft.seat_id == Outcome.seat_id)
        .where(*selection.conditions(), COUNTED)
        .group_by(*by)
    )
    found: dict[tuple[str, str], list[CardCost]] = {}
    for variant, scale, *of_class in rows:
        found.setdefault((variant, scale), []).append(CardCost(*of_class))
    for caught in found.values():
        caught.sort(key=lambda c: (-(c.points or 0), -c.cards, c.card_class))
    return found


def classes_in(session_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, tuple[NamedClass, ...]]:
    """The card classes of these sessions' frozen rules: house points have other ones than the variant."""
    query = db.select(Session.id, Session.rules).where(Session.id.in_(list(session_ids)))
    return {row.id: Wording(row.rules).classes for row in db.session.execute(query)}


_ON_PAPER = COUNTED & (Outcome.rounds > 0)
_SUMS = (
    *(Outcome.cards_dealt, Outcome.rounds, Outcome.points, Outcome.outs),
    *(Outcome.dealer_rounds, Outcome.dealer_points, Outcome.dealer_outs),
    *(Outcome.leader_rounds, Outcome.leader_points, Outcome.leader_outs),
)


def _account(
    variant: str, scale: str, since: date, sessions: int, cards_dealt: int, *sums: int
) -> PointsSummary:
    return PointsSummary(
        variant, scale, since, sessions, cards_dealt, Rounds(*sums[:3]), Rounds(*sums[3:6]), Rounds(*sums[6:])
    )
