"""What a finished session came to for each seat, told slowly: plain loops over its rounds and nothing kept.

It shares no line with game/analysis/outcome.py; where both say the same, both are what the issue asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.scoring.facts import RoundFacts, SeatFacts, SeatId
from game.scoring.rules import Rules

PARTS = ("dealer", "leader")
HANDS = ("worst_hand", "best_hand")


def came_to(
    rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts], *, totals_only: bool = False
) -> dict[SeatId, dict[str, Any]]:
    """By seat the figures of an outcome, points as the rounds tell them; empty before the first round."""
    if not rounds:
        return {}
    sides = sides_of(rules, seats)
    by_seat = {}
    for seat in seats:
        own = next(side for side in sides if seat in side)
        figures = finish(rules, sides, own, rounds)
        figures["included"] = any(
            stays(side) for side in sides if any(other in side for other in sharing(seat, seats))
        )
        figures.update(nothing() if totals_only else from_rounds(rules, seat, seats, rounds))
        if not totals_only and figures["rounds"]:
            figures.update(course(rules, sides, own, rounds, seat))
        by_seat[seat.id] = figures
    return by_seat


def as_kept(figures: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """The same named as the fields of an outcome, and without points where wins are counted."""
    kept = {name: value for name, value in figures.items() if name not in (*PARTS, *HANDS, "mates")}
    for hand in HANDS:
        kept[hand], kept[f"{hand}_round"] = figures[hand] or (None, None)
    for part in PARTS:
        kept[f"{part}_rounds"], kept[f"{part}_points"], kept[f"{part}_outs"] = figures[part]
    if rules.counts_wins:
        kept |= dict.fromkeys(("points", *(f"{part}_points" for part in PARTS)))
        kept["cards_by_class"] = {
            key: (cards, None) for key, (cards, _points) in figures["cards_by_class"].items()
        }
    return kept


class Side(list[SeatFacts]):
    """The seats of a side; `behind`: all whose points are in its total."""

    def __init__(self) -> None:
        self.behind: list[SeatFacts] = []


def sides_of(rules: Rules, seats: Sequence[SeatFacts]) -> list[Side]:
    sides: list[Side] = []
    for seat in sorted(seats, key=lambda s: s.position):
        gone = is_taken_over(seat, seats)
        mates = [
            side
            for side in sides
            if rules.teams and seat.team and side[0].team == seat.team and not gone
            if not is_taken_over(side[0], seats)
        ]
        if not mates:
            mates = [Side()]
            sides.append(mates[0])
        mates[0].append(seat)
        mates[0].behind += [seat] if gone else sharing(seat, seats)
    return sides


def sharing(seat: SeatFacts, seats: Sequence[SeatFacts]) -> list[SeatFacts]:
    """The seats that took over from each other, this one among them."""
    return [other for other in seats if (other.origin or other.id) == (seat.origin or seat.id)]


def is_taken_over(seat: SeatFacts, seats: Sequence[SeatFacts]) -> bool:
    """Whether another one is there in its place, or left it later."""
    others = [other for other in sharing(seat, seats) if other.id != seat.id]
    if stays([seat]):
        return False
    return any(stays([other]) or left_at(other) > left_at(seat) for other in others)


def left_at(seat: SeatFacts) -> tuple[int, int]:
    """Of one that has left; who sat down later left later."""
    return max(away.since for away in seat.away if away.until is None), seat.joined_round


def total(rules: Rules, side: Side, rounds: Sequence[RoundFacts], after: int) -> int:
    ids = [seat.id for seat in side.behind]
    points = 0
    for seat in side.behind:
        points += seat.start_points
        for away in seat.away:
            if away.until is not None and (away.until <= after or after == len(rounds)):
                points += away.points
    for played in rounds[:after]:
        if rules.counts_wins:
            points += 1 if any(seat_id in took(played) for seat_id in ids) else 0
        else:
            points += sum(hand.points or 0 for hand in played.hands if hand.seat in ids)
    return points


def took(played: RoundFacts) -> list[SeatId]:
    """Who won a round where wins are counted."""
    if played.out is not None:
        return [played.out]
    if any(hand.cards is None for hand in played.hands):
        return []
    counts = {hand.seat: sum(hand.cards.values()) for hand in played.hands if hand.cards is not None}
    return [seat for seat in counts if counts[seat] == min(counts.values())]


def stays(side: list[SeatFacts]) -> bool:
    return any(all(away.until is not None for away in seat.away) for seat in side)


def better(rules: Rules, one: int, other: int) -> int:
    """By how much `one` is better than `other`, negative where it is worse."""
    return one - other if rules.counts_wins else other - one


def finish(rules: Rules, sides: list[Side], own: Side, rounds: Sequence[RoundFacts]) -> dict[str, Any]:
    end = len(rounds)
    staying = [side for side in sides if stays(side)]
    mine = total(rules, own, rounds, end)
    totals = [total(rules, side, rounds, end) for side in staying]
    ahead = sum(better(rules, other, mine) > 0 for other in totals)
    best = [t for t in totals if all(better(rules, t, other) >= 0 for other in totals)]
    beaten = [t for t in totals if t not in best]
    winning = [side for side in staying if total(rules, side, rounds, end) in best]
    rank = ahead + 1 if stays(own) else None
    return {
        "players": sum(len(side) for side in staying),
        "winners": sum(len(side) for side in winning),
        "mates": {seat.id for seat in own},
        "won": rank == 1,
        "rank": rank,
        "total": mine,
        "margin": min(better(rules, mine, other) for other in beaten) if rank == 1 and beaten else None,
        "beaten_share": share_beaten(rules, staying, own, rounds),
    }


def share_beaten(rules: Rules, staying: list[Side], own: Side, rounds: Sequence[RoundFacts]) -> float | None:
    """Of all seats across the table, half of one that finished level."""
    if own not in staying:
        return None
    mine, points = total(rules, own, rounds, len(rounds)), []
    for side in staying:
        gap = better(rules, mine, total(rules, side, rounds, len(rounds)))
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
    rules: Rules, seat: SeatFacts, seats: Sequence[SeatFacts], rounds: Sequence[RoundFacts]
) -> dict[str, Any]:
    sums = nothing()
    parts = {"dealer": [0, 0, 0], "leader": [0, 0, 0]}
    run, left = 0, {}
    for played in rounds:
        mine = [hand for hand in played.hands if hand.seat == seat.id]
        if not mine:
            continue
        hand, went_out = mine[0], played.out == seat.id
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


def led_by(played: RoundFacts, seats: Sequence[SeatFacts]) -> SeatId | None:
    """The first who plays this round, looking clockwise from the dealer."""
    order = sorted(seats, key=lambda s: s.position)
    places = [n for n, s in enumerate(order) if s.id == played.dealer]
    for step in range(1, len(order) + 1):
        for place in places:
            seat = order[(place + step) % len(order)]
            if seat.plays(played.number):
                return seat.id
    return None


def course(
    rules: Rules, sides: list[Side], own: Side, rounds: Sequence[RoundFacts], seat: SeatFacts
) -> dict[str, Any]:
    """What happened on the way, among those who stayed to the end and had joined."""
    behind, behind_after, led, last_midway = 0, None, 0, False
    for after in range(1, len(rounds) + 1):
        if not joined(own, after):
            continue
        mine = total(rules, own, rounds, after)
        others = [
            total(rules, side, rounds, after)
            for side in sides
            if side is not own and stays(side) and joined(side, after)
        ]
        if not others:
            continue
        gap = max(better(rules, other, mine) for other in others)
        if gap > behind:
            behind, behind_after = gap, after
        if stays(own):
            led += gap <= 0 and any(hand.seat == seat.id for hand in rounds[after - 1].hands)
            if after == len(rounds) // 2:
                last_midway = gap > 0 and all(better(rules, other, mine) >= 0 for other in others)
    return {"behind": behind, "behind_after": behind_after, "rounds_led": led, "last_midway": last_midway}


def joined(side: Side, after: int) -> bool:
    return any(seat.joined_round <= after for seat in side.behind)
