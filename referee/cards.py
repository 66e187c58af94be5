"""Playing cards: how they are written, and the packs they come in.

A card is written as rank and suit, `9H 10S QD`, a joker as `JK`; small letters, the suits' own signs and T
for 10 do as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER_RANK = "JK"
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")


class BadCard(ValueError):
    """Not a card of these packs; `written` is what was asked for."""

    def __init__(self, written: str) -> None:
        super().__init__(f"no card “{written}”")
        self.written = written


@dataclass(frozen=True, slots=True)
class Card:
    """One card; a joker has no suit."""

    rank: str
    suit: str

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER_RANK

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER = Card(JOKER_RANK, "")
DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
_BY_NAME = {str(card): card for card in (*DECK, JOKER)} | {f"T{suit}": Card("10", suit) for suit in SUITS}


def read_card(written: str) -> Card:
    """The card that is written; raises BadCard."""
    name = written.strip().translate(SIGNS).upper()
    if name not in _BY_NAME:
        raise BadCard(written)
    return _BY_NAME[name]


def read_cards(written: str) -> tuple[Card, ...]:
    """Cards in the order they are written, between them spaces or commas; raises BadCard."""
    return tuple(read_card(each) for each in re.split(r"[\s,]+", written) if each)


def write_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def too_many(cards: Iterable[Card], *, decks: int, jokers: int = 0) -> Card | None:
    """The first card of which there are more copies than the packs hold."""
    held = Counter(cards)
    return next((card for card, n in held.items() if n > (jokers if card.is_joker else decks)), None)
