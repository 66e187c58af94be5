"""A session played on very often from the places where it stood, column by column to be quick."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt
from operator import add, eq
from random import Random
from statistics import fmean, variance

from game.analysis.chances.gains import Gains, PastRound, dealt_out, pool
from game.analysis.chances.strength import Record
from game.analysis.chances.win_chances import Chance
from game.analysis.interval import Z_95
from game.scoring.rules import Rules

FARTHEST = 120  # rounds that are looked ahead where only a total ends the session; the standing then decides
LOTS = 20  # of simulations, each with strengths of its own
Column = Sequence[int]  # a value for each simulation


Shares = Mapping[int, list[Chance]]  # by rounds played, of each side


@dataclass(frozen=True)
class Stretch:
    """A stretch of a session in which the same seats play.

    members: of each side its places among these seats. totals: by rounds played, of each side. records: of
    each seat's player. counted: what is known, by place, of the round after the first of `totals`.
    """

    members: tuple[tuple[int, ...], ...]
    totals: Mapping[int, tuple[int, ...]]
    records: tuple[Record, ...]
    counted: Mapping[int, int] = field(default_factory=dict)

    @property
    def first(self) -> int:
        return min(self.totals)

    @property
    def players(self) -> int:
        return len(self.records)

    def alike(self, totals: Sequence[int]) -> list[object]:
        """Of each side what its chance hangs on."""
        known = [sorted(map(repr, (self.records[place] for place in places))) for places in self.members]
        return list(zip(totals, known, strict=True))


def win_shares(
    rules: Rules, stretch: Stretch, past: Sequence[PastRound], chance: Random, simulations: int
) -> Shares:
    """How often each side won from where it stood, by rounds played; whoever shares the first place won.

    Sides of which the same is known have the same chance, so their shares are averaged.
    """
    deals = _Deals(rules, stretch, past, chance, simulations)
    if rules.first_to is None and rules.rounds is not None:
        shares = _to_the_plan(rules, stretch, deals, rules.rounds)
    else:
        shares = _to_a_goal(rules, stretch, deals)
    return {played: _evened(stretch, totals, shares[played]) for played, totals in stretch.totals.items()}


def _evened(stretch: Stretch, totals: Sequence[int], shares: Sequence[Chance]) -> list[Chance]:
    alike = [] if stretch.counted else stretch.alike(totals)
    same = [[one for one, other in zip(shares, alike, strict=True) if other == mine] for mine in alike]
    return [Chance(fmean(c.share for c in of), fmean(c.error for c in of)) for of in same] or list(shares)


class _Deals:
    """Draws what a round gives to every side, once for each simulation."""

    def __init__(
        self, rules: Rules, stretch: Stretch, past: Sequence[PastRound], chance: Random, simulations: int
    ) -> None:
        self.chance, self.simulations, self.members = chance, simulations, stretch.members
        self.rules, self.players, self.past = rules, stretch.players, past
        self.next, self.counted = stretch.first + 1, stretch.counted
        self.strengths = [[record.drawn(chance) for record in stretch.records] for _lot in range(LOTS)]
        self.pools: dict[int, list[Gains]] = {}

    def pool_of(self, number: int) -> list[Gains]:
        hand_size = self.rules.hand_size(number)
        if hand_size not in self.pools:
            self.pools[hand_size] = pool(self.rules, hand_size, self.players, self.past, self.chance)
        return self.pools[hand_size]

    def columns(self, number: int) -> list[Column]:
        """What round `number` gives each side."""
        counted = self.counted if number == self.next else {}
        rounds = self.chance.choices(self.pool_of(number), k=self.simulations)
        dealt = [
            dealt_out(gains, self.strengths[n % LOTS], self.chance, counted) for n, gains in enumerate(rounds)
        ]
        by_seat = list(zip(*dealt, strict=True))
        return [_together([by_seat[place] for place in places]) for places in self.members]


def _to_the_plan(rules: Rules, stretch: Stretch, deals: _Deals, planned: int) -> Shares:
    """From the last round backwards: each round is drawn once and serves all places before it."""
    shares = {}
    ahead: list[Column] = [[0] * deals.simulations for _side in stretch.members]
    for played in range(planned, stretch.first - 1, -1):
        totals = stretch.totals.get(played)
        if totals is not None:
            finals = [[total + more for more in gains] for total, gains in zip(totals, ahead, strict=True)]
            shares[played] = _shares_of(rules, finals)
        if played > stretch.first:
            ahead = [list(map(add, *pair)) for pair in zip(ahead, deals.columns(played), strict=True)]
    return shares


def _to_a_goal(rules: Rules, stretch: Stretch, deals: _Deals) -> Shares:
    """Each simulation goes on until a side has reached the total that ends the session."""
    last = max(played + _reach(rules, totals, played, deals) for played, totals in stretch.totals.items())
    rounds = [deals.columns(number) for number in range(stretch.first + 1, last + 1)]
    timelines = [
        [list(accumulate(gains, initial=0)) for gains in zip(*columns, strict=True)]
        for columns in zip(*rounds, strict=True)
    ]
    return {
        played: _shares_of(rules, _finals(rules.first_to or 0, totals, played - stretch.first, timelines))
        for played, totals in stretch.totals.items()
    }


def _reach(rules: Rules, totals: Sequence[int], played: int, deals: _Deals) -> int:
    """How many rounds to look ahead, so that hardly any simulation is still played then; at least one."""
    goal = rules.first_to or 0
    if rules.counts_wins:
        most = sum(goal - 1 - total for total in totals) + 1
    else:
        each = fmean(map(fmean, deals.pool_of(played + 1))) or 1
        most = round(1.5 * (goal - max(totals)) / each) + 5
    planned = FARTHEST if rules.rounds is None else rules.rounds - played
    return max(1, min(most, planned, FARTHEST))


def _finals(
    goal: int, totals: Sequence[int], start: int, timelines: Sequence[Sequence[Sequence[int]]]
) -> list[Column]:
    """The total of each side at the end of each simulation. timelines: by side, simulation and round."""
    needed = [goal - total for total in totals]
    reached = [
        [bisect_left(timeline, lacking + timeline[start]) for timeline in of_side]
        for lacking, of_side in zip(needed, timelines, strict=True)
    ]
    never = [len(timeline) - 1 for timeline in timelines[0]]
    ends = list(map(min, never, *reached))
    return [
        [total + timeline[end] - timeline[start] for timeline, end in zip(of_side, ends, strict=True)]
        for total, of_side in zip(totals, timelines, strict=True)
    ]


def _shares_of(rules: Rules, finals: Sequence[Column]) -> list[Chance]:
    best = list(map(max if rules.counts_wins else min, *finals)) if len(finals) > 1 else finals[0]
    return [_share(list(map(eq, best, final))) for final in finals]


def _share(won: Sequence[bool]) -> Chance:
    """The lots differ by the luck of their simulations and, beyond that, by the strengths drawn for them."""
    lots = [won[lot::LOTS] for lot in range(LOTS)]
    share = sum(won) / len(won)
    luck = share * (1 - share) / len(won)
    strengths = variance(sum(lot) / len(lot) for lot in lots) - luck * LOTS
    return Chance(share, Z_95 * sqrt(luck + max(0.0, strengths)))


def _together(columns: Sequence[Column]) -> Column:
    return columns[0] if len(columns) == 1 else [sum(gains) for gains in zip(*columns, strict=True)]
