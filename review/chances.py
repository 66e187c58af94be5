"""Who may still win: the rounds left are played very often with hands of the past.

A chance here knows no skill: every seat draws from the same rounds. Joint winners are all winners, so the
chances of a table may add up to more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import sqrt
from random import Random

from review.certainty import certainties
from review.gains import PastRound, fitting
from review.interval import Z_95
from review.playing_on import Stretch, win_shares
from scoring.facts import Round, Seat, SeatId, in_order
from scoring.rules import Rules
from scoring.standings import Standing, is_over, standings, winners

BUDGET = 250_000  # simulations × rounds × sides that take well under 100 ms
MOST, FEWEST = 2_000, 200
DEARER = 3  # times so much where each simulation ends in a round of its own
FAR = 15  # rounds that a session without a plan is taken to last


@dataclass(frozen=True)
class Chance:
    """How likely a side is to win, 0 to 1; `certain` only where it is so whatever the cards are."""

    share: float
    certain: bool = False

    def error(self, simulations: int) -> float:
        """How far the share may be off by the luck of the simulations: half of a 95 % interval."""
        return 0.0 if self.certain else Z_95 * sqrt(self.share * (1 - self.share) / simulations)


@dataclass(frozen=True)
class Jump:
    """The round that changed one side's chance most."""

    round: int
    seats: tuple[SeatId, ...]
    before: Chance
    after: Chance

    @property
    def size(self) -> float:
        return abs(self.after.share - self.before.share)


@dataclass(frozen=True)
class WinChances:
    """The chances of every side from before the first round to after the last one played.

    sides: in the order of their first seats. after: by rounds played, then by side; None for a side that was
    not at the table for the next round. past_rounds: rounds of the past that were drawn from. stopped: it
    ended early, so that the last of the chances became a result by that and not by a round.
    """

    sides: tuple[tuple[SeatId, ...], ...]
    after: tuple[tuple[Chance | None, ...], ...]
    simulations: int
    past_rounds: int
    stopped: bool = False

    @property
    def now(self) -> tuple[Chance | None, ...]:
        return self.after[-1]

    def biggest_jump(self) -> Jump | None:
        """The first of the biggest; where somebody came or went, or where the table stopped early, it was not
        the round that changed most.

        None before a round is played.
        """
        jumps = [
            Jump(number, side, before, after)
            for number in range(1, len(self.after) - self.stopped)
            if self._same_sides(number)
            for side, before, after in zip(
                self.sides, self.after[number - 1], self.after[number], strict=True
            )
            if before and after
        ]
        return max(jumps, key=lambda jump: jump.size, default=None)

    def _same_sides(self, number: int) -> bool:
        before, after = ([chance is None for chance in self.after[n]] for n in (number - 1, number))
        return before == after


def chances(
    rules: Rules,
    seats: Sequence[Seat],
    rounds: Sequence[Round],
    past: Sequence[PastRound],
    chance: Random,
    *,
    finished: bool = False,
    most: int = MOST,
) -> WinChances | None:
    """None where nobody knows when the session ends, where it ended before a round was played, and where at
    some time nobody sat there.

    rules: those in force. past: points of earlier rounds of the same variant and scale; not read where wins
    are counted. finished: the last of the chances is the result. most: simulations, fewer for long sessions.
    The same arguments and the same seed give the same chances; those after a round do not hang on later
    rounds as long as nobody joins, leaves or comes back.
    """
    if (rules.rounds is None and rules.first_to is None) or (finished and not rounds):
        return None
    if rules.rounds is not None:  # a round that was forgotten at first may come on top of the plan
        rules = replace(rules, rounds=max(rules.rounds, len(rounds)))
    table = _Table(rules, seats, rounds)
    stretches = list(table.stretches(len(rounds) - finished))
    if not all(stretch.members for stretch in stretches):
        return None
    simulations = _affordable(rules, stretches, most)
    after = [moment for each in stretches for moment in table.chances(each, past, chance, simulations)]
    return WinChances(
        sides=tuple(side.seats for side in table.sides),
        after=(*after, table.result()) if finished else tuple(after),
        simulations=simulations,
        past_rounds=table.past_rounds(past),
        stopped=finished and not is_over(rules, seats, rounds),
    )


class _Table:
    """A session and where its sides stood after each round."""

    def __init__(self, rules: Rules, seats: Sequence[Seat], rounds: Sequence[Round]) -> None:
        self.rules, self.seats, self.rounds = rules, in_order(seats), rounds
        place = {seat.id: number for number, seat in enumerate(self.seats)}
        self.ranked = standings(rules, seats, rounds)
        self.sides = sorted(self.ranked, key=lambda side: min(place[seat] for seat in side.seats))

    def stretches(self, last: int) -> Iterator[Stretch]:
        """The table from before the first to after the `last` round, cut where other seats play."""
        for playing, played in groupby(range(last + 1), self._playing_after):
            here = self._sides_of(playing)
            members = [tuple(playing.index(s) for s in side.seats if s in playing) for side in here]
            totals = {n: tuple(self._total(side, n) for side in here) for n in played}
            yield Stretch(tuple(members), totals)

    def chances(
        self, stretch: Stretch, past: Sequence[PastRound], chance: Random, simulations: int
    ) -> Iterator[tuple[Chance | None, ...]]:
        """After each round of a stretch: how often a side came out best, or what is certain."""
        playing = self._sides_of(self._playing_after(stretch.first))
        shares = win_shares(self.rules, stretch, past, chance, simulations)
        for played, totals in stretch.totals.items():
            left = None if self.rules.rounds is None else self.rules.rounds - played
            sure = certainties(self.rules, totals, left)
            here = [
                Chance(share) if certain is None else Chance(float(certain), certain=True)
                for share, certain in zip(shares[played], sure, strict=True)
            ]
            of_side = {side.seats: one for side, one in zip(playing, here, strict=True)}
            yield tuple(of_side.get(side.seats) for side in self.sides)

    def result(self) -> tuple[Chance | None, ...]:
        won = {side.seats for side in winners(self.ranked, self.rounds)}
        return tuple(
            None if side.rank is None else Chance(float(side.seats in won), certain=True)
            for side in self.sides
        )

    def past_rounds(self, past: Sequence[PastRound]) -> int:
        """How many rounds of the past fit a round of this session, for as many as sit there now."""
        if self.rules.counts_wins:
            return 0
        sizes = {self.rules.hand_size(n) for n in range(1, (self.rules.rounds or 1) + 1)}
        players = len(self._playing_after(len(self.rounds)))
        return sum(len(fitting(hand_size, players, past)) for hand_size in sizes)

    def _playing_after(self, played: int) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in self.seats if seat.plays(played + 1))

    def _sides_of(self, playing: Sequence[SeatId]) -> list[Standing]:
        return [side for side in self.sides if set(side.seats) & set(playing)]

    def _total(self, side: Standing, played: int) -> int:
        """After so many rounds, with what the table added on the way back into the next one."""
        if played == len(self.rounds):
            return side.total
        back = (a.points for s in self.seats if s.id in side.seats for a in s.away if a.until == played + 1)
        return side.history[played] + sum(back)


def _affordable(rules: Rules, stretches: Sequence[Stretch], most: int) -> int:
    """How many simulations all stretches together leave time for."""
    last = rules.rounds or FAR
    work = sum(max(1, last - stretch.first) * len(stretch.members) for stretch in stretches)
    dear = 1 if rules.first_to is None else DEARER
    return max(min(most, FEWEST), min(most, BUDGET // (work * dear)))
