"""Gains of a round to come: sampled from past rounds, and from a shuffled pack if these are few.

While its hands are being counted, some of them are known.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random
from types import MappingProxyType
from typing import Any

from game.scoring.facts import Hand, Round, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import round_gains

Gains = tuple[int, ...]
Order = Sequence[int]  # indexes of seats, the best first

NONE_KNOWN: Mapping[Any, Any] = MappingProxyType({})
PACK_ROUNDS = 10  # weight of the shuffled pack, in past rounds
MIN_SAME_PLAYERS = 30  # past rounds with the same number of players; with fewer, other tables are used too
MIN_POOL_SIZE = 150  # rounds
MIN_PAST_ROUNDS = 10  # past rounds, if no pack says what a round may bring
DRAW_PROBABILITY = 0.4  # that a hand from the shuffled pack has one more drawn card, repeatedly


@dataclass(frozen=True)
class PastRound:
    """A past round.

    hand_size: cards dealt to each, 0 if that is not recorded. gains: what it added to the total of every
    seat; players: in the same order, if known.
    """

    hand_size: int
    gains: Gains
    players: Sequence[Hashable] = ()

    def resized(self, rules: Rules, players: int, rng: Random) -> list[int]:
        """Return the gains for another number of players: the best one stays, the others are sampled.

        If one seat collects, it collects from as many hands as there would be.
        """
        if len(self.gains) == players:
            return list(self.gains)
        best, *others = sorted(self.gains, key=rules.sort_key)
        if rules.collects:
            return [sum(self.gains) * (players - 1) // len(others), *[0] * (players - 1)]
        if len(others) >= players - 1:
            return [best, *rng.sample(others, players - 1)]
        return [best, *others, *rng.choices(others, k=players - 1 - len(others))]


def pool(rules: Rules, hand_size: int, players: int, past: Sequence[PastRound], rng: Random) -> list[Gains]:
    """Return rounds to sample from, each as gains, the best one first. Requires `is_sampled`.

    If wins are counted, one player gains 1; if places are, each player gains another one. Cost grows with
    MIN_POOL_SIZE or the number of past rounds, whichever is larger.
    """
    if rules.counts_wins:
        return [(1, *[0] * (players - 1))]
    if not rules.counts_points:
        return [tuple(range(1, players + 1))]
    matching = matching_rounds(hand_size, players, past)
    pack_rounds = PACK_ROUNDS if has_pack(rules) else 0
    copies = -(-MIN_POOL_SIZE // (len(matching) + pack_rounds))
    points = [c.points or 0 for c in rules.classes for _ in range(rules.cards_in_pack(c))]
    rounds = [played.resized(rules, players, rng) for played in matching for _ in range(copies)]
    rounds += [_from_pack(rules, points, hand_size, players, rng) for _ in range(pack_rounds * copies)]
    return [tuple(sorted(gains, key=rules.sort_key)) for gains in rounds]


def is_sampled(rules: Rules, hand_size: int, players: int, past: Sequence[PastRound]) -> bool:
    """Whether enough is known of what a round may bring: all if no points are counted, or if a pack of known
    cards is dealt; else by past rounds.
    """
    if not rules.counts_points or has_pack(rules):
        return True
    return len(matching_rounds(hand_size, players, past)) >= MIN_PAST_ROUNDS


def has_pack(rules: Rules) -> bool:
    """Whether rounds can be sampled from a shuffled pack: known cards are dealt, and as many as is known."""
    return not rules.is_typed and bool(rules.hand_sizes)


def matching_rounds(hand_size: int, players: int, past: Sequence[PastRound]) -> list[PastRound]:
    """Return the past rounds with that hand size; only those with as many players, if there are
    MIN_SAME_PLAYERS of them.

    Rounds with a single hand, possible in imported files, are excluded.
    """
    with_size = [played for played in past if played.hand_size == hand_size and len(played.gains) > 1]
    with_players = [played for played in with_size if len(played.gains) == players]
    return with_players if len(with_players) >= MIN_SAME_PLAYERS else with_size


def _from_pack(rules: Rules, points: Sequence[int], hand_size: int, players: int, rng: Random) -> list[int]:
    """Sample the gains of a round: one player is out, the others hold cards of the pack.

    points: of each card of the session's decks.
    """
    counts = [_cards_held(hand_size, rng) for _ in range(players - 1)]
    held = rng.sample(points, min(sum(counts), len(points)))
    ends = accumulate(counts, initial=0)
    hands = [sum(held[start:end]) for start, end in pairwise(ends)]
    return [sum(hands), *[0] * len(hands)] if rules.collects else [0, *hands]


def _cards_held(hand_size: int, rng: Random) -> int:
    """Sample a number of cards: the smaller of two uniform numbers from 1 to `hand_size`, plus drawn cards.

    Close to the hands of every variant in simulated games; more exact distributions did not pay.
    """
    held = min(rng.randint(1, hand_size), rng.randint(1, hand_size))
    while rng.random() < DRAW_PROBABILITY:
        held += 1
    return held


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
    by_seat = [0] * len(strengths)
    for seat, gain in seat_gains(gains, best_first(strengths, rng), counted):
        by_seat[seat] = gain
    return tuple(by_seat)


def best_first(strengths: Sequence[float], rng: Random) -> Order:
    """Sample an order of all seats; the order of any of them among themselves is distributed likewise."""
    keys = [rng.random() ** (1 / strength) for strength in strengths]
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=True)


def seat_gains(
    gains: Gains, order: Order, counted: Mapping[int, int] = NONE_KNOWN
) -> Iterator[tuple[int, int]]:
    """Return each seat of an order with its gain. counted: as in `assign_gains`, of seats of the order."""
    if counted:
        gains = (*_without_nearest(gains, counted.values()), *counted.values())
        order = [*(seat for seat in order if seat not in counted), *counted]
    return zip(order, gains, strict=True)


def _without_nearest(gains: Gains, counted: Iterable[int]) -> Gains:
    """Return the gains without the one nearest to each known hand, the best first."""
    left = list(gains)
    for known in sorted(counted):
        left.remove(min(left, key=lambda gain: abs(gain - known)))
    return tuple(left)


def known_gains(
    rules: Rules, seats: Iterable[SeatId], out: SeatId | None, points: Mapping[SeatId, int]
) -> dict[SeatId, int]:
    """Return the gains that are certain, by seat.

    seats: that play the round. out: the seat that went out, if known. points: of the hands that are known.
    If points can be multiplied, the round is not known before it is saved.

    >>> from game.variants import VARIANTS
    >>> known_gains(VARIANTS["vatikan"].rules({}, 2), ["Anna", "Bo"], "Bo", {})
    {'Anna': 0, 'Bo': 1}
    """
    if rules.can_multiply:
        return {}
    hands = tuple(Hand(seat, None, points.get(seat)) for seat in seats)
    if not hands or (out is None and (rules.counts_wins or not points)):
        return {}
    gains = round_gains(rules, Round(0, dealer=hands[0].seat, hand_size=0, out=out, hands=hands))
    if rules.counts_wins:
        return gains
    if not rules.collects:
        return {seat: gain for seat, gain in gains.items() if seat in points}
    if len(points) == len(hands):
        return gains
    # Only the seat that went out collects, and how much is not known yet.
    return {seat: 0 for seat in gains if out not in (None, seat)}
