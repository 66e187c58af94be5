"""Attendance: players who left a table, guests, and the number of deals behind each total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.tournament.draw import Person
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, PlayedTable
from game.tournament.standings import TournamentStanding

Stages = Iterable[Sequence[PlayedTable]]


@dataclass(frozen=True)
class DealCount:
    """played: number of deals a total is from. most: the highest such number among all players."""

    played: int
    most: int


def left_tables(entrants: Iterable[EntrantFacts], stages: Stages) -> dict[Person, int]:
    """Return the entrants who left their last table for good: {player: stage of that table}."""
    last = {player: (stage, table) for stage, table in _numbered(stages) for player in table.seats}
    players = [entrant.player for entrant in entrants if entrant.player in last]
    return {player: last[player][0] for player in players if player in last[player][1].left}


def awaiting_decision(
    entrants: Iterable[EntrantFacts], left: Mapping[Person, int], decisions: Iterable[Decision]
) -> dict[Person, int]:
    """Return those of `left` whom the umpire has neither withdrawn nor let play on: {player: stage}."""
    withdrawn = {entrant.player for entrant in entrants if entrant.withdrew_after is not None}
    plays_on = {
        (player, d.stage) for d in decisions if d.kind is DecisionKind.PLAYS_ON for player in d.players
    }
    return {p: stage for p, stage in left.items() if p not in withdrawn and (p, stage) not in plays_on}


def with_withdrawals(entrants: Iterable[EntrantFacts], left: Mapping[Person, int]) -> list[EntrantFacts]:
    """Return the entrants; those in `left` count as withdrawn after the stage before the table they left.

    So leaving a table early is no advantage. left: see `awaiting_decision`.

    >>> with_withdrawals([EntrantFacts("Anna"), EntrantFacts("Bo")], left={"Bo": 2})[1].withdrew_after
    1
    """
    return [
        replace(entrant, withdrew_after=left[entrant.player] - 1) if entrant.player in left else entrant
        for entrant in entrants
    ]


def guests(entrants: Iterable[EntrantFacts], stages: Stages) -> dict[Person, int]:
    """Return the players at a table who are not entrants: {player: stage}."""
    entered = {entrant.player for entrant in entrants}
    return {
        player: stage
        for stage, table in _numbered(stages)
        for player in table.seats
        if player not in entered and player not in table.left
    }


def deals_played(stages: Stages) -> Counter[Person]:
    """Count the deals of all tables that each player was in."""
    played: Counter[Person] = Counter()
    for _stage, table in _numbered(stages):
        played.update(table.deals)
    return played


def fewer_deals(ranking: Iterable[TournamentStanding], stages: Stages) -> dict[Person, DealCount]:
    """Return the players of `ranking` who were in fewer deals of these stages than another of them."""
    played = deals_played(stages)
    deals = {entry.player: played[entry.player] for entry in ranking}
    most = max(deals.values(), default=0)
    return {player: DealCount(number, most) for player, number in deals.items() if number < most}


def _numbered(stages: Stages) -> Iterable[tuple[int, PlayedTable]]:
    return ((stage, table) for stage, tables in enumerate(stages, 1) for table in tables)
