"""Totals and ranks of all seats after each round."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.scoring.facts import SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Standing, position_key


class SeatStanding(NamedTuple):
    """A seat after a round: total and rank of its side; rank is None if it had left or not yet joined."""

    total: int
    rank: int | None


Timeline = Sequence[Mapping[SeatId, SeatStanding]]


def timeline(rules: Rules, seats: Sequence[SeatFacts], table: Sequence[Standing]) -> Timeline:
    """Return total and rank of every seat after each round, the first round first.

    table: the standings after the last round. Equal totals share a rank; eliminated sides rank behind all
    that play longer. A side that joined later or has left by then has no rank.
    """
    last = max((len(side.history) - 1 for side in table), default=0)
    stay = {seat.id: _stay(seat, last) for seat in seats}
    after = []
    for number in range(1, last + 1):
        here = [_is_here(side, stay, number, last) for side in table]
        worth = [position_key(rules, side, number) for side in table]
        best = sorted(w for w, is_here in zip(worth, here, strict=True) if is_here)
        positions = {}
        for side, own, is_here in zip(table, worth, here, strict=True):
            rank = bisect_left(best, own) + 1 if is_here else None
            for seat in side.seats:
                positions[seat] = SeatStanding(side.history[number], rank)
        after.append(positions)
    return after


def _is_here(side: Standing, stay: Mapping[SeatId, range], number: int, last: int) -> bool:
    if number == last:
        return side.rank is not None
    return any(number in stay[seat] for seat in side.seats)


def _stay(seat: SeatFacts, last: int) -> range:
    """Return the rounds from joining to the last one before leaving for good, including absences."""
    return range(seat.joined_round, min((a.since for a in seat.away if a.until is None), default=last + 1))
