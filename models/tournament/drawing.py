"""Draw tables and start a session at each; the umpire may have moved players before."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.tournament.draw import Table, draw
from game.tournament.state import TournamentState
from game.tournament.tables import BEST_TABLE_SIZE, MAX_TABLE_SIZE, numbers_of_tables, table_sizes
from game.variants import IllegalOption, Variant
from models.change import ChangeStamp, recorded_as_change
from models.custom_games import variant_named
from models.database import db, new_id
from models.group import Group
from models.night_lists import night_for
from models.player import Player
from models.table.starting import SessionSetup
from models.tournament.tournament import Tournament, TournamentTable
from models.tournament.variants import adds_points

MIN_AT_TABLE = 2


class NotDrawn(ValueError):
    """reason: "moved" (no draw is due now), "people" (a player has no seat, or two), "size" (a table of
    one, or more than can be dealt to), "rules" (the game was changed since the first draw, and its points
    cannot be added to those of the tables drawn before).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def stage_due(tournament: Tournament, state: TournamentState) -> int | None:
    """The stage whose tables are drawn next; None if no draw is due."""
    if not state.next_players:
        return None
    return max((table.stage for table in tournament.tables), default=0) + 1


def most_at_a_table(tournament: Tournament) -> int:
    """The largest table that one pack suffices for, at most MAX_TABLE_SIZE."""
    variant, options = _game_of(tournament)
    dealt = [n for n in range(MIN_AT_TABLE, MAX_TABLE_SIZE + 1) if variant.can_be_dealt(options, n)]
    return max(dealt, default=MIN_AT_TABLE)


def proposed(
    tournament: Tournament, state: TournamentState, seed: int, *, tables: int | None = None
) -> tuple[Table, ...]:
    """A draw of the players due with as few repeated meetings as possible; the first of each table deals
    first.

    tables: their number; the best number if it is None or impossible.
    """
    numbers = numbers_of_tables(len(state.next_players), most_at_a_table(tournament))
    number = tables if tables in numbers else numbers[0]
    sizes = table_sizes(len(state.next_players), number)
    left = max(state.plan.rounds - state.next_round, 0)
    return draw(state.next_players, sizes, state.past, Random(seed), rounds_left=left)  # noqa: S311


def seat(
    tournament: Tournament,
    state: TournamentState,
    tables: Sequence[Sequence[uuid.UUID]],
    stamp: ChangeStamp,
    *,
    stage: int,
    seed: int,
    method: str,
) -> None:
    """Create the sessions of a drawn stage, players clockwise; the first of each table deals first.

    stage: the one that the umpire was shown. Raise NotDrawn, creating nothing.
    """
    if stage_due(tournament, state) != stage:
        raise NotDrawn("moved")
    if Counter(player for table in tables for player in table) != Counter(state.next_players):
        raise NotDrawn("people")
    variant, options = _game_of(tournament)
    if not all(variant.can_be_dealt(options, len(table)) for table in tables):
        raise NotDrawn("size")
    rules = variant.rules(options, BEST_TABLE_SIZE)
    if not adds_points(rules) or (stage > 1 and rules.highest_wins != state.highest_wins):
        raise NotDrawn("rules")
    if tournament.night is None:  # imported without one, or deleted with a reverted import
        group = db.session.get_one(Group, tournament.group_id)
        tournament.night = night_for(group, stamp.at, stamp.at.date())
        db.session.flush()
    people = {entrant.player_id: entrant.player for entrant in tournament.playing if entrant.player}
    with recorded_as_change(tournament, "draw", stamp, {"stage": stage, "tables": len(tables)}):
        for number, table in enumerate(tables, 1):
            players = [people[player] for player in table]
            setup = SessionSetup(variant, options, players, first_dealer=0)
            _begin(tournament, setup, players, stamp, stage=stage, number=number)
        tournament.draws = [*tournament.draws, {"seed": seed, "method": method}]


def _game_of(tournament: Tournament) -> tuple[Variant, Mapping[str, Any]]:
    """The game and the options of each table; none if the game was changed and does not have them any more.

    Raise LookupError if it no longer exists; a game of the group stays while something refers to it.
    """
    variant = variant_named(tournament.group_id, tournament.variant)
    if variant is None:
        raise LookupError(tournament.variant)
    try:
        variant.resolve(tournament.options, BEST_TABLE_SIZE)
    except IllegalOption:
        return variant, {}
    return variant, tournament.options


def _begin(
    tournament: Tournament,
    setup: SessionSetup,
    players: Sequence[Player],
    stamp: ChangeStamp,
    *,
    stage: int,
    number: int,
) -> None:
    session = setup.session(
        players,
        id=new_id(),
        group_id=tournament.group_id,
        night_id=tournament.night_id,
        started_at=stamp.at,
    )
    for player in players:
        player.update_last_played(stamp.at)
    db.session.add(session)
    db.session.flush()
    tournament.tables.append(TournamentTable(id=new_id(), stage=stage, number=number, session_id=session.id))
