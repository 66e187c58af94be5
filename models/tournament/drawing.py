"""Tables are drawn, and each begins as a session of its own; the umpire may have moved people first."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from random import Random

from game.tournament.draw import Table, draw
from game.tournament.state import TournamentState
from game.tournament.tables import MOST, numbers_of_tables, table_sizes
from game.variants import VARIANTS, Variant
from models.change import Author, changing
from models.database import db, new_id
from models.group import Group
from models.nights import night_for
from models.player import Player
from models.table.starting import Setup
from models.tournament.tournament import Tournament, TournamentTable

FEWEST_AT_A_TABLE = 2


class NotDrawn(ValueError):
    """reason: "moved" (the evening waits for something else by now), "people" (somebody has no seat, or two),
    "size" (a table of one, or more than can be dealt to).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def stage_due(tournament: Tournament, evening: TournamentState) -> int | None:
    """The stage whose tables are drawn next; None while something else is waited for."""
    if not evening.next_players:
        return None
    return max((table.stage for table in tournament.tables), default=0) + 1


def most_at_a_table(tournament: Tournament) -> int:
    """What one pack deals, and no more than a table of an evening."""
    variant = VARIANTS[tournament.variant]
    dealt = [n for n in range(FEWEST_AT_A_TABLE, MOST + 1) if variant.can_be_dealt(tournament.options, n)]
    return max(dealt, default=FEWEST_AT_A_TABLE)


def proposed(
    tournament: Tournament, evening: TournamentState, seed: int, *, tables: int | None = None
) -> tuple[Table, ...]:
    """A draw of whoever is due that lets as few as possible meet again; the first of each table deals first.

    tables: how many; the best number where none is given, or where they cannot be so many.
    """
    numbers = numbers_of_tables(len(evening.next_players), most_at_a_table(tournament))
    number = tables if tables in numbers else numbers[0]
    sizes = table_sizes(len(evening.next_players), number)
    return draw(evening.next_players, sizes, evening.past, Random(seed))  # noqa: S311


def seat(
    tournament: Tournament,
    evening: TournamentState,
    tables: Sequence[Sequence[uuid.UUID]],
    author: Author,
    *,
    stage: int,
    seed: int,
    method: str,
) -> None:
    """Everybody who is due sits down, clockwise, and the first of each table deals first.

    stage: the one the umpire has seen drawn. Raises NotDrawn, and seats nobody.
    """
    if stage_due(tournament, evening) != stage:
        raise NotDrawn("moved")
    if Counter(player for table in tables for player in table) != Counter(evening.next_players):
        raise NotDrawn("people")
    variant = VARIANTS[tournament.variant]
    if not all(variant.can_be_dealt(tournament.options, len(table)) for table in tables):
        raise NotDrawn("size")
    if tournament.night is None:  # a file may tell none, or have taken it along on its way back
        group = db.session.get_one(Group, tournament.group_id)
        tournament.night = night_for(group, author.at, author.at.date())
        db.session.flush()
    people = {entrant.player_id: entrant.player for entrant in tournament.playing if entrant.player}
    with changing(tournament, "draw", author, {"stage": stage, "tables": len(tables)}):
        for number, table in enumerate(tables, 1):
            players = [people[player] for player in table]
            _begin(tournament, variant, players, author, stage=stage, number=number)
        tournament.draws = [*tournament.draws, {"seed": seed, "method": method}]


def _begin(
    tournament: Tournament,
    variant: Variant,
    players: Sequence[Player],
    author: Author,
    *,
    stage: int,
    number: int,
) -> None:
    setup = Setup(variant, tournament.options, players, first_dealer=0)
    session = setup.session(
        players,
        id=new_id(),
        group_id=tournament.group_id,
        night_id=tournament.night_id,
        started_at=author.at,
    )
    for player in players:
        player.update_last_played(author.at)
    db.session.add(session)
    db.session.flush()
    tournament.tables.append(TournamentTable(id=new_id(), stage=stage, number=number, session_id=session.id))
