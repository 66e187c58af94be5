"""Which jokers of a table are no longer where they lay, when its melds were laid anew.

A joker has stayed where it still stands for the same card, in a run or a set as before, beside a card that
lay with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from game.referee.cards import Card
from game.referee.rummy.melding import Melding
from game.referee.rummy.reading import readings


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker in a meld of a kind, what it stands for, and the cards beside it."""

    kind: str
    card: Card
    beside: frozenset[Card]

    def has_stayed(self, other: Joker) -> bool:
        same = self.kind == other.kind and self.card == other.card
        return same and not self.beside.isdisjoint(other.beside)


def jokers_moved(
    melding: Melding, before: Sequence[Sequence[Card]], after: Sequence[Sequence[Card]]
) -> tuple[Card, ...]:
    """What each joker that moved stood for; none of them has left the table. Where the jokers can be read in
    several ways, the one counts that suits the player best: cards for the jokers that moved lie on the table
    now, and then the fewest moved.
    """
    lying = {card for meld in after for card in meld}
    ways = (
        _moved(old, new)
        for old in _ways(melding, before)
        for now in _ways(melding, after)
        for new in permutations(now, len(old))
    )
    return min(ways, key=lambda moved: (sum(card not in lying for card in moved), len(moved)))


def _moved(old: Sequence[Joker], new: Sequence[Joker]) -> tuple[Card, ...]:
    return tuple(was.card for was, now in zip(old, new, strict=True) if not was.has_stayed(now))


def _ways(melding: Melding, table: Sequence[Sequence[Card]]) -> Iterator[tuple[Joker, ...]]:
    """All the jokers of a table, in each way they can be read."""
    melds = [meld for meld in table if any(card.is_joker for card in meld)]
    for chosen in product(*(readings(melding, meld) for meld in melds)):
        yield tuple(
            Joker(reading.kind, card, frozenset(each for each in meld if not each.is_joker))
            for meld, reading in zip(melds, chosen, strict=True)
            for card in reading.jokers
        )
