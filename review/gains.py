"""What a round yet to be played may bring: rounds of the past, and a shuffled pack where these are few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random

from scoring.rules import Rules

Gains = tuple[int, ...]

PACK_ROUNDS = 10  # so many past rounds the shuffled pack weighs as much as
ENOUGH = 30  # past rounds with as many players, so that those of other tables are left out
FULLEST = 150  # rounds in a pool, before each seat has been through all of them
ONE_MORE = 0.4  # how likely a hand of the shuffled pack has drawn a card more, and then another


@dataclass(frozen=True)
class PastRound:
    """A round somebody played: cards dealt to each, and the points of every seat in no order."""

    hand_size: int
    points: Gains

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
    """Rounds to draw from, each as what it gives the players by seat.

    Every seat has the same lot: nobody plays better than others here. Where wins are counted, one of the
    seats wins the round. Cost grows with FULLEST or the past rounds, whichever are more.
    """
    if rules.counts_wins:
        return _turned((1, *[0] * (players - 1)))
    known = fitting(hand_size, players, past)
    times = -(-FULLEST // (len(known) + PACK_ROUNDS))
    worth = _pack(rules)
    rounds = [played.at_a_table_of(players, chance) for played in known for _ in range(times)]
    rounds += [_from_pack(worth, hand_size, players, chance) for _ in range(PACK_ROUNDS * times)]
    return [turned for gains in rounds for turned in _turned(_shuffled(gains, chance))]


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
    return [card_class.points or 0 for card_class in rules.classes for _ in range(rules.most_of(card_class))]


def _shuffled(gains: list[int], chance: Random) -> Gains:
    chance.shuffle(gains)
    return tuple(gains)


def _turned(gains: Gains) -> list[Gains]:
    """The round with everybody moved on by one seat, and so on all round the table."""
    return [gains[place:] + gains[:place] for place in range(len(gains))]
