"""Jokers that moved when the melds of a table were rearranged.

A joker has stayed if it still stands for the same card, in the same kind of meld, beside at least one card of
its former meld.
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
    """A joker in a meld: kind of the meld, the card it stands for, and the other cards of the meld."""

    kind: str
    card: Card
    beside: frozenset[Card]

    def has_stayed(self, other: Joker) -> bool:
        same = self.kind == other.kind and self.card == other.card
        return same and not self.beside.isdisjoint(other.beside)


def jokers_moved(
    melding: Melding, before: Sequence[Sequence[Card]], after: Sequence[Sequence[Card]]
) -> tuple[Card, ...]:
    """Return the cards that the moved jokers stood for; no joker may have left the table.

    Of several readings the best one for the player counts: first, as many of these cards as possible are on
    the table now; second, as few jokers as possible have moved.
    """
    cards_on_table = {card for meld in after for card in meld}
    candidates = (
        _moved(old, new)
        for old in _placements(melding, before)
        for new_joker in _placements(melding, after)
        for new in permutations(new_joker, len(old))
    )
    return min(candidates, key=lambda moved: (sum(card not in cards_on_table for card in moved), len(moved)))


def _moved(old: Sequence[Joker], new: Sequence[Joker]) -> tuple[Card, ...]:
    return tuple(
        old_joker.card
        for old_joker, new_joker in zip(old, new, strict=True)
        if not old_joker.has_stayed(new_joker)
    )


def _placements(melding: Melding, table: Sequence[Sequence[Card]]) -> Iterator[tuple[Joker, ...]]:
    """Yield the jokers of a table, for each combination of readings."""
    melds = [meld for meld in table if any(card.is_joker for card in meld)]
    for chosen in product(*(readings(melding, meld) for meld in melds)):
        yield tuple(
            Joker(reading.kind, card, frozenset(each for each in meld if not each.is_joker))
            for meld, reading in zip(melds, chosen, strict=True)
            for card in reading.jokers
        )
