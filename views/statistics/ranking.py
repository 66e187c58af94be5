"""Who wins how often, beside what chance alone would give: the table of the group's statistics."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from models import Player
from models.statistics.tally import Tally, add_up

LEAST_SESSIONS = 10  # for a place in a ranking, and for a share to be shown in one
ROOM = 1.25  # how much longer a bar could be than the longest

Tallies = Mapping[uuid.UUID, Mapping[str, Tally]]
People = Mapping[uuid.UUID, Player]
Ranked = tuple[int, Player, Tally]


def ranking(tallies: Tallies, people: People) -> list[Ranked]:
    """Place, player and tally of who has played enough, best against chance first; equals share a place."""
    enough = [(person, tally) for person, tally in _sums(tallies, people) if tally.sessions >= LEAST_SESSIONS]
    enough.sort(key=lambda one: (-one[1].against_chance, -one[1].sessions, one[0].name))
    worth = [round(tally.against_chance, 6) for _person, tally in enough]
    return [(worth.index(own) + 1, person, tally) for own, (person, tally) in zip(worth, enough, strict=True)]


def unranked(tallies: Tallies, people: People) -> list[tuple[Player, Tally]]:
    """Who has not played enough, most sessions first; whoever stayed in none to the end is left out."""
    few = [(person, tally) for person, tally in _sums(tallies, people) if 0 < tally.sessions < LEAST_SESSIONS]
    return sorted(few, key=lambda one: (-one[1].sessions, one[0].name))


def longest_bar(ranked: Iterable[Ranked]) -> float:
    """The share that a whole bar stands for, so that bars differ to the eye."""
    shares = [share for _place, _person, tally in ranked for share in (tally.win_share, tally.chance_share)]
    return min(1.0, ROOM * max(shares, default=1.0)) or 1.0


def champions(variant: str, tallies: Tallies, people: People) -> list[tuple[Player, Tally]]:
    """Who has won the largest share of a variant's sessions played to the end: several where they share it,
    nobody before anyone has sessions enough.
    """
    enough = [
        (people[player], by_variant[variant])
        for player, by_variant in tallies.items()
        if variant in by_variant and by_variant[variant].sessions >= LEAST_SESSIONS
    ]
    best = max((tally.win_share for _person, tally in enough), default=0.0)
    first = [(person, tally) for person, tally in enough if best and tally.win_share == best]
    return sorted(first, key=lambda one: (-one[1].sessions, one[0].name))


def _sums(tallies: Tallies, people: People) -> list[tuple[Player, Tally]]:
    return [(people[player], add_up(by_variant.values())) for player, by_variant in tallies.items()]
