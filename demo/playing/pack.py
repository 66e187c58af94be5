"""The cards of a session, and what lies in the middle of the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from referee.cards import DECK, JOKER, Card
from scoring.rules import Rules


def shuffled(rules: Rules, chance: Random) -> list[Card]:
    """Every card of the session in any order."""
    cards = [*DECK] * rules.decks + [JOKER] * rules.jokers
    chance.shuffle(cards)
    return cards


@dataclass
class Stock:
    """What lies face down, its top card last, and the discard pile beside it, its top card last too.

    reshuffles: an empty stock is made anew of all but the top card of the pile.
    """

    cards: list[Card]
    reshuffles: bool
    chance: Random
    pile: list[Card] = field(default_factory=list)

    def draw_into(self, hand: list[Card], count: int) -> int:
        """So many cards, or as many as there are; says how many."""
        for drawn in range(count):
            if not self.cards and self.reshuffles:
                *self.cards, top = self.pile
                self.pile = [top]
                self.chance.shuffle(self.cards)
            if not self.cards:
                return drawn
            hand.append(self.cards.pop())
        return count
