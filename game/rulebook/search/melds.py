"""Melds in a query: “is ace king queen a run” names the cards of one."""

from __future__ import annotations

from collections.abc import Sequence

from game.referee.cards import JOKER, JOKER_RANK, SUITS, Card
from game.referee.rummy.meld import judge_meld
from game.referee.rummy.melding import Melding
from game.rulebook.search.position import Case, NamedCard, has_only, named_cards
from game.rulebook.search.text import Word, card_words

FEWEST, MOST = 3, 14


def meld_in(words: Sequence[Word]) -> tuple[NamedCard, ...]:
    """Return the cards of the meld that a query asks about, () if it asks about something else."""
    cards = tuple(named_cards(words))
    ranks = [card.rank for card in cards if card.rank != JOKER_RANK]
    is_mixed = len(set(ranks)) > 1 and len(set(ranks)) < len(ranks)  # “4 5 6 and 7 7 7”: two melds
    if is_mixed or not has_only(words, cards, card_words().meld["others"]):
        return ()
    return cards if FEWEST <= sum(card.times for card in cards) <= MOST else ()


def meld_cases(melding: Melding, named: Sequence[NamedCard], words: Sequence[Word]) -> tuple[Case, ...]:
    """Return the verdict. Open suits are all the same if the ranks differ, otherwise all different."""
    first = any(word.folded in card_words().meld["first"] for word in words)
    ranks = {card.rank for card in named} - {JOKER_RANK}
    suit = next((card.suit for card in named if card.suit), SUITS[0])
    is_open = any(not card.suit and card.rank != JOKER_RANK for card in named)
    condition = ("one_suit" if len(ranks) > 1 else "several_suits") if is_open else ""
    cards: list[Card] = []
    for card in named:
        for _each in range(card.times):
            cards.append(_card(card, cards, suit if len(ranks) > 1 else ""))
    verdict = judge_meld(melding, cards, first=first)
    return (Case(condition, "", verdict, None, tuple(cards)),)


def _card(named: NamedCard, before: Sequence[Card], suit: str) -> Card:
    """Return a card with the named suit, with `suit`, or with one that no card before has."""
    if named.rank == JOKER_RANK:
        return JOKER
    free = (each for each in SUITS if Card(named.rank, each) not in before)
    return Card(named.rank, named.suit or suit or next(free, SUITS[0]))
