"""A round of cards, turn by turn, as far as a score sheet can tell: who goes out, what the others hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from game.referee.cards import Card


@dataclass(frozen=True)
class Style:
    """How somebody plays, and so how well.

    slips: the share of turns that are played without a thought.
    keeps: with more cards than these in the hand, wild ones stay there while another can be laid.
    dear_first: whether dear cards go before cheap ones.
    """

    slips: float = 0.1
    keeps: int = 3
    dear_first: bool = True


PLAIN = Style()
SHREWD = Style(slips=0.02)
CARELESS = Style(slips=0.35, dear_first=False)


@dataclass
class CardTable:
    """Hands in the order of play, the dealer's last; `stock` lies face down, its top card last."""

    hands: list[list[Card]]
    styles: Sequence[Style]
    stock: list[Card]
    chance: Random

    def play(self, most_turns: int) -> int | None:
        """The place that goes out; None where all have passed or the table gives up after so many turns."""
        idle = 0
        for turn in range(most_turns):
            who = turn % len(self.hands)
            idle = 0 if self.take_turn(who) else idle + 1
            if not self.hands[who]:
                return who
            if idle == len(self.hands):  # GV14, GS14, GK4: everybody has passed in turn
                return None
        return None

    def take_turn(self, who: int) -> bool:
        """Lay or draw; whether a card moved."""
        raise NotImplementedError

    def last_cards(self, _out: int) -> tuple[int, int] | None:
        """On how many cards the round ended that a place has drawn for, and that place."""
        return None

    def draw(self, who: int, count: int = 1) -> int:
        """So many cards into a hand, or as many as there are; says how many."""
        drawn = self.stock[-count:]
        del self.stock[-count:]
        self.hands[who] += drawn
        return len(drawn)

    def slips(self, who: int) -> bool:
        return self.chance.random() < self.styles[who].slips
