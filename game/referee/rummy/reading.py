"""What laid cards can be: every run and every set they form, and what each joker stands for in it."""

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
class Reading:
    """One way to see a meld. `kind` is "run" or "set"; `jokers` are the cards that its jokers stand for, in
    a run from low to high.
    """

    kind: str
    jokers: tuple[Card, ...]

    def agrees_with(self, declared: Iterable[Card]) -> bool:
        """Whether its jokers are what was declared; the others may be anything."""
        return not Counter(declared) - Counter(self.jokers)


def readings(melding: Melding, cards: Sequence[Card]) -> tuple[Reading, ...]:
    """Every reading, runs first; none where the cards are no meld. Their order says nothing."""
    if len(cards) < melding.meld_least:
        return ()
    naturals = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(naturals)
    found = [*_runs(melding, naturals, jokers), *_sets(melding, naturals, jokers)]
    return tuple(dict.fromkeys(found))


def _runs(melding: Melding, naturals: Sequence[Card], jokers: int) -> Iterator[Reading]:
    suits = {card.suit for card in naturals} or SUITS
    if naturals and len(suits) > 1:
        return
    held = [card.rank for card in naturals]
    length = len(held) + jokers
    for start in range(len(melding.order) - length + 1):
        missing = _without(melding.order[start : start + length], held)
        if missing is not None:
            for suit in suits:
                yield Reading(RUN, tuple(Card(rank, suit) for rank in missing))


def _without(ranks: Sequence[str], held: Sequence[str]) -> list[str] | None:
    """The ranks that are not held, None where one is held for which there is no place."""
    left = list(ranks)
    for rank in held:
        if rank not in left:
            return None
        left.remove(rank)
    return left


def _sets(melding: Melding, naturals: Sequence[Card], jokers: int) -> Iterator[Reading]:
    ranks = {card.rank for card in naturals} or RANKS
    if naturals and len(ranks) > 1:
        return
    taken = {card.suit for card in naturals}
    if len(taken) < len(naturals) or len(naturals) + jokers > melding.set_most:
        return
    free = [suit for suit in SUITS if suit not in taken]
    for rank in ranks:
        for suits in combinations(free, jokers):
            yield Reading(SET, tuple(Card(rank, suit) for suit in suits))
