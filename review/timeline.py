"""How a session stood after each of its rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.facts import Round, Seat, SeatId
from scoring.rules import Rules
from scoring.standings import Standing, standings


@dataclass(frozen=True)
class SeatStanding:
    """A seat after a round: its side's total, and its rank, None where it was not at the table any more."""

    total: int
    rank: int | None


Timeline = Sequence[Mapping[SeatId, SeatStanding]]


def timeline(rules: Rules, seats: Sequence[Seat], rounds: Sequence[Round]) -> Timeline:
    """For each round in order where every seat stood after it; after the last one as the standings say.

    Equal totals share a rank. A side that joined later or had left by then is not ranked.
    """
    table = standings(rules, seats, rounds)
    seat_of = {seat.id: seat for seat in seats}
    after = []
    for played in rounds:
        here = [side for side in table if _is_here(side, seat_of, played.number, len(rounds))]
        best = sorted(rules.best_first(side.history[played.number]) for side in here)
        ranks = {side.seats: best.index(rules.best_first(side.history[played.number])) + 1 for side in here}
        after.append(
            {
                seat: SeatStanding(side.history[played.number], ranks.get(side.seats))
                for side in table
                for seat in side.seats
            }
        )
    return after


def _is_here(side: Standing, seat_of: Mapping[SeatId, Seat], number: int, last: int) -> bool:
    if number == last:
        return side.rank is not None
    return any(_stays(seat_of[seat], number) for seat in side.seats)


def _stays(seat: Seat, number: int) -> bool:
    return seat.joined_round <= number and not any(a.until is None and a.since <= number for a in seat.away)
