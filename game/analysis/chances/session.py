"""Win chances of all sides after each round of a session.

The remaining rounds are simulated with hands of past rounds. Players with a better record get the better
hands more often, as far as the record shows skill and not luck. Joint winners all win, so that the chances
of a table may add up to more than 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import inf
from random import Random

from game.analysis.chances.gains import PastRound, is_sampled, matching_rounds
from game.analysis.chances.simulation import BATCHES, Chance, Segment, is_stepwise, win_shares
from game.analysis.chances.strength import SkillRecord
from game.scoring.facts import Round, SeatFacts, SeatId, in_order
from game.scoring.rules import Rules
from game.scoring.standings import Standing, is_over, standings, total_before, winners, with_eliminations

BUDGET = 250_000  # simulations × rounds × sides that take well under 100 ms
MAX_SIMULATIONS, MIN_SIMULATIONS = 2_000, 200
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

    sides: in the order of their first seats. after: by rounds played, then by side; None for a side that does
    not play the next round. counted: the present chances including the round that is being counted, () if
    nothing of it is known. past_rounds: number of past rounds sampled from. known: seats whose players have a
    record. stopped: the session ended before its plan, so that the last chances are not the effect of a
    round.
    """

    sides: tuple[tuple[SeatId, ...], ...]
    after: tuple[tuple[Chance | None, ...], ...]
    simulations: int
    past_rounds: int
    known: frozenset[SeatId]
    stopped: bool = False
    counted: tuple[Chance | None, ...] = ()

    @property
    def now(self) -> tuple[Chance | None, ...]:
        return self.counted or self.after[-1]

    def biggest_jump(self) -> Jump | None:
        """Return the first of the biggest jumps, None before a round is played.

        Rounds around a change of seats and an early end are ignored.
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
        """Whether the same sides play on after a round as before it."""
        before, after = ([chance is None for chance in self.after[n]] for n in (number - 1, number))
        return before == after


def chances(
    rules: Rules,
    seats: Sequence[SeatFacts],
    rounds: Sequence[Round],
    evidence: Evidence,
    rng: Random,
    *,
    finished: bool = False,
    most: int = MAX_SIMULATIONS,
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
    state = _SessionState(rules, seats, rounds, evidence.records)
    segments = list(state.segments(len(rounds) - finished))
    if not all(segment.members and state.is_sampled(segment, evidence.rounds) for segment in segments):
        return None
    simulations = _affordable_simulations(rules, segments, most)
    after = [
        chances_of_sides
        for segment in segments
        for chances_of_sides in state.chances(segment, evidence.rounds, rng, simulations)
    ]
    now = state.counting(segments[-1], evidence.counted) if evidence.counted and not finished else None
    return WinChances(
        sides=tuple(side.seats for side in state.sides),
        after=(*after, state.result()) if finished else tuple(after),
        simulations=simulations,
        past_rounds=state.past_rounds(evidence.rounds),
        known=frozenset(seat for seat, record in evidence.records.items() if record.comparisons),
        stopped=finished and not is_over(rules, seats, rounds),
        counted=next(state.chances(now, evidence.rounds, rng, simulations)) if now else (),
    )


def has_end(rules: Rules) -> bool:
    """Whether the rules say when a session ends."""
    return any(end is not None for end in (rules.rounds, rules.first_to, rules.eliminate_at))


def certainties(
    rules: Rules, totals: Sequence[int], left: int | None, seats: Sequence[int] = ()
) -> list[bool | None]:
    """Return for each side: True if it is certain to win, alone or jointly, False if it cannot win, else
    None.

    totals: of all sides at the table. left: rounds still to be played, None if unknown. seats: number of
    seats of each side, one if not given.

    >>> from game.variants import VARIANTS
    >>> certainties(VARIANTS["derange"].rules({}, 2), totals=[0, 5000], left=1)
    [True, False]
    """
    if left is None:
        return [None] * len(totals)
    swing = left * _swing(rules, seats or [1] * len(totals)) if left else 0
    keys = [rules.sort_key(total) for total in totals]
    return [_certainty(key, [*keys[:place], *keys[place + 1 :]], swing) for place, key in enumerate(keys)]


def _certainty(key: int, others: Sequence[int], swing: float) -> bool | None:
    """Compare the sort key of a side with those of the others. swing: the largest possible change.

    Joint winners both win. Holds for eliminations too: a side whose total is never worse than another's is
    not eliminated before it.
    """
    if all(key + swing <= other for other in others):
        return True
    if any(other + swing < key for other in others):
        return False
    return None


def _swing(rules: Rules, seats: Sequence[int]) -> float:
    """Return the most by which one round can change the distance of two sides; typed points have no limit."""
    if rules.counts_wins:
        return 1
    if not rules.counts_points:
        return max(seats) * (sum(seats) - 1)
    if rules.is_typed:
        return inf
    # One side has all cards that cost something, another one all that are worth less than nothing.
    factor = rules.factor(multiplier.key for multiplier in rules.multipliers)
    return factor * sum(abs(c.points or 0) * rules.cards_in_pack(c) for c in rules.classes)


class _SessionState:
    """A session with the totals of its sides after each round."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[SeatFacts],
        rounds: Sequence[Round],
        records: Mapping[SeatId, SkillRecord],
    ) -> None:
        self.rules, self.rounds, self.records = rules, rounds, records
        self.seats = with_eliminations(rules, in_order(seats), rounds)
        place = {seat.id: number for number, seat in enumerate(self.seats)}
        self.ranked = standings(rules, seats, rounds)
        self.sides = sorted(self.ranked, key=lambda side: min(place[seat] for seat in side.seats))

    def segments(self, last: int) -> Iterator[Segment]:
        """Yield the segments from before the first to after the `last` round, split when the seats change."""
        for playing, played in groupby(range(last + 1), self._playing_after):
            here = self._sides_of(playing)
            members = [tuple(playing.index(s) for s in side.seats if s in playing) for side in here]
            totals = {n: tuple(total_before(side, self.seats, n + 1) for side in here) for n in played}
            yield Segment(
                tuple(members), totals, tuple(self.records.get(seat, SkillRecord()) for seat in playing)
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
            by_seats = {side.seats: chance for side, chance in zip(playing, here, strict=True)}
            yield tuple(by_seats.get(side.seats, _without_round(side, played)) for side in self.sides)

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


def _affordable_simulations(rules: Rules, segments: Sequence[Segment], most: int) -> int:
    """Return the number of simulations within BUDGET, a multiple of BATCHES."""
    last = rules.rounds or ASSUMED_ROUNDS
    work = sum(max(1, last - segment.first) * len(segment.members) for segment in segments)
    if rules.eliminate_at is not None:
        work *= ELIMINATION_COST
    elif is_stepwise(rules):
        work *= STEP_COST
    elif rules.first_to is not None:
        work *= GOAL_COST
    return max(min(most, MIN_SIMULATIONS), min(most, BUDGET // work)) // BATCHES * BATCHES


def _without_round(side: Standing, played: int) -> Chance | None:
    """Return the chance of a side that does not play the next round: 0 if eliminated, else None."""
    is_eliminated = side.eliminated_after is not None and side.eliminated_after <= played
    return Chance(0.0, certain=True) if is_eliminated and side.rank is not None else None
