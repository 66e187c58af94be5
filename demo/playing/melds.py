"""Melds on the table: what they take, what they can spare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from demo.playing.pack import JOKER_NUMBER


@dataclass
class Run:
    """Neighbours of one suit's `row` from place `low` on; a joker stands for the card of its place."""

    row: tuple[int, ...]
    low: int
    cards: list[int]
    least: int

    def takes(self) -> Iterator[int]:
        """The cards that may be laid to it now."""
        if self.low > 0:
            yield self.row[self.low - 1]
        if self._end < len(self.row):
            yield self.row[self._end]

    def add(self, card: int) -> None:
        if self._end < len(self.row) and card in (self.row[self._end], JOKER_NUMBER):
            self.cards.append(card)
        else:
            self.low -= 1
            self.cards.insert(0, card)

    def spares(self) -> list[int]:
        """What may be taken away and leave melds; nothing where a joker lies."""
        if len(self.cards) <= self.least or JOKER_NUMBER in self.cards:
            return []
        return [self.cards[0], *self.cards[self.least : -self.least], self.cards[-1]]

    def take(self, card: int) -> list[Run]:
        """Take a card away; out of the middle of a long run, what lay behind it is a run of its own."""
        place = self.cards.index(card)
        before, after = self.cards[:place], self.cards[place + 1 :]
        if not before:
            self.low, self.cards = self.low + 1, after
            return []
        self.cards = before
        return [Run(self.row, self.low + place + 1, after, self.least)] if after else []

    @property
    def _end(self) -> int:
        return self.low + len(self.cards)


@dataclass
class Set:
    """Cards of one rank, no suit twice."""

    rank: tuple[int, ...]
    cards: list[int]
    least: int
    most: int

    def takes(self) -> Iterator[int]:
        if len(self.cards) < self.most:
            yield from (card for card in self.rank if card not in self.cards)

    def add(self, card: int) -> None:
        self.cards.append(card)

    def spares(self) -> list[int]:
        return self.cards if len(self.cards) > self.least and JOKER_NUMBER not in self.cards else []

    def take(self, card: int) -> list[Run]:
        self.cards = [other for other in self.cards if other != card]
        return []


Meld = Run | Set
