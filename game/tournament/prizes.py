"""Who gets which place when an evening is over: whoever played off first, then everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.tournament.draw import Person
from game.tournament.evening import Evening
from game.tournament.places import places


@dataclass(frozen=True)
class Prize:
    """rank: None for somebody who left before the end. total: of all rounds together.

    playoff: what decided among those who went through, None for everybody else.
    """

    player: Person
    rank: int | None
    total: int
    playoff: int | None


def prizes(evening: Evening) -> list[Prize]:
    """The best first. Equal totals share a place (1, 2, 2, 4); below the play-off the places count on."""
    before = {place.player: place.total for place in evening.combined}
    if evening.playoff is None:
        return [Prize(place.player, place.rank, place.total, None) for place in evening.final]
    went_through = [
        Prize(place.player, place.rank, before.get(place.player, 0), place.total) for place in evening.final
    ]
    taken = sum(prize.rank is not None for prize in went_through)
    return went_through + list(_others(evening, taken))


def _others(evening: Evening, taken: int) -> Iterator[Prize]:
    """taken: how many places are given already."""
    went_through = {place.player for place in evening.final}
    others = [place for place in evening.combined if place.player not in went_through]
    gone = {place.player for place in others if place.rank is None}
    for place in places({place.player: place.total for place in others}, gone):
        rank = None if place.rank is None else taken + place.rank
        yield Prize(place.player, rank, place.total, None)
