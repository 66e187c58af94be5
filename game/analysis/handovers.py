"""Seats that changed hands: who took over whose points, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.scoring.facts import SeatFacts, SeatId, shared_seats


@dataclass(frozen=True)
class Handover:
    """`to` took over from `of` in round `number`, the first that it played then."""

    of: SeatId
    to: SeatId
    number: int


def handovers(seats: Iterable[SeatFacts], rounds: int) -> list[Handover]:
    """In the order of their rounds; rounds: how many are played, the next one is looked at too."""
    found = [
        handover
        for shared in shared_seats(seats).values()
        if len(shared) > 1
        for handover in _between(shared, rounds)
    ]
    return sorted(found, key=lambda handover: handover.number)


def _between(shared: tuple[SeatFacts, ...], rounds: int) -> Iterator[Handover]:
    before = None
    for number in range(1, rounds + 2):
        playing = next((seat.id for seat in shared if seat.plays(number)), None)
        if playing is not None and before not in (None, playing):
            yield Handover(before, playing, number)
        before = playing or before
