"""Playing cards: notation and packs.

A card is written as rank and suit, `9H 10S QD`, a joker as `JK`. Also accepted: small letters, suit symbols,
T for 10, and Swedish letters: Kn D E for J Q A, R K for the suits D C, also with the suit first (`KnR`,
`RKn`). The notation does not depend on the language of the page, so that addresses mean the same in all
languages.
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
RANK_SPELLINGS = {"A": ("A", "E"), "10": ("10", "T"), "J": ("J", "KN"), "Q": ("Q", "D")}
SUIT_SPELLINGS = {"S": "S♠♤", "H": "H♥♡", "D": "D♦♢R", "C": "C♣♧K"}


class BadCard(ValueError):
    """Not a card; `text` is the input."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no card “{text}”")
        self.text = text


@dataclass(frozen=True, slots=True)
class Card:
    """One card; rank as in RANKS or JOKER_RANK, suit as in SUITS, "" for a joker."""

    rank: str
    suit: str

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER_RANK

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER = Card(JOKER_RANK, "")
DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
RANKS_BY_NAME = {name: rank for rank in RANKS for name in RANK_SPELLINGS.get(rank, (rank,))}


def _cards_by_name() -> dict[str, Card]:
    """Return the cards by all their names.

    Ambiguous names: the standard notation wins (KD: king of diamonds), then rank first (DK: queen of clubs).
    """
    spelled = [
        (rank_name, suit_name, Card(rank, suit))
        for rank_name, rank in RANKS_BY_NAME.items()
        for suit, suit_names in SUIT_SPELLINGS.items()
        for suit_name in suit_names
    ]
    suit_first = {suit + rank: card for rank, suit, card in spelled}
    rank_first = {rank + suit: card for rank, suit, card in spelled}
    return suit_first | rank_first | {str(card): card for card in (*DECK, JOKER)}


_BY_NAME = _cards_by_name()


def read_card(text: str) -> Card:
    """Parse one card. Raises BadCard.

    >>> str(read_card("Kn♠")), str(read_card("t♥"))
    ('JS', '10H')
    """
    name = text.strip().upper()
    if name not in _BY_NAME:
        raise BadCard(text)
    return _BY_NAME[name]


def read_cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces or commas, in order. Raises BadCard.

    >>> write_cards(read_cards("9h, 10S jk"))
    '9H 10S JK'
    """
    return tuple(read_card(name) for name in re.split(r"[\s,]+", text) if name)


def write_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def too_many(cards: Iterable[Card], *, decks: int, jokers: int = 0) -> Card | None:
    """Return the first card with more copies than the packs contain, or None."""
    copies = Counter(cards)
    return next((card for card, n in copies.items() if n > (jokers if card.is_joker else decks)), None)
