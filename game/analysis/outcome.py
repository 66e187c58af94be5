"""What a finished session came to for one seat: the figures that statistics add up."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from game.analysis.race import Race
from game.scoring.deal import left_of
from game.scoring.facts import HandFacts, RoundFacts, SeatFacts, SeatId, in_order, shared_seats
from game.scoring.rules import Rules
from game.scoring.standings import Standing

SCALE_LENGTH = 8

Dealt = tuple[RoundFacts, HandFacts]  # a round, and what this seat held at its end
Cost = tuple[int, int] | tuple[None, None]  # points, round


@dataclass(frozen=True)
class SeatOutcome:
    """One seat in one finished session; its fields are named as the columns that keep them, but for `left`.

    side: the same number for the seats of one team, the sides counted as they finished. players: seats of
    the sides that stayed to the end (one of a team is enough); winners: how many of them won. rank: None for
    a seat whose side has left.
    counted: whether its hands count in statistics: its side stayed, or whoever took over from it did.
    total: points, or rounds won where these are counted; all other points are None there.
    margin: a winner's distance to the best side that did not win.
    beaten: the share of the opponents it finished ahead of, level counting half; None without opponents.
    Over the rounds this seat played, all nought where only totals are known:
    cards_dealt: cards dealt to it. outs_run: its longest run of going out. caught: its hands that were not
    out and whose cards are known; cards_left: the cards in them; left: the same by card class, with what they
    cost.
    worst_hand, best_hand: the points of those that were not out, and in which round; of equals the first.
    dealer_rounds to leader_outs: the rounds it dealt, or led to.
    behind: the most its side was behind the best other one after a round, behind_after: the first such round.
    last_midway: shared the last place when half of the rounds (rounded down) were played, somebody ahead.
    led: those of its rounds after which it led, alone or not.
    For these four: game/analysis/race.py.
    """

    seat_id: SeatId
    side: int
    players: int
    winners: int
    won: bool
    counted: bool
    rank: int | None
    total: int
    margin: int | None = None
    beaten: float | None = None
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
    left: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)

    @property
    def columns(self) -> dict[str, Any]:
        """Every figure by the name of its column."""
        return {name: value for name, value in vars(self).items() if name != "left"}


def scale_of(rules: Rules) -> str:
    """A short text that is equal where points mean the same; "" where wins are counted.

    Points of two sessions are added only where this is equal too: house points differ from table to table.
    """
    if rules.counts_wins:
        return ""
    worth = repr(sorted((c.key, c.points) for c in rules.classes))
    return hashlib.sha256(worth.encode()).hexdigest()[:SCALE_LENGTH]


def outcomes(
    rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts], *, summed: bool = False
) -> list[SeatOutcome]:
    """One outcome a seat, in seat order; none before a round is played.

    summed: the rounds only stand in for totals that were given, so nothing but these is read from them.
    """
    if not rounds:
        return []
    race = Race(rules, seats, rounds)
    known = () if summed else rounds
    leaders = {played.number: left_of(played.dealer, seats, played.number) for played in known}
    counted = {
        seat.id
        for holder, shared in shared_seats(seats).items()
        if race.side_of[holder].rank is not None
        for seat in shared
    }
    return [
        replace(_outcome(race, seat, known, leaders), counted=seat.id in counted) for seat in in_order(seats)
    ]


def _outcome(
    race: Race, seat: SeatFacts, rounds: Sequence[RoundFacts], leaders: Mapping[int, SeatId | None]
) -> SeatOutcome:
    """leaders: who led to the first trick or turn of each round, as the table sits now."""
    rules, side = race.rules, race.side_of[seat.id]
    played = [(r, hand) for r in rounds for hand in r.hands if hand.seat == seat.id]
    dealt = [(r, hand) for r, hand in played if r.dealer == seat.id]
    led_to = [(r, hand) for r, hand in played if leaders[r.number] == seat.id]
    finish = SeatOutcome(
        seat_id=seat.id,
        side=race.sides.index(side),
        players=sum(len(s.seats) for s in race.ranked),
        winners=sum(len(s.seats) for s in race.ranked if s.leads),
        won=side.leads,
        counted=side.rank is not None,
        rank=side.rank,
        total=side.total,
        margin=race.margin(side),
        beaten=race.beaten(side),
        points=_points(rules, played),
        **_part("dealer", rules, seat.id, dealt),
        **_part("leader", rules, seat.id, led_to),
    )
    return replace(finish, **_on_the_way(race, side, seat.id, played, len(rounds))) if played else finish


def _on_the_way(
    race: Race, side: Standing, seat: SeatId, played: Sequence[Dealt], rounds: int
) -> dict[str, Any]:
    """The figures of an outcome that follow from the rounds the seat played."""
    caught = [hand for r, hand in played if r.out != seat and hand.cards is not None]
    worst, best = _worst_and_best(race.rules, [(r, hand) for r, hand in played if r.out != seat])
    behind, behind_after = race.farthest_behind(side)
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
        "last_midway": race.was_last(side, rounds // 2),
        "led": sum(race.led(side, r.number) for r, _hand in played),
        "left": _left(race.rules, caught),
    }


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


def _left(rules: Rules, caught: Sequence[HandFacts]) -> dict[str, tuple[int, int | None]]:
    counts: Counter[str] = Counter()
    for hand in caught:
        counts.update(hand.cards or {})
    return {
        c.key: (counts[c.key], None if rules.counts_wins else counts[c.key] * (c.points or 0))
        for c in rules.classes
        if counts[c.key]
    }
