"""Rescoring: a session with other card values. Only points change; the play is assumed to stay the same.

If the cards of a hand are not known individually, its points are a range from least to most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from game.analysis.revaluation import NO_POINTS, PointRange, Revaluation
from game.scoring.facts import HandFacts, RoundFacts, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import standings


@dataclass(frozen=True)
class Obstacle:
    """A reason why a session cannot be rescored.

    code: "rules" (the two do not add up the same: `can_rescore`), "ranks" (only the number of cards left is
    known), "typed" (hands whose points no cards with a value in the other rules make up), "negative" (hands
    whose points alone are known, where cards may be worth less than nothing), "start" (seats with start
    points or points for a return, in the old values), "bonus" (seats with bonus or penalty points in the old
    values) or "unknown" (a class with a rank that has no value in the other rules). card_class: the class,
    for "unknown". count: number of hands, seats or cards.
    """

    code: str
    card_class: str = ""
    count: int = 0


class CannotRescore(ValueError):
    """Raised by `rescore`; `obstacles` are all reasons."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(", ".join(obstacle.code for obstacle in obstacles))
        self.obstacles = obstacles


@dataclass(frozen=True)
class RescoredSide:
    """Ranges of a side's total and rank; rank is None for a side that has left.

    Hands are treated as independent, although two hands of a round cannot hold the same card.
    """

    seats: tuple[SeatId, ...]
    total: PointRange
    rank: PointRange | None

    @property
    def is_exact(self) -> bool:
        return self.total.least == self.total.most

    @property
    def has_won(self) -> bool | None:
        """None if it depends on unknown cards."""
        if self.rank is None or self.rank.least > 1:
            return False
        return True if self.rank.most == 1 else None


def can_rescore(rules: Rules, other: Rules) -> bool:
    """Whether a session with `rules` can be counted with the card values of `other`.

    Both count cards, and the same seats gain their points. Not if sides are eliminated: with other values
    they would have played other rounds.
    """
    return (
        bool(rules.classes)
        and rules.eliminate_at is None
        and other.counts_points
        and not other.is_typed
        and (rules.highest_wins, rules.collects) == (other.highest_wins, other.collects)
    )


def rescore(
    rules: Rules, other: Rules, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts]
) -> list[RescoredSide]:
    """Return every side with the card values of `other`, possibly best first.

    rules: of the session. Multipliers apply to the new values too. Raises CannotRescore.
    """
    if not can_rescore(rules, other):
        raise CannotRescore([Obstacle("rules")])
    typed = [hand.points or 0 for _played, hand in _hands(rounds) if hand.cards is None]
    values = Revaluation(rules, other, max_points=max(typed, default=0))
    in_the_way = list(_obstacles(values, seats, rounds))
    if in_the_way:
        raise CannotRescore(in_the_way)
    instead = replace(rules, tally=other.tally, first_to=None)
    least, most = (
        {side.seats: side for side in standings(instead, seats, _recounted(values, rounds, end))}
        for end in ("least", "most")
    )
    totals = {side: PointRange(least[side].total, most[side].total) for side in least}
    ranked = [side for side, standing in least.items() if standing.rank is not None]
    found = [
        RescoredSide(side, total, _rank(total, [totals[r] for r in ranked]) if side in ranked else None)
        for side, total in totals.items()
    ]
    return sorted(found, key=_may_be_best_first)


def _rank(own: PointRange, ranked: Sequence[PointRange]) -> PointRange:
    """Return the range of a rank: behind all sides that certainly, or possibly, have less."""
    return PointRange(
        1 + sum(other.most < own.least for other in ranked),
        1 + sum(other.least < own.most for other in ranked if other is not own),
    )


def _may_be_best_first(side: RescoredSide) -> tuple[float, ...]:
    if side.rank is None:
        return (float("inf"),)
    return side.rank.least, side.rank.most, side.total.least + side.total.most


def _obstacles(
    values: Revaluation, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts]
) -> Iterator[Obstacle]:
    if not values.rules.classes or any(not card_class.ranks for card_class in values.rules.classes):
        yield Obstacle("ranks")
        return
    typed = [(played, hand) for played, hand in _hands(rounds) if hand.cards is None]
    if typed and values.may_be_negative:
        yield Obstacle("negative", count=len(typed))
    elif unknown := sum(_value(values, *each) is None for each in typed):
        yield Obstacle("typed", count=unknown)
    given = sum(bool(seat.start_points or any(a.points for a in seat.away)) for seat in seats)
    if given:
        yield Obstacle("start", count=given)
    adjusted = sum(bool(seat.adjustments) for seat in seats)
    if adjusted:
        yield Obstacle("bonus", count=adjusted)
    for card_class in values.rules.classes:
        count = sum((hand.cards or {}).get(card_class.key, 0) for _played, hand in _hands(rounds))
        if values.of_cards(card_class, count) is None:
            yield Obstacle("unknown", card_class.key, count)


def _hands(rounds: Iterable[RoundFacts]) -> Iterator[tuple[RoundFacts, HandFacts]]:
    """Yield all hands that did not go out, with their rounds."""
    for played in rounds:
        yield from ((played, hand) for hand in played.hands if hand.seat != played.out)


def _recounted(values: Revaluation, rounds: Sequence[RoundFacts], end: str) -> list[RoundFacts]:
    """Return the rounds with new points. end: "least" or "most" of each hand's range."""
    return [
        replace(
            played,
            hands=tuple(
                replace(hand, points=getattr(_worth(values, played, hand), end)) for hand in played.hands
            ),
        )
        for played in rounds
    ]


def _worth(values: Revaluation, played: RoundFacts, hand: HandFacts) -> PointRange:
    return NO_POINTS if hand.seat == played.out else _value(values, played, hand) or NO_POINTS


def _value(values: Revaluation, played: RoundFacts, hand: HandFacts) -> PointRange | None:
    """Return the new points with the multipliers; None as in `Revaluation.of_hand`."""
    factor = values.rules.factor(hand.multipliers, played.multipliers)
    points, rest = divmod(hand.points or 0, factor)
    found = None if rest and hand.cards is None else values.of_hand(replace(hand, points=points))
    return found and PointRange(found.least * factor, found.most * factor)
