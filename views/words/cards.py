"""Cards and suits in words: “ace of spades”, “spader ess”; and card letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from flask_babel import gettext as _

from game.referee.cards import DECK, Card
from views.web.language import SWEDISH, card_letters, current_language
from views.words.phrases import listed

COURT = re.compile(r"\b[JQ]\b")  # a king is K everywhere
SWEDISH_COURT = {"J": "Kn", "Q": "D"}


def lettered(text: str) -> str:
    """A rank, or a text with ranks, in the reader's card letters: J·Q·K, Kn·D·K.

    Data, and all values sent by forms and scripts, use J Q K.
    """
    if not COURT.search(text) or card_letters() != SWEDISH:
        return text
    return COURT.sub(lambda found: SWEDISH_COURT[found[0]], text)


def suit_name(suit: str) -> str:
    return _suits_in(current_language())[suit]


def one_of_suit(suit: str) -> str:
    """What one card of the suit is."""
    return _suits_of_one_in(current_language())[suit]


def rank_name(rank: str) -> str:
    """The rank as it is named beside its suit."""
    return _ranks_in(current_language()).get(rank, rank)


def card_name(card: Card) -> str:
    return rank_name(card.rank) if card.is_joker else _cards_in(current_language())[card]


# A page names every card: the names are looked up once for each language.


@lru_cache(maxsize=8)
def _suits_in(_language: str) -> dict[str, str]:
    return {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}


@lru_cache(maxsize=8)
def _suits_of_one_in(_language: str) -> dict[str, str]:
    return {"S": _("spade"), "H": _("heart"), "D": _("diamond"), "C": _("club")}


@lru_cache(maxsize=8)
def _ranks_in(_language: str) -> dict[str, str]:
    return {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "JK": _("joker")}


@lru_cache(maxsize=8)
def _cards_in(_language: str) -> dict[Card, str]:
    return {
        card: _("%(rank)s of %(suit)s", rank=rank_name(card.rank), suit=suit_name(card.suit)) for card in DECK
    }


def cards_in_words(cards: Iterable[Card]) -> str:
    return listed([card_name(card) for card in cards])


def choices_in_words(choices: Sequence[Sequence[Card]]) -> str:
    """Cards of which one is meant, or several together: “a or b”, “a and b, or c and d”."""
    *others, last = [cards_in_words(cards) for cards in choices]
    if not others:
        return last
    parts = {"first": ", ".join(others), "last": last}
    if any(len(cards) > 1 for cards in choices):
        return _("%(first)s, or %(last)s", **parts)
    return _("%(first)s or %(last)s", **parts)
