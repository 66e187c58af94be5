"""What there is to tell of one session: where it turned, its worst hand, who was caught with the eights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scoring.facts import Round, Seat, SeatId
from scoring.rules import Rules
from scoring.standings import Standing, deciding_round, standings, winners

EIGHT = ("8",)
LEAST_RUN = 2


@dataclass(frozen=True)
class Swing:
    """The round in which a winner's distance to the best side that did not win changed most.

    before, after: that distance, positive where the winner was ahead; points that the table gave somebody on
    the way back are in both.
    """

    round: int
    winner: tuple[SeatId, ...]
    before: int
    after: int


@dataclass(frozen=True)
class WorstHand:
    """What a hand cost; cards is None where its points were typed."""

    seat: SeatId
    round: int
    points: int
    cards: Mapping[str, int] | None


@dataclass(frozen=True)
class Run:
    """How often one seat went out in a row, and in which rounds first and last; it may have missed some."""

    seat: SeatId
    first: int
    last: int
    length: int


@dataclass(frozen=True)
class Recap:
    """decided: the round after which the winners never lost the lead again (scoring/standings.py).

    swing: None where wins are counted (each round is worth one), or where nobody lost.
    worst_hands: every hand that cost most, in the order of the rounds; none where points mean nothing.
    eights: how many each seat was caught with, None where the variant has no class of eights alone.
    runs: the longest of each seat, from two rounds on. dealt, misdealt: rounds, and deals gone wrong.
    """

    decided: int | None = None
    swing: Swing | None = None
    worst_hands: tuple[WorstHand, ...] = ()
    eights: Mapping[SeatId, int] | None = None
    runs: tuple[Run, ...] = ()
    dealt: Mapping[SeatId, int] = field(default_factory=dict)
    misdealt: Mapping[SeatId, int] = field(default_factory=dict)


def recap(
    rules: Rules, seats: Sequence[Seat], rounds: Sequence[Round], misdeals: Sequence[int] = ()
) -> Recap:
    """The whole recap. misdeals: for each round how often it was dealt wrongly before."""
    return Recap(
        decided=deciding_round(rules, seats, rounds),
        swing=biggest_swing(rules, seats, rounds),
        worst_hands=worst_hands(rules, rounds),
        eights=eights_caught(rules, rounds),
        runs=tuple(run for seat in seats if (run := longest_run(seat.id, rounds))),
        dealt=Counter(played.dealer for played in rounds),
        misdealt=_misdealt(rounds, misdeals),
    )


def biggest_swing(rules: Rules, seats: Sequence[Seat], rounds: Sequence[Round]) -> Swing | None:
    """Of equal ones the last; a side counts from the round it joined in, if it stays to the end."""
    if rules.counts_wins:
        return None
    table = standings(rules, seats, rounds)
    first = winners(table, rounds)
    others = [side for side in table if side.rank is not None and not side.leads]
    joined = {side.seats: min(s.joined_round for s in seats if s.id in side.seats) for side in table}
    given = {side.seats: _given_back(s for s in seats if s.id in side.seats) for side in table}
    swings = [s for played in rounds for s in _swings(first, others, joined, given, played.number)]
    return max(swings, key=lambda s: (abs(s.after - s.before), s.round), default=None)


def worst_hands(rules: Rules, rounds: Sequence[Round]) -> tuple[WorstHand, ...]:
    if rules.counts_wins:
        return ()
    caught = [
        WorstHand(hand.seat, played.number, hand.points, hand.cards)
        for played in rounds
        for hand in played.hands
        if hand.seat != played.out and hand.points
    ]
    most = max((hand.points for hand in caught), default=0)
    return tuple(hand for hand in caught if hand.points == most)


def eights_caught(rules: Rules, rounds: Sequence[Round]) -> Mapping[SeatId, int] | None:
    """Eights by seat in hands that were counted in cards and did not go out; who has none is left out."""
    key = next((c.key for c in rules.classes if c.ranks == EIGHT), None)
    if key is None:
        return None
    caught: Counter[SeatId] = Counter()
    for played in rounds:
        for hand in played.hands:
            if hand.seat != played.out and hand.cards:
                caught[hand.seat] += hand.cards.get(key, 0)
    return +caught


def longest_run(seat: SeatId, rounds: Sequence[Round]) -> Run | None:
    """Of equal ones the first; a round that the seat missed neither lengthens nor breaks a run."""
    there = [played for played in rounds if any(hand.seat == seat for hand in played.hands)]
    runs = [
        Run(seat, numbers[0], numbers[-1], len(numbers))
        for out, together in groupby(there, key=lambda played: played.out == seat)
        if out and len(numbers := [played.number for played in together]) >= LEAST_RUN
    ]
    return max(runs, key=lambda run: run.length, default=None)


def _swings(
    first: Sequence[Standing],
    others: Sequence[Standing],
    joined: Mapping[tuple[SeatId, ...], int],
    given: Mapping[tuple[SeatId, ...], Mapping[int, int]],
    number: int,
) -> Iterator[Swing]:
    """What round `number` did to each winner."""

    def before(side: Standing) -> int:
        return side.history[number - 1] + given[side.seats].get(number, 0)

    there = [side for side in others if joined[side.seats] <= number]
    for winner in first:
        if there and joined[winner.seats] <= number:
            ahead = min(map(before, there)) - before(winner)
            after = min(side.history[number] for side in there) - winner.history[number]
            yield Swing(number, winner.seats, ahead, after)


def _given_back(seats: Iterable[Seat]) -> Mapping[int, int]:
    """The points that a side was given on the way back, by the first round back."""
    given: Counter[int] = Counter()
    for seat in seats:
        for away in seat.away:
            if away.until is not None:
                given[away.until] += away.points
    return given


def _misdealt(rounds: Sequence[Round], misdeals: Sequence[int]) -> Mapping[SeatId, int]:
    wrong: Counter[SeatId] = Counter()
    for played, times in zip(rounds, misdeals, strict=False):
        wrong[played.dealer] += times
    return +wrong
