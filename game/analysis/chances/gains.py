"""Possible gains of a future round: sampled from past rounds, and from a shuffled pack if these are few."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random
from types import MappingProxyType
from typing import Any

from game.scoring.rules import Rules

Gains = tuple[int, ...]

NONE_KNOWN: Mapping[Any, Any] = MappingProxyType({})
PACK_ROUNDS = 10  # weight of the shuffled pack, in past rounds
ENOUGH = 30  # past rounds with the same number of players; with fewer, other tables are used too
FULLEST = 150  # rounds in a pool
ONE_MORE = 0.4  # probability that a hand from the shuffled pack has one more drawn card, repeatedly


@dataclass(frozen=True)
class PastRound:
    """A past round.

    hand_size: cards dealt to each. points: of every seat; players: in the same order, if known.
    """

    hand_size: int
    points: Gains
    players: Sequence[Hashable] = ()

    def resized(self, players: int, rng: Random) -> list[int]:
        """Return the points for another number of players: the best hand stays, the others are sampled."""
        if len(self.points) == players:
            return list(self.points)
        best, *others = sorted(self.points)
        if len(others) >= players - 1:
            return [best, *rng.sample(others, players - 1)]
        return [best, *others, *rng.choices(others, k=players - 1 - len(others))]


def pool(rules: Rules, hand_size: int, players: int, past: Sequence[PastRound], rng: Random) -> list[Gains]:
    """Return rounds to sample from, each as gains, the best hand first.

    If wins are counted, one player gains 1. Cost grows with FULLEST or the number of past rounds, whichever
    is larger.
    """
    if rules.counts_wins:
        return [(1, *[0] * (players - 1))]
    known = matching_rounds(hand_size, players, past)
    times = -(-FULLEST // (len(known) + PACK_ROUNDS))
    points = _pack_points(rules)
    rounds = [played.resized(players, rng) for played in known for _ in range(times)]
    rounds += [_from_pack(points, hand_size, players, rng) for _ in range(PACK_ROUNDS * times)]
    return [tuple(sorted(gains)) for gains in rounds]


def matching_rounds(hand_size: int, players: int, past: Sequence[PastRound]) -> list[PastRound]:
    """Return the past rounds with that hand size: only those with as many players, if there are ENOUGH.

    Rounds with a single hand, possible in imported files, are excluded.
    """
    dealt = [played for played in past if played.hand_size == hand_size and len(played.points) > 1]
    same = [played for played in dealt if len(played.points) == players]
    return same if len(same) >= ENOUGH else dealt


def _from_pack(points: Sequence[int], hand_size: int, players: int, rng: Random) -> list[int]:
    """Sample the points of a round: one player is out, the others hold cards of the pack."""
    counts = [_cards_held(hand_size, rng) for _ in range(players - 1)]
    held = rng.sample(points, min(sum(counts), len(points)))
    ends = accumulate(counts, initial=0)
    return [0, *(sum(held[start:end]) for start, end in pairwise(ends))]


def _cards_held(hand_size: int, rng: Random) -> int:
    """Sample a number of cards: the smaller of two uniform numbers from 1 to `hand_size`, plus drawn cards.

    Close to the hands of every variant in simulated games; more exact distributions did not pay.
    """
    held = min(rng.randint(1, hand_size), rng.randint(1, hand_size))
    while rng.random() < ONE_MORE:
        held += 1
    return held


def _pack_points(rules: Rules) -> list[int]:
    """What each card of the session's decks costs."""
    return [
        card_class.points or 0 for card_class in rules.classes for _ in range(rules.cards_in_pack(card_class))
    ]


def assign_gains(
    gains: Gains, strengths: Sequence[float], rng: Random, counted: Mapping[int, int] = NONE_KNOWN
) -> Gains:
    """Assign the gains of a round to seats: a seat twice as strong as another is better twice as often.

    gains: the best first. strengths: odds by seat. counted: known gains by seat; the gains nearest to them
    are removed, the rest goes to the other seats. Returns the gains by seat.
    R. L. Plackett: The analysis of permutations. Applied Statistics 24 (1975), pages 193 to 202. Sampled with
    the key of P. S. Efraimidis and P. G. Spirakis: Weighted random sampling with a reservoir. Information
    Processing Letters 97 (2006), pages 181 to 185.

    >>> assign_gains((0, 7), [1.0, 1.0], Random(8), counted={0: 7})
    (7, 0)
    """
    keys = [rng.random() ** (1 / strength) for strength in strengths]
    best_first = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    if counted:
        gains = _without_nearest(gains, counted.values())
        best_first = [*(seat for seat in best_first if seat not in counted), *counted]
        gains = (*gains, *counted.values())
    by_seat = [0] * len(keys)
    for gain, seat in zip(gains, best_first, strict=True):
        by_seat[seat] = gain
    return tuple(by_seat)


def _without_nearest(gains: Gains, counted: Iterable[int]) -> Gains:
    """Return the gains without the one nearest to each known hand, the best first."""
    left = list(gains)
    for known in sorted(counted):
        left.remove(min(left, key=lambda gain: abs(gain - known)))
    return tuple(left)
