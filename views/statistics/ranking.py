"""Who wins how often, beside what chance alone would give: the table of the group's statistics."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from models.statistics.tally import Tally, add_up

LEAST_SESSIONS = 10  # for a place in a ranking, and for a share to be shown in one

Tallies = Mapping[uuid.UUID, Mapping[str, Tally]]
Names = Mapping[uuid.UUID, str]


def ranking(tallies: Tallies, names: Names) -> list[tuple[int | None, uuid.UUID, Tally]]:
    """Place, player and tally: best against chance first; then those who have not played enough, most
    sessions first. A place is shared by equals, None before there are sessions enough.
    """
    sums = {player: add_up(by_variant.values()) for player, by_variant in tallies.items()}
    rated = sorted(
        (player for player, tally in sums.items() if tally.sessions >= LEAST_SESSIONS),
        key=lambda player: (-sums[player].against_chance, -sums[player].sessions, names[player]),
    )
    others = sorted(sums.keys() - set(rated), key=lambda player: (-sums[player].sessions, names[player]))
    worth = [round(sums[player].against_chance, 6) for player in rated]
    places = {player: worth.index(round(sums[player].against_chance, 6)) + 1 for player in rated}
    return [(places.get(player), player, sums[player]) for player in [*rated, *others]]


def champions(variant: str, tallies: Tallies, names: Names) -> list[tuple[str, Tally]]:
    """Who has won the largest share of a variant's sessions played to the end: several where they share it,
    nobody before anyone has sessions enough.
    """
    enough = [
        (names[player], by_variant[variant])
        for player, by_variant in tallies.items()
        if variant in by_variant and by_variant[variant].sessions >= LEAST_SESSIONS
    ]
    best = max((tally.win_share for _name, tally in enough), default=0.0)
    first = [(name, tally) for name, tally in enough if best and tally.win_share == best]
    return sorted(first, key=lambda one: (-one[1].sessions, one[0]))
