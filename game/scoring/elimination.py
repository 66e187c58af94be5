"""Elimination: a side that reaches a number of points plays no further round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import asdict

from game.scoring.facts import (
    EliminatedSeat,
    Round,
    SeatFacts,
    SeatId,
    added_points,
    in_order,
    shared_seats,
)
from game.scoring.gains import round_gains
from game.scoring.rules import Rules


def with_eliminations(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[Round]) -> list[SeatFacts]:
    """Return the seats clockwise, those that are eliminated as EliminatedSeat.

    A side is eliminated after the last round that it played, if its total is then too high. So a correction
    of an early round never removes a player from later rounds that were played.
    """
    seats = in_order(seats)
    if rules.eliminate_at is None or not rounds:
        return seats
    gains = [round_gains(rules, played) for played in rounds]
    after: dict[SeatId, int] = {}
    for shared in shared_seats(seats).values():
        ids = {seat.id for seat in shared}
        own = [sum(each[seat] for seat in ids & each.keys()) for each in gains]
        played = [played.number for played, each in zip(rounds, gains, strict=True) if ids & each.keys()]
        if played and sum(map(added_points, shared)) + sum(own) >= rules.eliminate_at:
            after |= dict.fromkeys(ids, played[-1])
    return [_eliminated(seat, after[seat.id]) if seat.id in after else seat for seat in seats]


def _eliminated(seat: SeatFacts, after: int) -> EliminatedSeat:
    return EliminatedSeat(**asdict(seat) | {"eliminated_after": after})
