"""What a hand may be worth with other card values, where nobody knows exactly which cards it held."""

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
class Worth:
    """From the cheapest cards that it can have been to the dearest."""

    least: int
    most: int

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.least + other.least, self.most + other.most)


NOTHING = Worth(0, 0)


@dataclass(frozen=True)
class OtherValues:
    """The values of `other` for hands that were counted by `rules`; both count points, none of them below 0.

    dearest: the most points of a hand of which nothing but these is known.
    """

    rules: Rules
    other: Rules
    dearest: int

    def of_hand(self, hand: HandFacts) -> Worth | None:
        """None where no cards that have a value there make up its points, or where a card has none."""
        if hand.cards is None:
            return self._of_points.get(hand.points or 0)
        worth = NOTHING
        for key, count in hand.cards.items():
            several = self.of_cards(self.rules.by_key[key], count)
            if several is None:
                return None
            worth += several
        return worth

    def of_cards(self, card_class: CardClass, count: int) -> Worth | None:
        """So many cards of one class, which the sheet does not tell apart."""
        if not count:
            return NOTHING
        values = [self.of_rank(rank) for rank in card_class.ranks]
        if None in values:
            return None
        there = sorted(
            value
            for rank, value in zip(card_class.ranks, values, strict=True)
            for _ in range(self._copies(rank))
            if value is not None
        )
        return Worth(sum(there[:count]), sum(there[-count:]))

    def of_rank(self, rank: str) -> int | None:
        key = self.other.class_of_rank.get(rank)
        return self.other.by_key[key].points if key else None

    def _copies(self, rank: str) -> int:
        return self.rules.jokers if rank == JOKER else COPIES * self.rules.decks

    @cached_property
    def _of_points(self) -> Mapping[int, Worth]:
        """By points that a hand cost: every way to make them up of the cards that there are.

        Cost grows with kinds of cards × copies × the dearest hand.
        """
        ways = {0: (0, 0)}  # the least and the most
        for (cost, value), copies in self._kinds.items():
            added: dict[int, tuple[int, int]] = {}
            for points, (least, most) in ways.items():
                for count in range(copies + 1):
                    sum_of, more = points + count * cost, count * value
                    if sum_of > self.dearest:
                        break
                    least_known, most_known = added.get(sum_of, (least + more, most + more))
                    added[sum_of] = min(least_known, least + more), max(most_known, most + more)
            ways = added
        return {points: Worth(*ends) for points, ends in ways.items()}

    @cached_property
    def _kinds(self) -> Mapping[tuple[int, int], int]:
        """How many cards cost so much here and so much there."""
        kinds: Counter[tuple[int, int]] = Counter()
        for rank, key in self.rules.class_of_rank.items():
            cost, value = self.rules.by_key[key].points, self.of_rank(rank)
            if cost is not None and value is not None:
                kinds[cost, value] += self._copies(rank)
        return kinds
