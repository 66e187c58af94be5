"""Handovers: a seat takes over the points of another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.scoring.facts import SeatFacts, SeatId, shared_seats


@dataclass(frozen=True)
class Handover:
    """`to` took over from `of`; `number` is the first round it played after that."""

    of: SeatId
    to: SeatId
    number: int


def handovers(seats: Iterable[SeatFacts], rounds: int) -> list[Handover]:
    """Return the handovers in the order of their rounds, up to the round after the last one.

    rounds: number of rounds played.

    >>> from game.scoring.facts import Away
    >>> anna = SeatFacts("Anna", 0, away=(Away(since=3),), origin="Anna")
    >>> handovers([anna, SeatFacts("Bo", 0, joined_round=3, origin="Anna")], rounds=4)
    [Handover(of='Anna', to='Bo', number=3)]
    """
    all_handovers = [
        handover
        for shared in shared_seats(seats).values()
        if len(shared) > 1
        for handover in _between(shared, rounds)
    ]
    return sorted(all_handovers, key=lambda handover: handover.number)


def _between(shared: tuple[SeatFacts, ...], rounds: int) -> Iterator[Handover]:
    before = None
    for number in range(1, rounds + 2):
        playing = next((seat.id for seat in shared if seat.plays(number)), None)
        if playing is not None and before not in (None, playing):
            yield Handover(before, playing, number)
        before = playing or before
