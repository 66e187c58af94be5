"""Readings of cards: every run and set they can be, with the cards that jokers stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from game.referee.cards import RANKS, SUITS, Card
from game.referee.rummy.melding import Melding

RUN = "run"
SET = "set"


@dataclass(frozen=True, slots=True)
class MeldReading:
    """One interpretation of a meld. kind: "run" or "set"; jokers: the cards its jokers stand for, in a run
    from low to high.
    """

    kind: str
    jokers: tuple[Card, ...]

    def agrees_with(self, declared: Iterable[Card]) -> bool:
        """Whether its jokers include the declared cards."""
        return not Counter(declared) - Counter(self.jokers)


def readings(melding: Melding, cards: Sequence[Card]) -> tuple[MeldReading, ...]:
    """Return every reading, runs first; () if the cards are no meld. cards: in any order.

    >>> from game.referee.cards import read_cards, write_cards
    >>> from game.variants import VARIANTS
    >>> melding = Melding.from_dict(VARIANTS["vatikan"].play_rules({}, players=2), decks=2, jokers=4)
    >>> [(reading.kind, write_cards(reading.jokers)) for reading in readings(melding, read_cards("8H 9H JK"))]
    [('run', '7H'), ('run', '10H')]
    """
    if len(cards) < melding.meld_least:
        return ()
    naturals = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(naturals)
    return tuple(dict.fromkeys((*_runs(melding, naturals, jokers), *_sets(melding, naturals, jokers))))


def _runs(melding: Melding, naturals: Sequence[Card], jokers: int) -> Iterator[MeldReading]:
    suits = {card.suit for card in naturals} or SUITS
    if naturals and len(suits) > 1:
        return
    ranks = [card.rank for card in naturals]
    length = len(ranks) + jokers
    for start in range(len(melding.order) - length + 1):
        missing = _without(melding.order[start : start + length], ranks)
        if missing is not None:
            for suit in suits:
                yield MeldReading(RUN, tuple(Card(rank, suit) for rank in missing))


def _without(window: Sequence[str], ranks: Sequence[str]) -> list[str] | None:
    """Return the ranks of `window` without `ranks`, None if one of these is not among them."""
    missing = list(window)
    for rank in ranks:
        if rank not in missing:
            return None
        missing.remove(rank)
    return missing


def _sets(melding: Melding, naturals: Sequence[Card], jokers: int) -> Iterator[MeldReading]:
    ranks = {card.rank for card in naturals} or RANKS
    if naturals and len(ranks) > 1:
        return
    suits_laid = {card.suit for card in naturals}
    if len(suits_laid) < len(naturals) or len(naturals) + jokers > melding.set_most:
        return
    free_suits = [suit for suit in SUITS if suit not in suits_laid]
    for rank in ranks:
        for suits in combinations(free_suits, jokers):
            yield MeldReading(SET, tuple(Card(rank, suit) for suit in suits))
