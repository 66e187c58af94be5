"""Win chances of all sides after each round of a session.

The remaining rounds are simulated with hands of past rounds. Players with a better record get the better
hands more often, as far as the record shows skill and not luck. Joint winners all win, so that the chances
of a table may add up to more than 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from random import Random

from game.analysis.chances.certainty import certainties
from game.analysis.chances.gains import PastRound, is_sampled, matching_rounds
from game.analysis.chances.simulation import BATCHES, Segment, is_stepwise, win_shares
from game.analysis.chances.strength import SkillRecord
from game.analysis.chances.win_chances import Chance, WinChances
from game.scoring.facts import Round, SeatFacts, SeatId, in_order
from game.scoring.rules import Rules
from game.scoring.standings import Standing, is_over, standings, winners, with_eliminations

BUDGET = 250_000  # simulations × rounds × sides that take well under 100 ms
MOST, FEWEST = 2_000, 200
GOAL_COST = 3  # factor of the cost if each simulation ends in a round of its own
STEP_COST, ELIMINATION_COST = 8, 20  # the same if each simulation is played round by round
ASSUMED_ROUNDS = 15  # length of a session without a plan, for the budget


@dataclass(frozen=True)
class Evidence:
    """Input besides the session's own rounds.

    rounds: past rounds of the same variant and scale, unused unless points are counted. records: of the
    players, by seat. counted: known gains of the round that is being counted, by seat.
    """

    rounds: Sequence[PastRound] = ()
    records: Mapping[SeatId, SkillRecord] = field(default_factory=dict)
    counted: Mapping[SeatId, int] = field(default_factory=dict)


def chances(
    rules: Rules,
    seats: Sequence[SeatFacts],
    rounds: Sequence[Round],
    known: Evidence,
    rng: Random,
    *,
    finished: bool = False,
    most: int = MOST,
) -> WinChances | None:
    """Return the chances after each round; None if no end is planned (`has_end`), if too little is known of
    what a round may bring (`is_sampled`), or if no round or no side is there.

    rules: with the options in force now. finished: the last chances are the result. most: maximum number of
    simulations, fewer for long sessions.
    Deterministic for the same arguments and seed; the chances after a round do not depend on later rounds
    while no seat joins, leaves or returns.
    """
    if not has_end(rules) or (finished and not rounds):
        return None
    if rules.rounds is not None:  # a forgotten round may be added after the planned ones
        rules = replace(rules, rounds=max(rules.rounds, len(rounds)))
    table = _SessionState(rules, seats, rounds, known.records)
    segments = list(table.segments(len(rounds) - finished))
    if not all(segment.members and table.is_sampled(segment, known.rounds) for segment in segments):
        return None
    simulations = _affordable_simulations(rules, segments, most)
    after = [moment for each in segments for moment in table.chances(each, known.rounds, rng, simulations)]
    now = table.counting(segments[-1], known.counted) if known.counted and not finished else None
    return WinChances(
        sides=tuple(side.seats for side in table.sides),
        after=(*after, table.result()) if finished else tuple(after),
        simulations=simulations,
        past_rounds=table.past_rounds(known.rounds),
        known=frozenset(seat for seat, record in known.records.items() if record.comparisons),
        stopped=finished and not is_over(rules, seats, rounds),
        counted=next(table.chances(now, known.rounds, rng, simulations)) if now else (),
    )


def has_end(rules: Rules) -> bool:
    """Whether the rules say when a session ends."""
    return any(end is not None for end in (rules.rounds, rules.first_to, rules.eliminate_at))


class _SessionState:
    """A session with the totals of its sides after each round."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[SeatFacts],
        rounds: Sequence[Round],
        known: Mapping[SeatId, SkillRecord],
    ) -> None:
        self.rules, self.rounds, self.known = rules, rounds, known
        self.seats = with_eliminations(rules, in_order(seats), rounds)
        place = {seat.id: number for number, seat in enumerate(self.seats)}
        self.ranked = standings(rules, seats, rounds)
        self.sides = sorted(self.ranked, key=lambda side: min(place[seat] for seat in side.seats))

    def segments(self, last: int) -> Iterator[Segment]:
        """Yield the segments from before the first to after the `last` round, split when the seats change."""
        for playing, played in groupby(range(last + 1), self._playing_after):
            here = self._sides_of(playing)
            members = [tuple(playing.index(s) for s in side.seats if s in playing) for side in here]
            totals = {n: tuple(self._total(side, n) for side in here) for n in played}
            yield Segment(
                tuple(members), totals, tuple(self.known.get(seat, SkillRecord()) for seat in playing)
            )

    def counting(self, last: Segment, counted: Mapping[SeatId, int]) -> Segment:
        """Return the last segment from the present totals on, with the known gains of the next round."""
        played = len(self.rounds)
        playing = self._playing_after(played)
        known = {playing.index(seat): points for seat, points in counted.items() if seat in playing}
        return replace(last, totals={played: last.totals[played]}, counted=known)

    def chances(
        self, segment: Segment, past: Sequence[PastRound], rng: Random, simulations: int
    ) -> Iterator[tuple[Chance | None, ...]]:
        """Yield the chances of all sides after each round of a segment: certain ones or simulated shares."""
        playing = self._sides_of(self._playing_after(segment.first))
        shares = win_shares(self.rules, segment, past, rng, simulations)
        for played, totals in segment.totals.items():
            left = None if self.rules.rounds is None else self.rules.rounds - played
            sure = certainties(self.rules, totals, left, list(map(len, segment.members)))
            here = [
                share if certain is None else Chance(float(certain), certain=True)
                for share, certain in zip(shares[played], sure, strict=True)
            ]
            of_side = {side.seats: one for side, one in zip(playing, here, strict=True)}
            yield tuple(of_side.get(side.seats, _without_round(side, played)) for side in self.sides)

    def result(self) -> tuple[Chance | None, ...]:
        won = {side.seats for side in winners(self.ranked, self.rounds)}
        return tuple(
            None if side.rank is None else Chance(float(side.seats in won), certain=True)
            for side in self.sides
        )

    def is_sampled(self, segment: Segment, past: Sequence[PastRound]) -> bool:
        return all(is_sampled(self.rules, size, segment.players, past) for size in self._hand_sizes)

    def past_rounds(self, past: Sequence[PastRound]) -> int:
        """Return how many past rounds match the rounds of this session and its present number of players."""
        if not self.rules.counts_points:
            return 0
        players = len(self._playing_after(len(self.rounds)))
        return sum(len(matching_rounds(hand_size, players, past)) for hand_size in self._hand_sizes)

    @property
    def _hand_sizes(self) -> set[int]:
        last = self.rules.rounds or max(1, len(self.rules.hand_sizes))
        return {self.rules.hand_size(number) for number in range(1, last + 1)}

    def _playing_after(self, played: int) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in self.seats if seat.plays(played + 1))

    def _sides_of(self, playing: Sequence[SeatId]) -> list[Standing]:
        return [side for side in self.sides if set(side.seats) & set(playing)]

    def _total(self, side: Standing, played: int) -> int:
        """Return a side's total after `played` rounds, with points added for a return into the next one."""
        if played == len(self.rounds):
            return side.total
        back = (a.points for s in self.seats if s.id in side.seats for a in s.away if a.until == played + 1)
        return side.history[played] + sum(back)


def _affordable_simulations(rules: Rules, segments: Sequence[Segment], most: int) -> int:
    """Return the number of simulations within BUDGET, a multiple of BATCHES."""
    last = rules.rounds or ASSUMED_ROUNDS
    work = sum(max(1, last - segment.first) * len(segment.members) for segment in segments)
    return max(min(most, FEWEST), min(most, BUDGET // (work * _cost(rules)))) // BATCHES * BATCHES


def _cost(rules: Rules) -> int:
    if rules.eliminate_at is not None:
        return ELIMINATION_COST
    if is_stepwise(rules):
        return STEP_COST
    return 1 if rules.first_to is None else GOAL_COST


def _without_round(side: Standing, played: int) -> Chance | None:
    """Return the chance of a side that does not play the next round: 0 if eliminated, else None."""
    is_eliminated = side.eliminated_after is not None and side.eliminated_after <= played
    return Chance(0.0, certain=True) if is_eliminated and side.rank is not None else None
