"""Playing cards: how they are written, and the packs they come in.

A card is written as rank and suit, `9H 10S QD`, a joker as `JK`. It is read in small letters, with the suits'
own signs, T for 10, and as on Swedish packs: Kn D E for J Q A, R K for the suits D C, the suit first as well
(`KnR`, `RKn`). Whatever the language of a page: a question is its address, and means the same everywhere.
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
RANKS_BY_NAME = {name: rank for rank in RANKS for name in RANK_SPELLINGS.get(rank, (rank,))}


def _cards_by_name() -> dict[str, Card]:
    """What means two cards is the one as it is written here (KD: king of diamonds), else the one whose rank
    comes first (DK: queen of clubs).
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


def read_card(written: str) -> Card:
    """The card that is written; raises BadCard."""
    name = written.strip().upper()
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
