"""What somebody lays of what they may lay, and which suit they name: where styles differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from demo.playing.laws import Laws
from demo.playing.pack import RANK_OF, SUIT_OF
from demo.playing.style import Style
from referee.cards import SUITS


class Chooser:
    """One player of a style in a game of the Crazy Eights family."""

    def __init__(self, laws: Laws, style: Style, chance: Random) -> None:
        self.laws, self.style, self.chance = laws, style, chance
        self.worth = [style.dumps * dear for dear in laws.dear]
        for wild in laws.wild:
            self.worth[wild] = -style.keeps  # the more cards are left, the more it can still save

    def card(self, may: Sequence[int], hand: Sequence[int]) -> int:
        """One of several cards that may be laid."""
        if len(may) == 1:
            return may[0]
        if self.chance.random() < self.style.slips:
            return self.chance.choice(may)
        held = self._suits(hand)
        follows, worth = self.style.follows, self.worth
        return max(may, key=lambda card: worth[card] + follows * held[SUIT_OF[card]])

    def together(self, first: int, hand: Sequence[int]) -> list[int]:
        """`first` and the others of its rank, unless overlooked, the last in the suit that is held most."""
        others = [card for card in hand if RANK_OF[card] == RANK_OF[first]]
        others.remove(first)
        if not others or self.chance.random() < self.style.slips:
            return [first]
        held = self._suits(card for card in hand if RANK_OF[card] != RANK_OF[first])
        return [first, *sorted(others, key=lambda card: held[SUIT_OF[card]])]

    def suit(self, hand: Sequence[int]) -> str:
        """The suit to name."""
        if not hand or self.chance.random() < self.style.slips:
            return self.chance.choice(SUITS)
        held = self._suits(hand)
        return SUITS[held.index(max(held))]

    def forgets(self) -> bool:
        return self.chance.random() < self.style.forgets

    def _suits(self, hand: Iterable[int]) -> list[int]:
        held = [0] * len(SUITS)
        for card in hand:
            held[SUIT_OF[card]] += 1
        return held
