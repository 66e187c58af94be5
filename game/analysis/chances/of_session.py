"""Who may still win: the rounds left are played very often with hands of the past.

Whoever did better than the others before gets the better hands more often, as far as the record tells luck
from skill. Joint winners are all winners, so the chances of a table may add up to more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from random import Random

from game.analysis.chances.certainty import certainties
from game.analysis.chances.gains import PastRound, fitting
from game.analysis.chances.playing_on import LOTS, Stretch, win_shares
from game.analysis.chances.strength import Record
from game.analysis.chances.win_chances import Chance, WinChances
from game.scoring.facts import RoundFacts, SeatFacts, SeatId, in_order
from game.scoring.rules import Rules
from game.scoring.standings import Standing, is_over, standings, winners

BUDGET = 250_000  # simulations × rounds × sides that take well under 100 ms
MOST, FEWEST = 2_000, 200
DEARER = 3  # times so much where each simulation ends in a round of its own
FAR = 15  # rounds that a session without a plan is taken to last


@dataclass(frozen=True)
class Evidence:
    """What is known besides the rounds that were played.

    rounds: earlier ones of the same variant and scale; not read where wins are counted. records: of players,
    by seat. counted: points, or wins, of the round that is just counted, as far as they are known.
    """

    rounds: Sequence[PastRound] = ()
    records: Mapping[SeatId, Record] = field(default_factory=dict)
    counted: Mapping[SeatId, int] = field(default_factory=dict)


def chances(
    rules: Rules,
    seats: Sequence[SeatFacts],
    rounds: Sequence[RoundFacts],
    known: Evidence,
    chance: Random,
    *,
    finished: bool = False,
    most: int = MOST,
) -> WinChances | None:
    """None where nobody knows when the session ends, where it ended before a round was played, and where at
    some time nobody sat there.

    rules: those in force. finished: the last of the chances is the result. most: simulations, fewer for long
    sessions.
    The same arguments and the same seed give the same chances; those after a round do not hang on later
    rounds as long as nobody joins, leaves or comes back.
    """
    if (rules.rounds is None and rules.first_to is None) or (finished and not rounds):
        return None
    if rules.rounds is not None:  # a round that was forgotten at first may come on top of the plan
        rules = replace(rules, rounds=max(rules.rounds, len(rounds)))
    table = _Table(rules, seats, rounds, known.records)
    stretches = list(table.stretches(len(rounds) - finished))
    if not all(stretch.members for stretch in stretches):
        return None
    simulations = _affordable(rules, stretches, most)
    after = [
        moment for each in stretches for moment in table.chances(each, known.rounds, chance, simulations)
    ]
    now = table.counting(stretches[-1], known.counted) if known.counted and not finished else None
    return WinChances(
        sides=tuple(side.seats for side in table.sides),
        after=(*after, table.result()) if finished else tuple(after),
        simulations=simulations,
        past_rounds=table.past_rounds(known.rounds),
        known=frozenset(seat for seat, record in known.records.items() if record.comparisons),
        stopped=finished and not is_over(rules, seats, rounds),
        counted=next(table.chances(now, known.rounds, chance, simulations)) if now else (),
    )


class _Table:
    """A session and where its sides stood after each round."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[SeatFacts],
        rounds: Sequence[RoundFacts],
        known: Mapping[SeatId, Record],
    ) -> None:
        self.rules, self.seats, self.rounds, self.known = rules, in_order(seats), rounds, known
        place = {seat.id: number for number, seat in enumerate(self.seats)}
        self.ranked = standings(rules, seats, rounds)
        self.sides = sorted(self.ranked, key=lambda side: min(place[seat] for seat in side.seats))

    def stretches(self, last: int) -> Iterator[Stretch]:
        """The table from before the first to after the `last` round, cut where other seats play."""
        for playing, played in groupby(range(last + 1), self._playing_after):
            here = self._sides_of(playing)
            members = [tuple(playing.index(s) for s in side.seats if s in playing) for side in here]
            totals = {n: tuple(self._total(side, n) for side in here) for n in played}
            yield Stretch(tuple(members), totals, tuple(self.known.get(seat, Record()) for seat in playing))

    def counting(self, last: Stretch, counted: Mapping[SeatId, int]) -> Stretch:
        """The last stretch from where the table stands, with what is known of the round that is played."""
        played = len(self.rounds)
        playing = self._playing_after(played)
        known = {playing.index(seat): points for seat, points in counted.items() if seat in playing}
        return replace(last, totals={played: last.totals[played]}, counted=known)

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
                share if certain is None else Chance(float(certain), certain=True)
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
    return max(min(most, FEWEST), min(most, BUDGET // (work * dear))) // LOTS * LOTS
