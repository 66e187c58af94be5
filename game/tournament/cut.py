"""The cut: the players who qualify for the play-off (SP34). Ties are shown, not decided silently (GS10)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.tournament.draw import Person
from game.tournament.standings import TournamentStanding


class DecidedBy(StrEnum):
    SCORE = "score"
    UMPIRE = "umpire"
    UNDECIDED = "nobody_yet"


@dataclass(frozen=True)
class Cut:
    """score: the total of the last qualifying place. certain: players with better totals; level: with this
    one; out: with worse ones.

    room: how many of `level` qualify. through: the qualified players, () while a tie is undecided.
    """

    score: int
    certain: tuple[Person, ...]
    level: tuple[Person, ...]
    out: tuple[Person, ...]
    room: int
    decided_by: DecidedBy
    through: tuple[Person, ...]


def cut(ranked: Sequence[TournamentStanding], size: int, chosen: Collection[Person] = ()) -> Cut | None:
    """Return the cut after `size` players; None if no more than `size` are there (GS11).

    ranked: the candidates, best first. chosen: the players the umpire selects among those level, at least as
    many as there is room for (SP35); ignored if it does not fit the present totals.

    >>> from game.tournament.standings import standings
    >>> tied = cut(standings({"Anna": 3, "Bo": 5, "Cara": 5}), size=2)
    >>> tied.certain, tied.level, tied.room, tied.decided_by.value
    (('Anna',), ('Bo', 'Cara'), 1, 'nobody_yet')
    >>> cut(standings({"Anna": 3, "Bo": 5, "Cara": 5}), size=2, chosen={"Cara"}).through
    ('Anna', 'Cara')
    """
    if len(ranked) <= size:
        return None
    score = ranked[size - 1].total
    level = tuple(entry.player for entry in ranked if entry.total == score)
    first = [entry.total for entry in ranked].index(score)
    certain = tuple(entry.player for entry in ranked[:first])
    out = tuple(entry.player for entry in ranked[first + len(level) :])
    room = size - len(certain)
    if len(level) == room:
        return Cut(score, certain, level, out, room, DecidedBy.SCORE, certain + level)
    if len(chosen) >= room and set(chosen) <= set(level):
        through = certain + tuple(player for player in level if player in chosen)
        return Cut(score, certain, level, out, room, DecidedBy.UMPIRE, through)
    return Cut(score, certain, level, out, room, DecidedBy.UNDECIDED, ())
