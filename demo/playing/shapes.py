"""What can be a meld, over cards as numbers: worked out once for a table's way of melding."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from demo.playing.melds import Run, Set
from demo.playing.pack import JOKER_NUMBER, NUMBERS
from referee.cards import DECK, RANKS, SUITS, Card
from referee.rummy.melding import Melding


class Shapes:
    """rows: the cards of each suit in the order of a run, the ace at both ends; windows: the smallest runs.

    smallest: by card, every smallest meld without a joker that it can be part of.
    """

    def __init__(self, melding: Melding) -> None:
        self.least, self.set_most = melding.meld_least, melding.set_most
        self.rows = [tuple(NUMBERS[Card(rank, suit)] for rank in melding.order) for suit in SUITS]
        self.ranks = [tuple(NUMBERS[Card(rank, suit)] for suit in SUITS) for rank in RANKS]
        self.windows = [
            (row, low, frozenset(row[low : low + self.least]))
            for row in self.rows
            for low in range(len(row) - self.least + 1)
        ]
        melds = [row[low : low + self.least] for row, low, _cards in self.windows]
        melds += [cards for rank in self.ranks for cards in combinations(rank, self.least)]
        self.smallest = {card: [meld for meld in melds if card in meld] for card in range(len(DECK))}

    def runs(self, hand: Collection[int], *, jokers: int = 0) -> Iterator[Run]:
        """The runs that begin with the smallest one, which so many jokers may complete."""
        held = set(hand)
        for row, low, cards in self.windows:
            if len(cards - held) > jokers:
                continue
            end = low + self.least
            while end < len(row) and row[end] in held and row[end] != row[low]:
                end += 1
            laid = [card if card in held else JOKER_NUMBER for card in row[low:end]]
            yield Run(row, low, laid, self.least)

    def sets(self, hand: Collection[int], *, jokers: int = 0) -> Iterator[Set]:
        """Every set, as large as can be; so many jokers may complete the smallest one."""
        held = set(hand)
        for rank in self.ranks:
            cards = [card for card in rank if card in held][: self.set_most]
            short = max(self.least - len(cards), 0)
            if cards and short <= jokers:
                yield Set(rank, cards + [JOKER_NUMBER] * short, self.least, self.set_most)
