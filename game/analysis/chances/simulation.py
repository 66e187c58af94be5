"""Simulation of the rest of a session; values are stored by column, one for each simulation, for speed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt
from operator import add, eq
from random import Random
from statistics import fmean, variance

from game.analysis.chances.gains import Gains, Order, PastRound, assign_gains, best_first, pool, seat_gains
from game.analysis.chances.strength import SkillRecord
from game.analysis.interval import Z_95
from game.scoring.rules import Rules

MAX_ROUNDS = 120  # simulated if only totals end the session; the standings then decide
BATCHES = 20  # of simulations, each with strengths of its own
Column = Sequence[int]  # a value for each simulation
Timelines = Sequence[Sequence[int]]  # of one side: its gains up to each round, by simulation


@dataclass(frozen=True)
class Chance:
    """The probability that a side wins, 0 to 1. certain: independent of the cards to come.

    error: half of the 95 % interval, from the number of simulations and the uncertainty of the strengths.
    """

    share: float
    error: float = 0.0
    certain: bool = False


Shares = Mapping[int, list[Chance]]  # by rounds played, of each side


@dataclass(frozen=True)
class Segment:
    """Consecutive rounds of a session in which the same seats play.

    members: indexes of each side's seats in `records`. totals: of each side, by rounds played. records: of
    each seat's player. counted: known gains of the round after the first of `totals`, by index of the seat.
    """

    members: tuple[tuple[int, ...], ...]
    totals: Mapping[int, tuple[int, ...]]
    records: tuple[SkillRecord, ...]
    counted: Mapping[int, int] = field(default_factory=dict)

    @property
    def first(self) -> int:
        return min(self.totals)

    @property
    def players(self) -> int:
        return len(self.records)


def win_shares(
    rules: Rules, segment: Segment, past: Sequence[PastRound], rng: Random, simulations: int
) -> Shares:
    """Return the share of simulations that each side won, alone or jointly, by rounds played.

    Sides with equal totals and records have equal chances, so their shares are averaged.
    """
    sampler = _RoundSampler(rules, segment, past, rng, simulations)
    if rules.eliminate_at is not None:
        shares = _until_one_is_left(rules, segment, sampler)
    elif rules.first_to is None and rules.rounds is not None:
        shares = _until_last_round(rules, segment, sampler, rules.rounds)
    else:
        shares = _until_goal(rules, segment, sampler)
    return {played: _averaged(segment, totals, shares[played]) for played, totals in segment.totals.items()}


def _averaged(segment: Segment, totals: Sequence[int], shares: Sequence[Chance]) -> list[Chance]:
    if segment.counted:
        return list(shares)
    records = [sorted(repr(segment.records[place]) for place in places) for places in segment.members]
    keys = list(zip(totals, records, strict=True))
    averaged = []
    for key in keys:
        equal = [chance for chance, other in zip(shares, keys, strict=True) if other == key]
        averaged.append(Chance(fmean(c.share for c in equal), fmean(c.error for c in equal)))
    return averaged


class _RoundSampler:
    """Samples the gains of every side in a round, once for each simulation."""

    def __init__(
        self, rules: Rules, segment: Segment, past: Sequence[PastRound], rng: Random, simulations: int
    ) -> None:
        self.rng, self.simulations, self.members = rng, simulations, segment.members
        self.rules, self.players, self.past = rules, segment.players, past
        self.next_number, self.counted = segment.first + 1, segment.counted
        self.strengths = [
            [record.draw_strength(rng) for record in segment.records] for _batch in range(BATCHES)
        ]
        self.pools: dict[tuple[int, int], list[Gains]] = {}

    def pool_of(self, number: int, players: int | None = None) -> list[Gains]:
        """Return the rounds to sample from. players: if not all of the segment."""
        key = self.rules.hand_size(number), self.players if players is None else players
        if key not in self.pools:
            self.pools[key] = pool(self.rules, *key, self.past, self.rng)
        return self.pools[key]

    def counted_in(self, number: int) -> Mapping[int, int]:
        return self.counted if number == self.next_number else {}

    def columns(self, number: int) -> list[Column]:
        """Return the gains of each side in round `number`."""
        counted = self.counted_in(number)
        rounds = self.rng.choices(self.pool_of(number), k=self.simulations)
        dealt = [
            assign_gains(gains, self.strengths[n % BATCHES], self.rng, counted)
            for n, gains in enumerate(rounds)
        ]
        by_seat = list(zip(*dealt, strict=True))
        return [_summed([by_seat[place] for place in places]) for places in self.members]

    def drawn(self, number: int) -> list[tuple[Order, float]]:
        """Return the order of all seats in round `number`, and a number below 1 that selects its gains."""
        strengths = (self.strengths[n % BATCHES] for n in range(self.simulations))
        return [(best_first(of_seats, self.rng), self.rng.random()) for of_seats in strengths]


def _until_last_round(rules: Rules, segment: Segment, sampler: _RoundSampler, planned: int) -> Shares:
    """Simulate to the last planned round. Backwards, so that each round is sampled once for all starts."""
    shares = {}
    ahead: list[Column] = [[0] * sampler.simulations for _side in segment.members]
    for played in range(planned, segment.first - 1, -1):
        totals = segment.totals.get(played)
        if totals is not None:
            finals = [[total + more for more in gains] for total, gains in zip(totals, ahead, strict=True)]
            shares[played] = _chances_of(rules, finals)
        if played > segment.first:
            ahead = [list(map(add, *pair)) for pair in zip(ahead, sampler.columns(played), strict=True)]
    return shares


def _until_goal(rules: Rules, segment: Segment, sampler: _RoundSampler) -> Shares:
    """Simulate until a side reaches the total that ends the session."""
    last = max(played + _horizon(rules, totals, played, sampler) for played, totals in segment.totals.items())
    rounds = [sampler.columns(number) for number in range(segment.first + 1, last + 1)]
    timelines = [
        [list(accumulate(gains, initial=0)) for gains in zip(*columns, strict=True)]
        for columns in zip(*rounds, strict=True)
    ]
    return {
        played: _chances_of(rules, _finals(rules, totals, played - segment.first, timelines))
        for played, totals in segment.totals.items()
    }


def _until_one_is_left(rules: Rules, segment: Segment, sampler: _RoundSampler) -> Shares:
    """Simulate until no more than one side is not eliminated; each side plays with one seat."""
    last = max(played + _horizon(rules, totals, played, sampler) for played, totals in segment.totals.items())
    drawn = {number: sampler.drawn(number) for number in range(segment.first + 1, last + 1)}
    shares = {}
    for played, totals in segment.totals.items():
        rounds = [(number, drawn[number]) for number in range(played + 1, last + 1)]
        won = [
            _winning_seats([(number, *draws[n]) for number, draws in rounds], rules, segment, totals, sampler)
            for n in range(sampler.simulations)
        ]
        shares[played] = [_estimate([place in winners for winners in won]) for (place,) in segment.members]
    return shares


def _winning_seats(
    rounds: Sequence[tuple[int, Order, float]],
    rules: Rules,
    segment: Segment,
    totals: Sequence[int],
    sampler: _RoundSampler,
) -> set[int]:
    """Return the seats that win one simulation: with the lowest total of those that play longest.

    rounds: number, order of all seats, and what selects the gains.
    """
    now = {place: total for (place,), total in zip(segment.members, totals, strict=True)}
    left = playing = set(now)
    for number, order, selects in rounds:
        if len(left) <= 1:
            break
        pool_of_them = sampler.pool_of(number, len(playing))
        gains = pool_of_them[int(selects * len(pool_of_them))]
        here = [place for place in order if place in playing]
        for place, gain in seat_gains(gains, here, sampler.counted_in(number)):
            now[place] += gain
        left = {place for place in playing if now[place] < (rules.eliminate_at or 0)}
        playing = left or playing
    best = min(now[place] for place in playing)
    return {place for place in playing if now[place] == best}


def _horizon(rules: Rules, totals: Sequence[int], played: int, sampler: _RoundSampler) -> int:
    """Return the number of rounds, at least one, after which hardly any simulation is unfinished."""
    goal = rules.first_to or rules.eliminate_at or 0
    if rules.counts_wins:
        most = sum(goal - 1 - total for total in totals) + 1
    else:
        # The last two may take several rounds more until one of them is eliminated.
        nearest, slack = (min(totals), 2.0) if rules.eliminate_at else (max(totals), 1.5)
        average_gain = fmean(map(fmean, sampler.pool_of(played + 1)))
        most = round(slack * (goal - nearest) / average_gain) + 5 if average_gain > 0 else MAX_ROUNDS
    planned = MAX_ROUNDS if rules.rounds is None else rules.rounds - played
    return max(1, min(most, planned, MAX_ROUNDS))


def _finals(rules: Rules, totals: Sequence[int], start: int, timelines: Sequence[Timelines]) -> list[Column]:
    """Return the final totals of each side, by simulation. timelines: of each side."""
    if is_stepwise(rules):
        ends = [_stepwise_end(rules, totals, start, of_sides) for of_sides in zip(*timelines, strict=True)]
    else:
        ends = _ends_at_goal(rules.first_to or 0, totals, start, timelines)
    return [
        [total + timeline[end] - timeline[start] for timeline, end in zip(of_side, ends, strict=True)]
        for total, of_side in zip(totals, timelines, strict=True)
    ]


def _ends_at_goal(goal: int, totals: Sequence[int], start: int, timelines: Sequence[Timelines]) -> list[int]:
    """Return the round in which each simulation ends, if no total ever falls and ties are not played on."""
    needed = [goal - total for total in totals]
    reached = [
        [bisect_left(timeline, lacking + timeline[start], start) for timeline in of_side]
        for lacking, of_side in zip(needed, timelines, strict=True)
    ]
    never = [len(timeline) - 1 for timeline in timelines[0]]
    return list(map(min, never, *reached))


def is_stepwise(rules: Rules) -> bool:
    """Whether only the totals after each round tell where a simulation reaches its target."""
    may_fall = rules.negative or any((c.points or 0) < 0 for c in rules.classes)
    return rules.first_to is not None and (may_fall or rules.tie == "play_on")


def _stepwise_end(rules: Rules, totals: Sequence[int], start: int, of_sides: Sequence[Column]) -> int:
    """Return the round in which one simulation ends. of_sides: the gains of each side up to each round."""
    goal, last = rules.first_to or 0, len(of_sides[0]) - 1
    best = max if rules.higher_is_better else min
    for end in range(start, last):
        now = [total + gains[end] - gains[start] for total, gains in zip(totals, of_sides, strict=True)]
        if max(now) >= goal and (rules.tie == "shared" or now.count(best(now)) == 1):
            return end
    return last


def _chances_of(rules: Rules, finals: Sequence[Column]) -> list[Chance]:
    best = list(map(max if rules.higher_is_better else min, *finals)) if len(finals) > 1 else finals[0]
    return [_estimate(list(map(eq, best, final))) for final in finals]


def _estimate(won: Sequence[bool]) -> Chance:
    """Estimate a chance. Batches differ by sampling error and by the strengths sampled for them."""
    batches = [won[batch::BATCHES] for batch in range(BATCHES)]
    share = sum(won) / len(won)
    luck = share * (1 - share) / len(won)
    strengths = variance(sum(batch) / len(batch) for batch in batches) - luck * BATCHES
    return Chance(share, Z_95 * sqrt(luck + max(0.0, strengths)))


def _summed(columns: Sequence[Column]) -> Column:
    return columns[0] if len(columns) == 1 else [sum(gains) for gains in zip(*columns, strict=True)]
