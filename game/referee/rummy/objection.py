"""The reason why cards are no meld; of several reasons the most helpful one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.referee.cards import Card, too_many
from game.referee.rummy.melding import Melding
from game.referee.verdict import Reason


def objection(melding: Melding, cards: Sequence[Card]) -> Reason:
    """Return the reason why cards without a reading are no meld.

    Cards of one rank are taken as a set, cards of one suit as a run. Excess copies: see `too_many_copies`.
    """
    if len(cards) < melding.meld_least:
        return melding.reason("few", least=melding.meld_least)
    naturals = [card for card in cards if not card.is_joker]
    if len({card.rank for card in naturals}) == 1:
        return _no_set(melding, naturals, len(cards))
    if len({card.suit for card in naturals}) == 1:
        return _no_run(melding, naturals, len(cards) - len(naturals))
    return _mixed(melding, naturals, len(cards) - len(naturals))


def too_many_copies(melding: Melding, cards: Sequence[Card]) -> Reason | None:
    """Return an objection if there are more copies of a card than in play, otherwise None."""
    if len(set(cards)) == len(cards):
        return None
    card = too_many(cards, decks=melding.decks, jokers=melding.jokers)
    if card is None:
        return None
    most = melding.jokers if card.is_joker else melding.decks
    return melding.reason("copies", card=card, most=most)


def _no_set(melding: Melding, naturals: Sequence[Card], length: int) -> Reason:
    if length > melding.set_most:
        return melding.reason("set_full", most=melding.set_most)
    suits = Counter(card.suit for card in naturals)
    return melding.reason("same_suit", suit=max(suits, key=lambda suit: suits[suit]))


def _no_run(melding: Melding, naturals: Sequence[Card], jokers: int) -> Reason:
    suit = naturals[0].suit
    ranks = [card.rank for card in naturals]
    length = len(ranks) + jokers
    if length > len(melding.order):
        return melding.reason("long", most=len(melding.order))
    for rank, count in Counter(ranks).items():
        if count > melding.order.count(rank):
            return melding.reason("twice", card=Card(rank, suit))
    if len(set(ranks)) < len(ranks):  # GK7: both aces, but not the whole suit between them
        return melding.reason("two_aces", suit=suit, most=len(melding.order))
    if _wraps_around(melding, ranks, length):
        return melding.reason("corner", rank=melding.order[0])
    missing = tuple(Card(rank, suit) for rank in _missing(melding, ranks))
    if jokers:
        return melding.reason("gap_left", cards=missing, jokers=jokers)
    return melding.reason("gap", cards=missing)


def _wraps_around(melding: Melding, ranks: Sequence[str], length: int) -> bool:
    """Whether it would be a run if the lowest rank followed the highest."""
    circle = list(dict.fromkeys(melding.order))
    twice_round = circle * 2
    windows = (twice_round[start : start + length] for start in range(len(circle)))
    return any(set(ranks) <= set(window) for window in windows)


def _missing(melding: Melding, ranks: Sequence[str]) -> list[str]:
    """Return the ranks missing between the lowest and the highest rank.

    A rank at both ends of the order is taken as low or high, whichever leaves fewer gaps.
    """
    last = len(melding.order) - 1
    low = {melding.order.index(rank) for rank in ranks}
    high = {last - melding.order[::-1].index(rank) for rank in ranks}
    gaps = [[at for at in range(min(places), max(places)) if at not in places] for places in (low, high)]
    return [melding.order[at] for at in min(gaps, key=len)]


def _mixed(melding: Melding, naturals: Sequence[Card], jokers: int) -> Reason:
    """Return the objection to mixed cards: the kind of meld with fewer wrong cards is assumed."""
    ranks = Counter(card.rank for card in naturals)
    suits = Counter(card.suit for card in naturals)
    most_of_rank, most_of_suit = max(ranks.values()), max(suits.values())
    if most_of_suit > most_of_rank or _would_be_a_run(melding, list(ranks), len(naturals), jokers):
        return melding.reason("mixed_suits", suits=tuple(suits))
    if most_of_rank > most_of_suit:
        return melding.reason("mixed_ranks", ranks=tuple(ranks))
    return melding.reason("neither")


def _would_be_a_run(melding: Melding, ranks: Sequence[str], cards: int, jokers: int) -> bool:
    return len(ranks) == cards and len(_missing(melding, ranks)) <= jokers
