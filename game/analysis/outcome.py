"""Outcome of a finished session for one seat: the figures that statistics are computed from."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from game.analysis.timeline import Race
from game.scoring.deal import left_of
from game.scoring.facts import Hand, Round, SeatFacts, SeatId, in_order, shared_seats
from game.scoring.rules import Rules
from game.scoring.standings import Standing

SCALE_LENGTH = 8
PLACES = "places"

PlayedHand = tuple[Round, Hand]  # a round, and the hand of this seat at its end
PointsAndRound = tuple[int, int] | tuple[None, None]


@dataclass(frozen=True)
class SeatOutcome:
    """One seat in one finished session. The fields are named like their columns.

    side: index of its side in the final standings, the same for the seats of a team.
    players: seats of the sides that stayed to the end (one seat of a team is enough); winners: how many of
    them won.
    included: whether its rounds are included in averages and shares: true if the seat, its team, or a seat
    that later took over from it stayed to the end.
    rank: None if its side has left.
    total: points, rounds won, or the sum of places, as the rules count.
    margin: points, or wins, between a winner and the best side that did not win; None without distances
    (`Rules.has_distances`).
    beaten_share: share of the opponents that finished behind it, ties counting half; None without opponents.

    Over the rounds this seat played (`rounds` of them); if only totals are known, numbers are 0, points None:
    outs: rounds in which it went out, None if no round has a winner; outs_run: the longest run of them.
    points: of the cards left in its hands, None unless `Rules.holders_pay`.
    cards_dealt: cards dealt to this seat.
    caught_hands: number of hands that were not empty and were counted card by card, 0 unless cards are held
    and those left are bad; cards_left: number of cards in them; cards_by_class: (cards, points)
    by card class, points None unless hands cost points.
    worst_hand, best_hand: most and fewest points in rounds in which it did not go out, None unless hands
    cost points; *_round: the first round with so many.
    dealer_rounds, dealer_points, dealer_outs: rounds that it dealt and played, its points in them, and how
    often it went out; leader_*: the same for rounds in which it played the first card.
    behind: the most points, or wins, that its side was behind the best other side after a round, 0 without
    distances; behind_after: the first such round.
    last_midway: shared the last place after half of the rounds (rounded down), with another side ahead.
    rounds_led: number of its rounds after which its side was first, alone or not.
    """

    seat_id: SeatId
    side: int
    players: int
    winners: int
    won: bool
    included: bool
    rank: int | None
    total: int
    margin: int | None = None
    beaten_share: float | None = None
    rounds: int = 0
    outs: int | None = 0
    outs_run: int = 0
    points: int | None = None
    cards_dealt: int = 0
    caught_hands: int = 0
    cards_left: int = 0
    worst_hand: int | None = None
    worst_hand_round: int | None = None
    best_hand: int | None = None
    best_hand_round: int | None = None
    dealer_rounds: int = 0
    dealer_points: int | None = None
    dealer_outs: int | None = 0
    leader_rounds: int = 0
    leader_points: int | None = None
    leader_outs: int | None = 0
    behind: int = 0
    behind_after: int | None = None
    last_midway: bool = False
    rounds_led: int = 0
    cards_by_class: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)

    @property
    def columns(self) -> dict[str, Any]:
        """All figures by column name."""
        return dict(vars(self))


def scale_of(rules: Rules) -> str:
    """Return a short hash of the card values and of what is added up; "" if wins are counted, PLACES if
    places are.

    Points of two sessions may only be added if their scales are equal: tables choose their own card values.
    """
    if not rules.counts_points:
        return "" if rules.counts_wins else PLACES
    values = repr(sorted((c.key, c.points) for c in rules.classes))
    added = (rules.entry, rules.highest_wins, rules.collects)
    if added != ("cards", False, False):  # left out of the hash, so that older sessions keep their scale
        values += repr(added)
    return hashlib.sha256(values.encode()).hexdigest()[:SCALE_LENGTH]


def seat_outcomes(
    rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[Round], *, totals_only: bool = False
) -> list[SeatOutcome]:
    """Return one outcome for each seat, in seat order; [] without rounds.

    totals_only: only the totals are known, so that `rounds` are placeholders without hands.
    """
    if not rounds:
        return []
    race = Race(rules, seats, rounds)
    known = () if totals_only else rounds
    leaders = {played.number: left_of(played.dealer, seats, played.number) for played in known}
    included = {
        seat.id
        for holder, shared in shared_seats(seats).items()
        if race.side_of[holder].rank is not None
        for seat in shared
    }
    return [_outcome(race, seat, known, leaders, included=seat.id in included) for seat in in_order(seats)]


def _outcome(
    race: Race,
    seat: SeatFacts,
    rounds: Sequence[Round],
    leaders: Mapping[int, SeatId | None],
    *,
    included: bool,
) -> SeatOutcome:
    """leaders: the seat that played first, by round number."""
    rules, side = race.rules, race.side_of[seat.id]
    played = [(r, hand) for r in rounds for hand in r.hands if hand.seat == seat.id]
    dealt = [(r, hand) for r, hand in played if r.dealer == seat.id]
    led_to = [(r, hand) for r, hand in played if leaders[r.number] == seat.id]
    outcome = SeatOutcome(
        seat_id=seat.id,
        side=race.sides.index(side),
        players=sum(len(s.seats) for s in race.ranked),
        winners=sum(len(s.seats) for s in race.ranked if s.leads),
        won=side.leads,
        included=included,
        rank=side.rank,
        total=side.total,
        margin=race.margin(side),
        beaten_share=race.beaten_share(side),
        outs=_outs(rules, seat.id, played),
        points=_points(rules, played),
        **_sums_over("dealer", rules, seat.id, dealt),
        **_sums_over("leader", rules, seat.id, led_to),
    )
    return replace(outcome, **_round_figures(race, side, seat.id, played, len(rounds))) if played else outcome


def _round_figures(
    race: Race, side: Standing, seat: SeatId, played: Sequence[PlayedHand], rounds: int
) -> dict[str, Any]:
    """Return the figures of an outcome that depend on the rounds the seat played."""
    bad = race.rules.holds_cards and race.rules.cards_left_are_bad
    caught = [(r, hand) for r, hand in played if bad and r.out != seat and hand.cards is not None]
    worst, best = _worst_and_best(race.rules, [(r, hand) for r, hand in played if r.out != seat])
    behind, behind_after = race.farthest_behind(side)
    return {
        "rounds": len(played),
        "outs_run": _longest_run(r.out == seat for r, _hand in played),
        "cards_dealt": sum(r.hand_size for r, _hand in played),
        "caught_hands": len(caught),
        "cards_left": sum(sum((hand.cards or {}).values()) for _r, hand in caught),
        "worst_hand": worst[0],
        "worst_hand_round": worst[1],
        "best_hand": best[0],
        "best_hand_round": best[1],
        "behind": behind,
        "behind_after": behind_after,
        "last_midway": race.was_last(side, rounds // 2),
        "rounds_led": sum(race.is_leading(side, r.number) for r, _hand in played),
        "cards_by_class": _cards_by_class(race.rules, caught),
    }


def _longest_run(hits: Iterable[bool]) -> int:
    return max((sum(1 for _ in run) for hit, run in groupby(hits) if hit), default=0)


def _worst_and_best(rules: Rules, hands: Sequence[PlayedHand]) -> tuple[PointsAndRound, PointsAndRound]:
    """Return points and round of the worst and of the best hand; of equal ones the first."""
    if not rules.hands_cost or not hands:
        return (None, None), (None, None)
    costs = [(hand.points or 0, r.number) for r, hand in hands]
    return max(costs, key=lambda cost: (cost[0], -cost[1])), min(costs)


def _sums_over(prefix: str, rules: Rules, seat: SeatId, played: Sequence[PlayedHand]) -> dict[str, Any]:
    """Return number, points and outs of some rounds of the seat, as fields `<prefix>_rounds` and so on."""
    return {
        f"{prefix}_rounds": len(played),
        f"{prefix}_points": _points(rules, played),
        f"{prefix}_outs": _outs(rules, seat, played),
    }


def _outs(rules: Rules, seat: SeatId, played: Sequence[PlayedHand]) -> int | None:
    return sum(r.out == seat for r, _hand in played) if rules.has_round_winner else None


def _points(rules: Rules, played: Sequence[PlayedHand]) -> int | None:
    return sum(hand.points or 0 for _round, hand in played) if rules.holders_pay else None


def _cards_by_class(rules: Rules, caught: Sequence[PlayedHand]) -> dict[str, tuple[int, int | None]]:
    """Return number and points by card class, points as they were multiplied."""
    counts: Counter[str] = Counter()
    multiplied: Counter[str] = Counter()
    for played, hand in caught:
        factor = rules.times(hand, played)
        for key, count in (hand.cards or {}).items():
            counts[key] += count
            multiplied[key] += count * factor
    return {
        c.key: (counts[c.key], multiplied[c.key] * (c.points or 0) if rules.hands_cost else None)
        for c in rules.classes
        if counts[c.key]
    }
