"""The cut: who goes on to the play-off (SP34). Who is level at it is shown, never chosen silently (GS10)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.tournament.draw import Person
from game.tournament.places import Place


class DecidedBy(StrEnum):
    SCORE = "score"
    UMPIRE = "umpire"
    NOBODY_YET = "nobody_yet"


@dataclass(frozen=True)
class Cut:
    """score: the total at the last place that goes on. certain: below it; level: at it; out: above it.

    room: for how many of those who are level. through: who goes on, empty while nobody has decided.
    """

    score: int
    certain: tuple[Person, ...]
    level: tuple[Person, ...]
    out: tuple[Person, ...]
    room: int
    decided_by: DecidedBy
    through: tuple[Person, ...]


def cut(ranked: Sequence[Place], size: int, chosen: Collection[Person] = ()) -> Cut | None:
    """ranked: whoever may go on, best first. chosen: who of those level the umpire lets go on: no fewer than
    there is room for (SP35); anything else was said of other totals, and does not hold.

    None where no more people are there than go on (GS11).
    """
    if len(ranked) <= size:
        return None
    score = ranked[size - 1].total
    certain = tuple(place.player for place in ranked if place.total < score)
    level = tuple(place.player for place in ranked if place.total == score)
    out = tuple(place.player for place in ranked if place.total > score)
    room = size - len(certain)
    if len(level) == room:
        return Cut(score, certain, level, out, room, DecidedBy.SCORE, certain + level)
    if len(chosen) >= room and set(chosen) <= set(level):
        through = certain + tuple(player for player in level if player in chosen)
        return Cut(score, certain, level, out, room, DecidedBy.UMPIRE, through)
    return Cut(score, certain, level, out, room, DecidedBy.NOBODY_YET, ())
