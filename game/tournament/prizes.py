"""Who gets which place when an evening is over: whoever played off first, then everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.tournament.evening import Evening
from game.tournament.places import Place, places


def prizes(evening: Evening) -> list[Place]:
    """The best first. Equal totals share a place (1, 2, 2, 4); below the play-off the places count on.

    rank: None for somebody who left before the end.
    """
    before = {place.player: place.total for place in evening.combined}
    if evening.playoff is None:
        return evening.final
    went_through = [
        replace(place, total=before.get(place.player, 0), playoff=place.total) for place in evening.final
    ]
    taken = sum(place.rank is not None for place in went_through)
    return went_through + list(_others(evening, taken))


def _others(evening: Evening, taken: int) -> Iterator[Place]:
    """taken: how many places are given already."""
    went_through = {place.player for place in evening.final}
    others = [place for place in evening.combined if place.player not in went_through]
    gone = {place.player for place in others if place.rank is None}
    for place in places({place.player: place.total for place in others}, gone):
        yield place if place.rank is None else replace(place, rank=taken + place.rank)
