"""Plain implementation of the outcome of a finished session for each seat: loops over its rounds, no state.

It shares no code with game/analysis/outcome.py; if both agree, both are probably right. A new field of an
outcome goes into `nothing` and `from_rounds` or `course`, or into `finish`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.scoring.facts import Round, SeatFacts, SeatId
from game.scoring.rules import Rules

FILE = "tests/game/analysis/plain_replay.py"

PARTS = ("dealer", "leader")
HANDS = ("worst_hand", "best_hand")


def expected_outcomes(
    rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[Round], *, totals_only: bool = False
) -> dict[SeatId, dict[str, Any]]:
    """Outcome figures by seat, points as stored in the rounds; empty before the first round."""
    if not rounds:
        return {}
    sides = sides_of(rules, seats)
    by_seat = {}
    for seat in seats:
        own = next(side for side in sides if seat in side)
        figures = finish(rules, sides, own, rounds)
        figures["included"] = any(
            is_present(side) for side in sides if any(other in side for other in sharing(seat, seats))
        )
        figures.update(nothing() if totals_only else from_rounds(rules, seat, seats, rounds))
        if not totals_only and figures["rounds"]:
            figures.update(course(rules, sides, own, rounds, seat))
        by_seat[seat.id] = figures
    return by_seat


def as_outcome_fields(figures: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """The figures named as the fields of an outcome, and without points where wins are counted."""
    fields = {name: value for name, value in figures.items() if name not in (*PARTS, *HANDS, "mates")}
    for hand in HANDS:
        fields[hand], fields[f"{hand}_round"] = figures[hand] or (None, None)
    for part in PARTS:
        fields[f"{part}_rounds"], fields[f"{part}_points"], fields[f"{part}_outs"] = figures[part]
    if rules.counts_wins:
        fields |= dict.fromkeys(("points", *(f"{part}_points" for part in PARTS)))
        fields["cards_by_class"] = {
            key: (cards, None) for key, (cards, _points) in figures["cards_by_class"].items()
        }
    return fields


class Side(list[SeatFacts]):
    """The seats of a side; `behind`: all seats whose points are in its total."""

    def __init__(self) -> None:
        self.behind: list[SeatFacts] = []


def sides_of(rules: Rules, seats: Sequence[SeatFacts]) -> list[Side]:
    sides: list[Side] = []
    for seat in sorted(seats, key=lambda s: s.position):
        taken_over = is_taken_over(seat, seats)
        mates = [
            side
            for side in sides
            if rules.teams and seat.team and side[0].team == seat.team and not taken_over
            if not is_taken_over(side[0], seats)
        ]
        if not mates:
            mates = [Side()]
            sides.append(mates[0])
        mates[0].append(seat)
        mates[0].behind += [seat] if taken_over else sharing(seat, seats)
    return sides


def sharing(seat: SeatFacts, seats: Sequence[SeatFacts]) -> list[SeatFacts]:
    """The seats that shared one place by taking over from each other, including this one."""
    return [other for other in seats if (other.origin or other.id) == (seat.origin or seat.id)]


def is_taken_over(seat: SeatFacts, seats: Sequence[SeatFacts]) -> bool:
    """Whether another seat has the place now, or left it later."""
    others = [other for other in sharing(seat, seats) if other.id != seat.id]
    if is_present([seat]):
        return False
    return any(is_present([other]) or left_at(other) > left_at(seat) for other in others)


def left_at(seat: SeatFacts) -> tuple[int, int]:
    """The round in which a seat left, and its position for seats that left in the same round."""
    return max(away.since for away in seat.away if away.until is None), seat.joined_round


def total(rules: Rules, side: Side, rounds: Sequence[Round], after: int) -> int:
    ids = [seat.id for seat in side.behind]
    points = 0
    for seat in side.behind:
        points += seat.start_points
        for away in seat.away:
            if away.until is not None and (away.until <= after or after == len(rounds)):
                points += away.points
    for played in rounds[:after]:
        if rules.counts_wins:
            points += 1 if any(seat_id in round_winners(played) for seat_id in ids) else 0
        else:
            points += sum(hand.points or 0 for hand in played.hands if hand.seat in ids)
    return points


def round_winners(played: Round) -> list[SeatId]:
    """The winners of a round where wins are counted."""
    if played.out is not None:
        return [played.out]
    if any(hand.cards is None for hand in played.hands):
        return []
    counts = {hand.seat: sum(hand.cards.values()) for hand in played.hands if hand.cards is not None}
    return [seat for seat in counts if counts[seat] == min(counts.values())]


def is_present(side: list[SeatFacts]) -> bool:
    return any(all(away.until is not None for away in seat.away) for seat in side)


def better(rules: Rules, one: int, other: int) -> int:
    """By how much `one` is better than `other`; negative where it is worse."""
    return one - other if rules.counts_wins else other - one


def finish(rules: Rules, sides: list[Side], own: Side, rounds: Sequence[Round]) -> dict[str, Any]:
    end = len(rounds)
    staying = [side for side in sides if is_present(side)]
    own_total = total(rules, own, rounds, end)
    totals = [total(rules, side, rounds, end) for side in staying]
    ahead = sum(better(rules, other, own_total) > 0 for other in totals)
    best = [t for t in totals if all(better(rules, t, other) >= 0 for other in totals)]
    beaten = [t for t in totals if t not in best]
    winning = [side for side in staying if total(rules, side, rounds, end) in best]
    rank = ahead + 1 if is_present(own) else None
    return {
        "players": sum(len(side) for side in staying),
        "winners": sum(len(side) for side in winning),
        "mates": {seat.id for seat in own},
        "won": rank == 1,
        "rank": rank,
        "total": own_total,
        "margin": min(better(rules, own_total, other) for other in beaten) if rank == 1 and beaten else None,
        "beaten_share": share_beaten(rules, staying, own, rounds),
    }


def share_beaten(rules: Rules, staying: list[Side], own: Side, rounds: Sequence[Round]) -> float | None:
    """The share of all seats beaten; a tie counts half."""
    if own not in staying:
        return None
    own_total, points = total(rules, own, rounds, len(rounds)), []
    for side in staying:
        gap = better(rules, own_total, total(rules, side, rounds, len(rounds)))
        if side is not own:
            points += [1 if gap > 0 else 0.5 if gap == 0 else 0] * len(side)
    return sum(points) / len(points) if points else None


def nothing() -> dict[str, Any]:
    noughts = (
        "rounds",
        "outs",
        "outs_run",
        "points",
        "cards_dealt",
        "caught_hands",
        "cards_left",
        "behind",
        "rounds_led",
    )
    return {
        **dict.fromkeys(noughts, 0),
        "worst_hand": None,
        "best_hand": None,
        "dealer": (0, 0, 0),
        "leader": (0, 0, 0),
        "behind_after": None,
        "last_midway": False,
        "cards_by_class": {},
    }


def from_rounds(
    rules: Rules, seat: SeatFacts, seats: Sequence[SeatFacts], rounds: Sequence[Round]
) -> dict[str, Any]:
    sums = nothing()
    parts = {"dealer": [0, 0, 0], "leader": [0, 0, 0]}
    run, left = 0, {}
    for played in rounds:
        own_total = [hand for hand in played.hands if hand.seat == seat.id]
        if not own_total:
            continue
        hand, went_out = own_total[0], played.out == seat.id
        points = hand.points or 0
        sums["rounds"] += 1
        sums["outs"] += went_out
        sums["points"] += points
        sums["cards_dealt"] += played.hand_size
        run = run + 1 if went_out else 0
        sums["outs_run"] = max(sums["outs_run"], run)
        for part, who in (("dealer", played.dealer), ("leader", led_by(played, seats))):
            if who == seat.id:
                parts[part][0] += 1
                parts[part][1] += points
                parts[part][2] += went_out
        if went_out:
            continue
        if not rules.counts_wins and (sums["worst_hand"] is None or points > sums["worst_hand"][0]):
            sums["worst_hand"] = (points, played.number)
        if not rules.counts_wins and (sums["best_hand"] is None or points < sums["best_hand"][0]):
            sums["best_hand"] = (points, played.number)
        if hand.cards is not None:
            sums["caught_hands"] += 1
            for key, count in hand.cards.items():
                sums["cards_left"] += count
                left[key] = left.get(key, 0) + count
    worth = {c.key: c.points or 0 for c in rules.classes}
    sums["cards_by_class"] = {key: (count, count * worth[key]) for key, count in left.items() if count}
    return {**sums, **{part: tuple(figures) for part, figures in parts.items()}}


def led_by(played: Round, seats: Sequence[SeatFacts]) -> SeatId | None:
    """The seat that leads this round: the first clockwise from the dealer that plays it."""
    order = sorted(seats, key=lambda s: s.position)
    places = [n for n, s in enumerate(order) if s.id == played.dealer]
    for step in range(1, len(order) + 1):
        for place in places:
            seat = order[(place + step) % len(order)]
            if seat.plays(played.number):
                return seat.id
    return None


def course(
    rules: Rules, sides: list[Side], own: Side, rounds: Sequence[Round], seat: SeatFacts
) -> dict[str, Any]:
    """Leads and deficits during the session, among sides that stay to the end, since they joined."""
    behind, behind_after, led, last_midway = 0, None, 0, False
    for after in range(1, len(rounds) + 1):
        if not joined(own, after):
            continue
        own_total = total(rules, own, rounds, after)
        others = [
            total(rules, side, rounds, after)
            for side in sides
            if side is not own and is_present(side) and joined(side, after)
        ]
        if not others:
            continue
        gap = max(better(rules, other, own_total) for other in others)
        if gap > behind:
            behind, behind_after = gap, after
        if is_present(own):
            led += gap <= 0 and any(hand.seat == seat.id for hand in rounds[after - 1].hands)
            if after == len(rounds) // 2:
                last_midway = gap > 0 and all(better(rules, other, own_total) >= 0 for other in others)
    return {"behind": behind, "behind_after": behind_after, "rounds_led": led, "last_midway": last_midway}


def joined(side: Side, after: int) -> bool:
    return any(seat.joined_round <= after for seat in side.behind)
