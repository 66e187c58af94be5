"""Who wins how often, beside what chance alone would give: the table of the group's statistics."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from models.statistics.tally import Tally, add_up

LEAST_SESSIONS = 10  # for a place in a ranking, and for a share to be shown in one


@dataclass(frozen=True)
class Ranked:
    """One line: place is shared by equals, None before there are sessions enough."""

    player_id: uuid.UUID
    name: str
    place: int | None
    tally: Tally


@dataclass(frozen=True)
class Champion:
    """Who wins most in a variant: several where they share it, nobody before anyone has sessions enough.

    wins, of: of the first of them; share: of all of them.
    """

    variant: str
    sessions: int
    names: list[str]
    wins: int
    of: int
    share: float


def ranking(tallies: Mapping[uuid.UUID, Mapping[str, Tally]], names: Mapping[uuid.UUID, str]) -> list[Ranked]:
    """Best against chance first; then those who have not played enough, most sessions first."""
    sums = {player: add_up(by_variant.values()) for player, by_variant in tallies.items()}
    rated = sorted(
        (player for player, tally in sums.items() if tally.sessions >= LEAST_SESSIONS),
        key=lambda player: (-sums[player].against_chance, -sums[player].sessions, names[player]),
    )
    others = sorted(sums.keys() - set(rated), key=lambda player: (-sums[player].sessions, names[player]))
    worth = [round(sums[player].against_chance, 6) for player in rated]
    places = {player: worth.index(round(sums[player].against_chance, 6)) + 1 for player in rated}
    return [Ranked(player, names[player], places.get(player), sums[player]) for player in [*rated, *others]]


def champions(
    tallies: Mapping[uuid.UUID, Mapping[str, Tally]],
    names: Mapping[uuid.UUID, str],
    sessions: Mapping[str, int],
) -> list[Champion]:
    """For each variant who has won the largest share of the sessions played to the end."""
    return [_champion(variant, count, tallies, names) for variant, count in sessions.items()]


def _champion(
    variant: str,
    sessions: int,
    tallies: Mapping[uuid.UUID, Mapping[str, Tally]],
    names: Mapping[uuid.UUID, str],
) -> Champion:
    own = {player: by_variant[variant] for player, by_variant in tallies.items() if variant in by_variant}
    enough = {player: tally for player, tally in own.items() if tally.sessions >= LEAST_SESSIONS}
    best = max((tally.win_share for tally in enough.values()), default=0.0)
    first = [player for player, tally in enough.items() if best and tally.win_share == best]
    first.sort(key=lambda player: (-enough[player].sessions, names[player]))
    one = enough[first[0]] if first else Tally()
    return Champion(
        variant, sessions, [names[player] for player in first], one.wins, one.sessions, one.win_share
    )
