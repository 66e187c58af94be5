"""What a finished session came to for one seat: the figures that statistics add up."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from scoring.deal import left_of
from scoring.facts import Hand, Round, Seat, SeatId, in_order
from scoring.rules import Rules
from scoring.standings import Standing, standings

SCALE_LENGTH = 8


@dataclass(frozen=True)
class Left:
    """Cards of one class that a seat was caught with in a session, and what they cost it."""

    cards: int = 0
    points: int = 0


@dataclass(frozen=True)
class Part:
    """The rounds a seat dealt, or led to: how many, points it took in them, times it went out."""

    rounds: int = 0
    points: int = 0
    outs: int = 0


@dataclass(frozen=True)
class Outcome:
    """One seat in one finished session.

    side: the same number for the seats of one team, the sides counted as they finished. players: seats of
    the sides that stayed to the end (one of a team is enough); winners: how many of them won. rank: None for
    a seat whose side has left.
    total: points, or rounds won where these are counted (counts_points is false then, and points are 0).
    margin: a winner's distance to the best side that did not win.
    Over the rounds this seat played, all nought where only totals are known:
    cards_dealt: cards dealt to it. outs_run: its longest run of going out. caught: its hands that were not
    out and whose cards are known; cards_left: the cards in them; left: the same by card class.
    dearest, cheapest: (points, round) of its worst and best hand that was not out; ties: the first.
    behind: the most its side was behind the best other one after a round, behind_after: the first such round.
    last_midway: shared the last place when half of the rounds (rounded down) were played, somebody ahead.
    led: those of its rounds after which it led, alone or not.
    These four compare the sides that stayed to the end, each from the round it joined in: before that it
    has no total, whatever it began with.
    """

    seat: SeatId
    side: int
    players: int
    winners: int
    won: bool
    rank: int | None
    total: int
    counts_points: bool
    margin: int | None = None
    rounds: int = 0
    outs: int = 0
    outs_run: int = 0
    points: int = 0
    cards_dealt: int = 0
    caught: int = 0
    cards_left: int = 0
    dearest: tuple[int, int] | None = None
    cheapest: tuple[int, int] | None = None
    dealer: Part = Part()
    leader: Part = Part()
    behind: int = 0
    behind_after: int | None = None
    last_midway: bool = False
    led: int = 0
    left: Mapping[str, Left] = field(default_factory=dict)


def scale_of(rules: Rules) -> str:
    """A short text that is equal where points mean the same; "" where wins are counted.

    Points of two sessions are added only where this is equal too: house points differ from table to table.
    """
    if rules.counts_wins:
        return ""
    worth = repr(sorted((c.key, c.points) for c in rules.classes))
    return hashlib.sha256(worth.encode()).hexdigest()[:SCALE_LENGTH]


def outcomes(
    rules: Rules, seats: Sequence[Seat], rounds: Sequence[Round], *, summed: bool = False
) -> list[Outcome]:
    """One outcome a seat, in seat order; none before a round is played.

    summed: the rounds only stand in for totals that were told, so nothing but these is read from them.
    """
    if not rounds:
        return []
    course = _Course(rules, seats, rounds)
    return [_outcome(course, seat, () if summed else rounds) for seat in in_order(seats)]


def _outcome(course: _Course, seat: Seat, rounds: Sequence[Round]) -> Outcome:
    side = course.side_of[seat.id]
    told = Outcome(
        seat=seat.id,
        side=course.sides.index(side),
        players=sum(len(s.seats) for s in course.ranked),
        winners=sum(len(s.seats) for s in course.ranked if s.leads),
        won=side.leads,
        rank=side.rank,
        total=side.total,
        counts_points=not course.rules.counts_wins,
        margin=course.margin(side),
    )
    played = [(r, hand) for r in rounds for hand in r.hands if hand.seat == seat.id]
    if not played:
        return told
    caught = [hand for r, hand in played if r.out != seat.id and hand.cards is not None]
    costs = (
        [] if course.rules.counts_wins else [(h.points or 0, r.number) for r, h in played if r.out != seat.id]
    )
    behind, behind_after = course.farthest_behind(side)
    return replace(
        told,
        rounds=len(played),
        outs=sum(r.out == seat.id for r, _hand in played),
        outs_run=_longest_run(r.out == seat.id for r, _hand in played),
        points=sum(hand.points or 0 for _round, hand in played),
        cards_dealt=sum(r.hand_size for r, _hand in played),
        caught=len(caught),
        cards_left=sum(sum((hand.cards or {}).values()) for hand in caught),
        dearest=max(costs, key=lambda cost: (cost[0], -cost[1]), default=None),
        cheapest=min(costs, default=None),
        dealer=_part(seat.id, [(r, h) for r, h in played if r.dealer == seat.id]),
        leader=_part(seat.id, [(r, h) for r, h in played if course.leader(r) == seat.id]),
        behind=behind,
        behind_after=behind_after,
        last_midway=course.was_last(side, len(rounds) // 2),
        led=sum(course.led(side, r.number) for r, _hand in played),
        left=_left(course.rules, caught),
    )


class _Course:
    """How a session went: every side's total after every round."""

    def __init__(self, rules: Rules, seats: Sequence[Seat], rounds: Sequence[Round]) -> None:
        self.rules, self.seats = rules, seats
        self.sides = standings(rules, seats, rounds)
        self.ranked = [side for side in self.sides if side.rank is not None]
        self.side_of = {seat: side for side in self.sides for seat in side.seats}
        joined = {seat.id: seat.joined_round for seat in seats}
        self.joined = {side.seats: min(joined[seat] for seat in side.seats) for side in self.sides}

    def leader(self, played: Round) -> SeatId | None:
        """Who led to the first trick or turn, as the table sits now: the seat on the dealer's left."""
        return left_of(played.dealer, self.seats, played.number)

    def farthest_behind(self, side: Standing) -> tuple[int, int | None]:
        """How far and after which round; (0, None) for a side that was never behind."""
        gaps = [(gap, -n) for n in range(1, len(side.history)) if (gap := self._gap(side, n)) is not None]
        gap, number = max(gaps, default=(0, 0))
        return (gap, -number) if gap > 0 else (0, None)

    def was_last(self, side: Standing, number: int) -> bool:
        """Whether nobody was behind it after that round, and somebody ahead."""
        if number < 1 or side not in self._there(number):
            return False
        worth = [self._worth(s.history[number]) for s in self._there(number)]
        return self._worth(side.history[number]) == max(worth) > min(worth)

    def led(self, side: Standing, number: int) -> bool:
        gap = self._gap(side, number)
        return side.rank is not None and gap is not None and gap <= 0

    def margin(self, side: Standing) -> int | None:
        others = [self._worth(s.total) for s in self.ranked if not s.leads]
        return min(others) - self._worth(side.total) if side.leads and others else None

    def _gap(self, side: Standing, number: int) -> int | None:
        """How far behind the best other one after that round; None where there is nothing to compare."""
        others = [self._worth(s.history[number]) for s in self._there(number) if s is not side]
        if not others or self.joined[side.seats] > number:
            return None
        return self._worth(side.history[number]) - min(others)

    def _there(self, number: int) -> list[Standing]:
        """The sides that stay to the end and have joined by that round."""
        return [side for side in self.ranked if self.joined[side.seats] <= number]

    def _worth(self, total: int) -> int:
        """Smaller is better."""
        return -total if self.rules.counts_wins else total


def _longest_run(hits: Iterable[bool]) -> int:
    return max((sum(1 for _ in run) for hit, run in groupby(hits) if hit), default=0)


def _part(seat: SeatId, played: Sequence[tuple[Round, Hand]]) -> Part:
    return Part(
        rounds=len(played),
        points=sum(hand.points or 0 for _round, hand in played),
        outs=sum(r.out == seat for r, _hand in played),
    )


def _left(rules: Rules, caught: Sequence[Hand]) -> dict[str, Left]:
    counts: Counter[str] = Counter()
    for hand in caught:
        counts.update(hand.cards or {})
    return {
        c.key: Left(counts[c.key], counts[c.key] * (c.points or 0)) for c in rules.classes if counts[c.key]
    }
