"""Cards as numbers, for speed: the place in referee.cards.DECK, and one more for a joker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from referee.cards import DECK, JOKER, JOKER_RANK, RANKS, SUITS
from scoring.rules import Rules

JOKER_NUMBER = len(DECK)
CARDS = (*DECK, JOKER)
NUMBERS = {card: number for number, card in enumerate(CARDS)}
SUIT_OF = tuple(SUITS.index(card.suit) for card in DECK)
RANK_OF = tuple(RANKS.index(card.rank) for card in DECK)


def shuffled(rules: Rules, chance: Random) -> list[int]:
    """Every card of the session in any order."""
    cards = [*range(len(DECK))] * rules.decks + [JOKER_NUMBER] * rules.jokers
    chance.shuffle(cards)
    return cards


def ranks_of(cards: Iterable[int]) -> Counter[str]:
    """How many of each rank, as a pad counts them."""
    return Counter(JOKER_RANK if card == JOKER_NUMBER else RANKS[RANK_OF[card]] for card in cards)


@dataclass
class Stock:
    """What lies face down, its top card last, and the discard pile beside it, its top card last too.

    reshuffles: an empty stock is made anew of all but the top card of the pile.
    """

    cards: list[int]
    reshuffles: bool
    chance: Random
    pile: list[int] = field(default_factory=list)

    def draw(self) -> int | None:
        """The top card, None where no card can be had any more."""
        if not self.cards:
            if not self.reshuffles or len(self.pile) < 2:  # noqa: PLR2004
                return None
            top = self.pile.pop()
            self.cards, self.pile = self.pile, [top]
            self.chance.shuffle(self.cards)
        return self.cards.pop()

    def draw_into(self, hand: list[int], count: int) -> int:
        """So many cards, or as many as there are; says how many."""
        for drawn in range(count):
            card = self.draw()
            if card is None:
                return drawn
            hand.append(card)
        return count
