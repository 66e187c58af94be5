"""The verdict on a meld, and the most helpful reason why cards are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.referee.cards import Card, too_many
from game.referee.rummy.melding import Melding
from game.referee.rummy.reading import RUN, MeldReading, readings
from game.referee.verdict import Reason, Verdict


def judge_meld(
    melding: Melding, cards: Sequence[Card], *, first: bool, declared: Sequence[Card] = ()
) -> Verdict:
    """Return whether the cards, in any order, are a meld.

    first: whether it is the player's first meld, which may have to be a run. declared: the cards that jokers
    stand for; if it is incomplete and several readings remain, the verdict lists them as choices.

    >>> from game.referee.cards import read_cards
    >>> from game.variants import VARIANTS
    >>> vatikan = VARIANTS["vatikan"]
    >>> melding = Melding.from_dict(vatikan.play_rules({}, players=2), decks=2, jokers=4)
    >>> judge_meld(melding, read_cards("7H 8H 9H"), first=True).answer
    'yes'
    """
    if not cards:
        return Verdict("ask", needs="meld")
    readings_found = readings(melding, cards)
    problem = too_many_copies(melding, cards) or (None if readings_found else objection(melding, cards))
    if problem:
        return Verdict("no", problem)
    agreed = tuple(reading for reading in readings_found if reading.agrees_with(declared))
    if not agreed:
        return Verdict("no", cannot_be(melding, readings_found, declared))
    if not first:
        return Verdict(
            "yes", _kind_of_meld(melding, cards, agreed), consequences=jokers_stand_for(melding, agreed)
        )
    allowed = tuple(reading for reading in agreed if reading.kind in melding.first_meld)
    if not allowed:
        return Verdict("no", melding.reason("not_first", least=melding.meld_least))
    following = (*jokers_stand_for(melding, allowed), melding.reason("after_first"))
    return Verdict("yes", melding.reason("first_meld", least=melding.meld_least), consequences=following)


def jokers_stand_for(melding: Melding, readings_found: Sequence[MeldReading]) -> tuple[Reason, ...]:
    """Return what the jokers of a meld stand for, or the choices to declare; () without jokers."""
    choices = choices_of(readings_found)
    if choices == ((),):
        return ()
    if len(choices) == 1:
        return (melding.reason("stands_for", cards=choices[0]),)
    return (melding.reason("declare", choices=choices),)


def cannot_be(melding: Melding, readings_found: Sequence[MeldReading], declared: Sequence[Card]) -> Reason:
    """Return the objection to a declaration that matches no reading."""
    if not readings_found[0].jokers:
        return melding.reason("no_joker")
    return melding.reason("cannot_be", cards=tuple(declared), choices=choices_of(readings_found))


def choices_of(readings_found: Sequence[MeldReading]) -> tuple[tuple[Card, ...], ...]:
    """Return the distinct cards that all jokers together may stand for, one tuple for each reading."""
    return tuple(dict.fromkeys(reading.jokers for reading in readings_found))


def _kind_of_meld(melding: Melding, cards: Sequence[Card], readings_found: Sequence[MeldReading]) -> Reason:
    kinds = {reading.kind for reading in readings_found}
    known = next(card for card in (*cards, *readings_found[0].jokers) if not card.is_joker)
    if len(kinds) > 1:
        return melding.reason("run_or_set")
    if kinds != {RUN}:
        return melding.reason("set", rank=known.rank)
    rule_key = "whole_suit" if len(cards) == len(melding.order) else "run"
    return melding.reason(rule_key, suit=known.suit)


def objection(melding: Melding, cards: Sequence[Card]) -> Reason:
    """Return the reason why cards without a reading are no meld.

    Cards of one rank are taken as a set, cards of one suit as a run. Excess copies: see `too_many_copies`.
    """
    if len(cards) < melding.meld_least:
        return melding.reason("few", least=melding.meld_least)
    naturals = [card for card in cards if not card.is_joker]
    if len({card.rank for card in naturals}) == 1:
        if len(cards) > melding.set_most:
            return melding.reason("set_full", most=melding.set_most)
        suits = Counter(card.suit for card in naturals)
        return melding.reason("same_suit", suit=max(suits, key=lambda suit: suits[suit]))
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
    # Whether it would be a run if the lowest rank followed the highest.
    circle = list(dict.fromkeys(melding.order))
    windows = ((circle * 2)[start : start + length] for start in range(len(circle)))
    if any(set(ranks) <= set(window) for window in windows):
        return melding.reason("corner", rank=melding.order[0])
    missing = tuple(Card(rank, suit) for rank in _missing_ranks(melding, ranks))
    if jokers:
        return melding.reason("gap_left", cards=missing, jokers=jokers)
    return melding.reason("gap", cards=missing)


def _missing_ranks(melding: Melding, ranks: Sequence[str]) -> list[str]:
    """Return the ranks missing between the lowest and the highest rank.

    A rank at both ends of the order is taken as low or high, whichever leaves fewer gaps.
    """
    order = melding.order
    low = {order.index(rank) for rank in ranks}
    high = {len(order) - 1 - order[::-1].index(rank) for rank in ranks}
    gaps = [[at for at in range(min(places), max(places)) if at not in places] for places in (low, high)]
    return [order[at] for at in min(gaps, key=len)]


def _mixed(melding: Melding, naturals: Sequence[Card], jokers: int) -> Reason:
    """Return the objection to mixed cards: the kind of meld with fewer wrong cards is assumed."""
    ranks = Counter(card.rank for card in naturals)
    suits = Counter(card.suit for card in naturals)
    most_of_rank, most_of_suit = max(ranks.values()), max(suits.values())
    if most_of_suit > most_of_rank or (
        len(ranks) == len(naturals) and len(_missing_ranks(melding, list(ranks))) <= jokers
    ):
        return melding.reason("mixed_suits", suits=tuple(suits))
    if most_of_rank > most_of_suit:
        return melding.reason("mixed_ranks", ranks=tuple(ranks))
    return melding.reason("neither")
