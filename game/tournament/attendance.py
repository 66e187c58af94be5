"""Who still takes part, and how many deals stand behind each total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.tournament.draw import Person
from game.tournament.facts import Decision, Entrant, Kind, PlayedTable
from game.tournament.places import Place

Stages = Iterable[Sequence[PlayedTable]]


@dataclass(frozen=True)
class Deals:
    """played: the deals behind somebody's total. most: those behind the total of whoever played most."""

    played: int
    most: int


def left_tables(entrants: Iterable[Entrant], stages: Stages) -> dict[Person, int]:
    """Who got up from their last table and did not come back, with its stage."""
    last = {player: (stage, table) for stage, table in _numbered(stages) for player in table.seats}
    here = [entrant.player for entrant in entrants if entrant.player in last]
    return {player: last[player][0] for player in here if player in last[player][1].left}


def undecided(
    entrants: Iterable[Entrant], left: Mapping[Person, int], decisions: Iterable[Decision]
) -> dict[Person, int]:
    """Of those who left their tables, whoever the umpire has neither sent home nor let play on."""
    home = {entrant.player for entrant in entrants if entrant.withdrew_after is not None}
    plays_on = {(player, d.stage) for d in decisions if d.kind is Kind.PLAYS_ON for player in d.players}
    return {p: stage for p, stage in left.items() if p not in home and (p, stage) not in plays_on}


def attendance(entrants: Iterable[Entrant], left: Mapping[Person, int]) -> list[Entrant]:
    """The entrants; whoever left a table counts as withdrawn since the stage before it.

    So nobody wins by playing fewer deals. left: see `undecided`.
    """
    return [
        replace(entrant, withdrew_after=left[entrant.player] - 1) if entrant.player in left else entrant
        for entrant in entrants
    ]


def guests(entrants: Iterable[Entrant], stages: Stages) -> dict[Person, int]:
    """Who sits at a table without being an entrant, with its stage."""
    known = {entrant.player for entrant in entrants}
    return {
        player: stage
        for stage, table in _numbered(stages)
        for player in table.seats
        if player not in known and player not in table.left
    }


def deals_played(stages: Stages) -> Counter[Person]:
    """How many deals of all tables together each was in."""
    played: Counter[Person] = Counter()
    for _stage, table in _numbered(stages):
        played.update(table.deals)
    return played


def fewer_deals(places: Iterable[Place], stages: Stages) -> dict[Person, Deals]:
    """Who of those in `places` was in fewer deals of these stages than somebody else of them."""
    played = deals_played(stages)
    own = {place.player: played[place.player] for place in places}
    most = max(own.values(), default=0)
    return {player: Deals(number, most) for player, number in own.items() if number < most}


def _numbered(stages: Stages) -> Iterable[tuple[int, PlayedTable]]:
    return ((stage, table) for stage, tables in enumerate(stages, 1) for table in tables)
