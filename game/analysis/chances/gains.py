"""What a round yet to be played may bring: rounds of the past, and a shuffled pack where these are few."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random
from types import MappingProxyType
from typing import Any

from game.scoring.rules import Rules

Gains = tuple[int, ...]

NOTHING: Mapping[Any, Any] = MappingProxyType({})
PACK_ROUNDS = 10  # so many past rounds the shuffled pack weighs as much as
ENOUGH = 30  # past rounds with as many players, so that those of other tables are left out
FULLEST = 150  # rounds in a pool
ONE_MORE = 0.4  # how likely a hand of the shuffled pack has drawn a card more, and then another


@dataclass(frozen=True)
class PastRound:
    """A round somebody played: cards dealt to each, the points of every seat and, where known, whose."""

    hand_size: int
    points: Gains
    players: Sequence[Hashable] = ()

    def at_a_table_of(self, players: int, chance: Random) -> list[int]:
        """As more or fewer might have played it: whoever did best stays, the others are drawn."""
        if len(self.points) == players:
            return list(self.points)
        best, *others = sorted(self.points)
        if len(others) >= players - 1:
            return [best, *chance.sample(others, players - 1)]
        return [best, *others, *chance.choices(others, k=players - 1 - len(others))]


def pool(
    rules: Rules, hand_size: int, players: int, past: Sequence[PastRound], chance: Random
) -> list[Gains]:
    """Rounds to draw from, each as what it gives: the best hand first.

    Where wins are counted, one of the players wins the round. Cost grows with FULLEST or the past rounds,
    whichever are more.
    """
    if rules.counts_wins:
        return [(1, *[0] * (players - 1))]
    known = fitting(hand_size, players, past)
    times = -(-FULLEST // (len(known) + PACK_ROUNDS))
    worth = _pack(rules)
    rounds = [played.at_a_table_of(players, chance) for played in known for _ in range(times)]
    rounds += [_from_pack(worth, hand_size, players, chance) for _ in range(PACK_ROUNDS * times)]
    return [tuple(sorted(gains)) for gains in rounds]


def fitting(hand_size: int, players: int, past: Sequence[PastRound]) -> list[PastRound]:
    """The past rounds of that deal: those of as many players alone, where these are enough.

    A round of one, as a file may tell it, says nothing of others.
    """
    dealt = [played for played in past if played.hand_size == hand_size and len(played.points) > 1]
    same = [played for played in dealt if len(played.points) == players]
    return same if len(same) >= ENOUGH else dealt


def _from_pack(worth: Sequence[int], hand_size: int, players: int, chance: Random) -> list[int]:
    """Somebody is out, the others hold cards of one pack."""
    counts = [_cards_held(hand_size, chance) for _ in range(players - 1)]
    held = chance.sample(worth, min(sum(counts), len(worth)))
    ends = accumulate(counts, initial=0)
    return [0, *(sum(held[start:end]) for start, end in pairwise(ends))]


def _cards_held(hand_size: int, chance: Random) -> int:
    """The smaller of two lots from 1 to `hand_size`, and some that were drawn.

    So near to what players of every variant held in seeded games that nothing better was worth its words.
    """
    held = min(chance.randint(1, hand_size), chance.randint(1, hand_size))
    while chance.random() < ONE_MORE:
        held += 1
    return held


def _pack(rules: Rules) -> list[int]:
    """What each card of the session's decks costs."""
    return [
        card_class.points or 0 for card_class in rules.classes for _ in range(rules.cards_in_pack(card_class))
    ]


def dealt_out(
    gains: Gains, strengths: Sequence[float], chance: Random, counted: Mapping[int, int] = NOTHING
) -> Gains:
    """The same by seat: whoever is twice as strong as another holds the better hand twice as often.

    gains: the best first. counted: by seat what is known already; the others share what is least like it.
    R. L. Plackett: The analysis of permutations. Applied Statistics 24 (1975), pages 193 to 202. Drawn by
    the key of P. S. Efraimidis and P. G. Spirakis: Weighted random sampling with a reservoir. Information
    Processing Letters 97 (2006), pages 181 to 185.
    """
    keys = [chance.random() ** (1 / strength) for strength in strengths]
    best_first = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    if counted:
        gains = _beside(gains, counted.values())
        best_first = [*(seat for seat in best_first if seat not in counted), *counted]
        gains = (*gains, *counted.values())
    by_seat = [0] * len(keys)
    for gain, seat in zip(gains, best_first, strict=True):
        by_seat[seat] = gain
    return tuple(by_seat)


def _beside(gains: Gains, counted: Iterable[int]) -> Gains:
    """A round without what comes nearest to each of the hands that are known; the best first."""
    left = list(gains)
    for known in sorted(counted):
        left.remove(min(left, key=lambda gain: abs(gain - known)))
    return tuple(left)
