"""What a finished session came to for one seat: the figures that statistics add up."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from scoring.deal import left_of
from scoring.facts import Hand, Round, Seat, SeatId, in_order
from scoring.rules import Rules
from scoring.standings import Standing, standings

SCALE_LENGTH = 8

Dealt = tuple[Round, Hand]  # a round, and what this seat held at its end
Cost = tuple[int, int] | tuple[None, None]  # points, round


@dataclass(frozen=True)
class Left:
    """Cards of one class that a seat was caught with in a session, and what they cost it."""

    cards: int
    points: int | None


@dataclass(frozen=True)
class SeatOutcome:
    """One seat in one finished session; its fields are named as the columns that keep them, but for `left`.

    side: the same number for the seats of one team, the sides counted as they finished. players: seats of
    the sides that stayed to the end (one of a team is enough); winners: how many of them won. rank: None for
    a seat whose side has left.
    total: points, or rounds won where these are counted; all other points are None there.
    margin: a winner's distance to the best side that did not win.
    Over the rounds this seat played, all nought where only totals are known:
    cards_dealt: cards dealt to it. outs_run: its longest run of going out. caught: its hands that were not
    out and whose cards are known; cards_left: the cards in them; left: the same by card class.
    worst_hand, best_hand: the points of those that were not out, and in which round; of equals the first.
    dealer_rounds to leader_outs: the rounds it dealt, or led to.
    behind: the most its side was behind the best other one after a round, behind_after: the first such round.
    last_midway: shared the last place when half of the rounds (rounded down) were played, somebody ahead.
    led: those of its rounds after which it led, alone or not.
    These four compare the sides that stayed to the end, each from the round it joined in: before that it
    has no total, whatever it began with.
    """

    seat_id: SeatId
    side: int
    players: int
    winners: int
    won: bool
    rank: int | None
    total: int
    margin: int | None = None
    rounds: int = 0
    outs: int = 0
    outs_run: int = 0
    points: int | None = None
    cards_dealt: int = 0
    caught: int = 0
    cards_left: int = 0
    worst_hand: int | None = None
    worst_hand_round: int | None = None
    best_hand: int | None = None
    best_hand_round: int | None = None
    dealer_rounds: int = 0
    dealer_points: int | None = None
    dealer_outs: int = 0
    leader_rounds: int = 0
    leader_points: int | None = None
    leader_outs: int = 0
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
) -> list[SeatOutcome]:
    """One outcome a seat, in seat order; none before a round is played.

    summed: the rounds only stand in for totals that were given, so nothing but these is read from them.
    """
    if not rounds:
        return []
    timeline = _Timeline(rules, seats, rounds)
    return [_outcome(timeline, seat, () if summed else rounds) for seat in in_order(seats)]


def _outcome(timeline: _Timeline, seat: Seat, rounds: Sequence[Round]) -> SeatOutcome:
    rules, side = timeline.rules, timeline.side_of[seat.id]
    played = [(r, hand) for r in rounds for hand in r.hands if hand.seat == seat.id]
    parts = {
        "dealer": [(r, hand) for r, hand in played if r.dealer == seat.id],
        "leader": [(r, hand) for r, hand in played if timeline.leader(r) == seat.id],
    }
    finish = SeatOutcome(
        seat_id=seat.id,
        side=timeline.sides.index(side),
        players=sum(len(s.seats) for s in timeline.ranked),
        winners=sum(len(s.seats) for s in timeline.ranked if s.leads),
        won=side.leads,
        rank=side.rank,
        total=side.total,
        margin=timeline.margin(side),
        points=_points(rules, played),
        **_part("dealer", rules, seat.id, parts["dealer"]),
        **_part("leader", rules, seat.id, parts["leader"]),
    )
    return replace(finish, **_on_the_way(timeline, side, seat.id, played, len(rounds))) if played else finish


def _on_the_way(
    timeline: _Timeline, side: Standing, seat: SeatId, played: Sequence[Dealt], rounds: int
) -> dict[str, Any]:
    """The figures of an outcome that follow from the rounds the seat played."""
    caught = [hand for r, hand in played if r.out != seat and hand.cards is not None]
    worst, best = _worst_and_best(timeline.rules, [(r, hand) for r, hand in played if r.out != seat])
    behind, behind_after = timeline.farthest_behind(side)
    return {
        "rounds": len(played),
        "outs": sum(r.out == seat for r, _hand in played),
        "outs_run": _longest_run(r.out == seat for r, _hand in played),
        "cards_dealt": sum(r.hand_size for r, _hand in played),
        "caught": len(caught),
        "cards_left": sum(sum((hand.cards or {}).values()) for hand in caught),
        "worst_hand": worst[0],
        "worst_hand_round": worst[1],
        "best_hand": best[0],
        "best_hand_round": best[1],
        "behind": behind,
        "behind_after": behind_after,
        "last_midway": timeline.was_last(side, rounds // 2),
        "led": sum(timeline.led(side, r.number) for r, _hand in played),
        "left": _left(timeline.rules, caught),
    }


class _Timeline:
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
        worth = [self.rules.best_first(s.history[number]) for s in self._there(number)]
        return self.rules.best_first(side.history[number]) == max(worth) > min(worth)

    def led(self, side: Standing, number: int) -> bool:
        gap = self._gap(side, number)
        return side.rank is not None and gap is not None and gap <= 0

    def margin(self, side: Standing) -> int | None:
        others = [self.rules.best_first(s.total) for s in self.ranked if not s.leads]
        return min(others) - self.rules.best_first(side.total) if side.leads and others else None

    def _gap(self, side: Standing, number: int) -> int | None:
        """How far behind the best other one after that round; None where there is nothing to compare."""
        others = [self.rules.best_first(s.history[number]) for s in self._there(number) if s is not side]
        if not others or self.joined[side.seats] > number:
            return None
        return self.rules.best_first(side.history[number]) - min(others)

    def _there(self, number: int) -> list[Standing]:
        """The sides that stay to the end and have joined by that round."""
        return [side for side in self.ranked if self.joined[side.seats] <= number]


def _longest_run(hits: Iterable[bool]) -> int:
    return max((sum(1 for _ in run) for hit, run in groupby(hits) if hit), default=0)


def _worst_and_best(rules: Rules, hands: Sequence[Dealt]) -> tuple[Cost, Cost]:
    """Points and round of each; of equal ones the first."""
    if rules.counts_wins or not hands:
        return (None, None), (None, None)
    costs = [(hand.points or 0, r.number) for r, hand in hands]
    return max(costs, key=lambda cost: (cost[0], -cost[1])), min(costs)


def _part(name: str, rules: Rules, seat: SeatId, played: Sequence[Dealt]) -> dict[str, Any]:
    return {
        f"{name}_rounds": len(played),
        f"{name}_points": _points(rules, played),
        f"{name}_outs": sum(r.out == seat for r, _hand in played),
    }


def _points(rules: Rules, played: Sequence[Dealt]) -> int | None:
    return None if rules.counts_wins else sum(hand.points or 0 for _round, hand in played)


def _left(rules: Rules, caught: Sequence[Hand]) -> dict[str, Left]:
    counts: Counter[str] = Counter()
    for hand in caught:
        counts.update(hand.cards or {})
    return {
        c.key: Left(counts[c.key], None if rules.counts_wins else counts[c.key] * (c.points or 0))
        for c in rules.classes
        if counts[c.key]
    }
