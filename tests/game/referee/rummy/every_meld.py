"""All melds, listed by a plain independent implementation.

It shares only the names of the cards with the referee. A meld with jokers is one where some cards, put in
place
of the jokers, give one of the melds listed here; every card of the deck is tried.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

SUITS = "SHDC"
LADDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NAMES = sorted({rank + suit for rank in LADDER for suit in SUITS})
JOKER = "JK"

RUNS = {
    tuple(sorted(rank + suit for rank in LADDER[low : high + 1]))
    for suit in SUITS
    for low in range(14)
    for high in range(low + 2, 14)
}
SETS = {
    tuple(sorted(rank + suit for suit in suits))
    for rank in LADDER
    for count in (3, 4)
    for suits in combinations(SUITS, count)
}
MELDS = RUNS | SETS


@cache
def stand_ins(jokers: int) -> list[tuple[str, ...]]:
    """All cards that this number of jokers together can stand for."""
    return list(combinations_with_replacement(NAMES, jokers))


def as_meld(cards: tuple[str, ...], *, first: bool) -> set[tuple[str, ...]]:
    """The cards that the jokers may stand for, one tuple for each possibility; empty if there is no meld."""
    known = RUNS if first else MELDS
    naturals = tuple(card for card in cards if card != JOKER)
    return {
        jokers
        for jokers in stand_ins(len(cards) - len(naturals))
        if tuple(sorted(naturals + jokers)) in known
    }
