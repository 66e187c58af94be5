"""A session counted once more with other card values: the cards stay, only what they cost changes.

Where the cards of a hand are not known one by one, it is worth from least to most. Whether somebody would
have played otherwise nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from game.analysis.worth import NOTHING, OtherValues, Worth
from game.scoring.facts import HandFacts, RoundFacts, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import standings


@dataclass(frozen=True)
class Obstacle:
    """Why a session cannot be counted with other values.

    code: "ranks" (only how many cards were left is known), "typed" (hands that no cards with a value there
    make up), "start" (seats that were given points of the old values when they sat down or came back) or
    "unknown" (a class with a rank that has no value there). card_class: which class; count: how many hands,
    seats or cards.
    """

    code: str
    card_class: str = ""
    count: int = 0


class CannotRescore(ValueError):
    """These rounds say nothing under those values; `obstacles` is everything that is in the way."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(", ".join(obstacle.code for obstacle in obstacles))
        self.obstacles = obstacles


@dataclass(frozen=True)
class RescoredSide:
    """A side's total and its rank, each from `least` to `most`; no rank for a side that has left.

    Every hand is taken for itself: that two of a round cannot have held the same card is not used.
    """

    seats: tuple[SeatId, ...]
    total: Worth
    rank: Worth | None

    @property
    def is_exact(self) -> bool:
        return self.total.least == self.total.most

    @property
    def has_won(self) -> bool | None:
        """None where that hangs on cards nobody knows."""
        if self.rank is None or self.rank.least > 1:
            return False
        return True if self.rank.most == 1 else None


def rescored(
    rules: Rules, other: Rules, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts]
) -> list[RescoredSide]:
    """Every side under the card values of `other`, which counts points: who may be best comes first.

    Only the points change: who sat there and which rounds were played stays. Raises CannotRescore.
    """
    typed = [hand.points or 0 for hand in _hands(rounds) if hand.cards is None]
    values = OtherValues(rules, other, dearest=max(typed, default=0))
    in_the_way = list(_obstacles(values, seats, rounds))
    if in_the_way:
        raise CannotRescore(in_the_way)
    instead = replace(rules, tally=other.tally, first_to=None)
    least, most = (
        {side.seats: side for side in standings(instead, seats, _recounted(values, rounds, end))}
        for end in ("least", "most")
    )
    totals = {side: Worth(least[side].total, most[side].total) for side in least}
    ranked = [side for side, standing in least.items() if standing.rank is not None]
    found = [
        RescoredSide(side, total, _rank(total, [totals[r] for r in ranked]) if side in ranked else None)
        for side, total in totals.items()
    ]
    return sorted(found, key=_may_be_best_first)


def _rank(own: Worth, ranked: Sequence[Worth]) -> Worth:
    """Behind those who surely have less, at worst behind all that may."""
    return Worth(
        1 + sum(other.most < own.least for other in ranked),
        1 + sum(other.least < own.most for other in ranked if other is not own),
    )


def _may_be_best_first(side: RescoredSide) -> tuple[float, ...]:
    if side.rank is None:
        return (float("inf"),)
    return side.rank.least, side.rank.most, side.total.least + side.total.most


def _obstacles(
    values: OtherValues, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts]
) -> Iterator[Obstacle]:
    if any(not card_class.ranks for card_class in values.rules.classes):
        yield Obstacle("ranks")
        return
    typed = [hand for hand in _hands(rounds) if hand.cards is None]
    unknown = sum(values.of_hand(hand) is None for hand in typed)
    if unknown:
        yield Obstacle("typed", count=unknown)
    given = sum(bool(seat.start_points or any(a.points for a in seat.away)) for seat in seats)
    if given:
        yield Obstacle("start", count=given)
    for card_class in values.rules.classes:
        count = sum((hand.cards or {}).get(card_class.key, 0) for hand in _hands(rounds))
        if values.of_cards(card_class, count) is None:
            yield Obstacle("unknown", card_class.key, count)


def _hands(rounds: Iterable[RoundFacts]) -> Iterator[HandFacts]:
    """But those of whoever was out, who held nothing."""
    for played in rounds:
        yield from (hand for hand in played.hands if hand.seat != played.out)


def _recounted(values: OtherValues, rounds: Sequence[RoundFacts], end: str) -> list[RoundFacts]:
    """Every hand at its least, or every hand at its most."""
    return [
        replace(
            played,
            hands=tuple(
                replace(hand, points=getattr(_worth(values, played, hand), end)) for hand in played.hands
            ),
        )
        for played in rounds
    ]


def _worth(values: OtherValues, played: RoundFacts, hand: HandFacts) -> Worth:
    return NOTHING if hand.seat == played.out else values.of_hand(hand) or NOTHING
