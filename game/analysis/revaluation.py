"""Points of a hand with other card values, as a range if its cards are not known exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from game.scoring.facts import HandFacts
from game.scoring.rules import CardClass, Rules

COPIES = 4  # of a rank in a deck
JOKER = "JK"


@dataclass(frozen=True)
class PointRange:
    """A range of points, or of ranks; both ends are included.

    >>> PointRange(3, 5) + PointRange(1, 2)
    PointRange(least=4, most=7)
    """

    least: int
    most: int

    def __add__(self, other: PointRange) -> PointRange:
        return PointRange(self.least + other.least, self.most + other.most)


NO_POINTS = PointRange(0, 0)


@dataclass(frozen=True)
class Revaluation:
    """Converts hands scored by `rules` to the values of `other`; both count points.

    max_points: the highest points of a hand whose cards are unknown. The points of such hands cannot be
    converted if a value may be negative.
    """

    rules: Rules
    other: Rules
    max_points: int

    @property
    def may_be_negative(self) -> bool:
        return any((c.points or 0) < 0 for rules in (self.rules, self.other) for c in rules.classes)

    def of_hand(self, hand: HandFacts) -> PointRange | None:
        """Return the new points; None if a card has no value, or if no cards make up the old points."""
        if hand.cards is None:
            return self._of_points.get(hand.points or 0)
        worth = NO_POINTS
        for key, count in hand.cards.items():
            several = self.of_cards(self.rules.by_key[key], count)
            if several is None:
                return None
            worth += several
        return worth

    def of_cards(self, card_class: CardClass, count: int) -> PointRange | None:
        """Return the points of `count` cards of one class; None if a rank of it has no value."""
        if not count:
            return NO_POINTS
        values = [self.of_rank(rank) for rank in card_class.ranks]
        if None in values:
            return None
        present = sorted(
            value
            for rank, value in zip(card_class.ranks, values, strict=True)
            for _ in range(self._copies(rank))
            if value is not None
        )
        return PointRange(sum(present[:count]), sum(present[-count:]))

    def of_rank(self, rank: str) -> int | None:
        key = self.other.class_of_rank.get(rank)
        return self.other.by_key[key].points if key else None

    def _copies(self, rank: str) -> int:
        return self.rules.jokers if rank == JOKER else COPIES * self.rules.decks

    @cached_property
    def _of_points(self) -> Mapping[int, PointRange]:
        """Ranges by old points, over all combinations of cards in the pack that make them up.

        Cost grows with kinds of cards × copies × max_points.
        """
        ways = {0: (0, 0)}  # new points by old points: least and most
        for (cost, value), copies in self._kinds.items():
            added: dict[int, tuple[int, int]] = {}
            for points, (least, most) in ways.items():
                for count in range(copies + 1):
                    sum_of, more = points + count * cost, count * value
                    if sum_of > self.max_points:
                        break
                    least_known, most_known = added.get(sum_of, (least + more, most + more))
                    added[sum_of] = min(least_known, least + more), max(most_known, most + more)
            ways = added
        return {points: PointRange(*ends) for points, ends in ways.items()}

    @cached_property
    def _kinds(self) -> Mapping[tuple[int, int], int]:
        """Number of cards by (old points, new points)."""
        kinds: Counter[tuple[int, int]] = Counter()
        for rank, key in self.rules.class_of_rank.items():
            cost, value = self.rules.by_key[key].points, self.of_rank(rank)
            if cost is not None and value is not None:
                kinds[cost, value] += self._copies(rank)
        return kinds
