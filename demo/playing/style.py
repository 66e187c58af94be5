"""How somebody plays, and so how well: what they lay of what they may lay, and which suit they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from referee.cards import SUITS, Card


@dataclass(frozen=True)
class Style:
    """dumps: how much sooner a dear card goes than a cheap one, below 0 later.
    keeps: how long wild cards stay in the hand.
    follows: how much a suit counts of which more is held.
    slips: the share of turns played without a thought; forgets: how often the last card is not called.
    """

    dumps: float = 1.0
    keeps: float = 1.0
    follows: float = 0.4
    slips: float = 0.1
    forgets: float = 0.03

    def card(
        self, may: Sequence[Card], hand: Sequence[Card], dear: Mapping[str, float | None], chance: Random
    ) -> Card:
        """One of the cards that may be. dear: what a rank costs, 1 for the dearest, None for a wild one."""
        if chance.random() < self.slips:
            return chance.choice(may)
        held = Counter(card.suit for card in hand)

        def worth(card: Card) -> float:
            cost = dear[card.rank]  # the more cards are left, the more a wild one can still save
            return (-self.keeps if cost is None else self.dumps * cost) + self.follows * held[card.suit]

        return max(may, key=worth)

    def suit(self, hand: Sequence[Card], chance: Random) -> str:
        """The suit to name."""
        if not hand or chance.random() < self.slips:
            return chance.choice(SUITS)
        held = Counter(card.suit for card in hand)
        return max(SUITS, key=lambda suit: held[suit])


PLAIN = Style()
SHREWD = Style(dumps=1.2, keeps=0.6, follows=0.5, slips=0.02, forgets=0.01)
CARELESS = Style(dumps=-0.4, keeps=2.0, follows=0.0, slips=0.35, forgets=0.1)
