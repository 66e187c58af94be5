"""The result of a tournament as CSV: a row for each player, the best first.

Format as in `files.export.rounds_csv`, with these columns:

place            1, 2, 2, 4; empty before the end, and for players who left
player
round_1_table    the table of the first round, empty without one
round_1          its total; then the same for each further round that is drawn
start_points     points in place of missed rounds
deals            number of deals of all rounds
total, total_rank   of all rounds
went_on          1 or 0; empty without a cut, or before it
playoff_table, playoff   the same for the play-off; what decided: with the total, if that continues
player_id        as in the session document
"""

from __future__ import annotations

from collections.abc import Iterator

from files.cells import escape_formula
from files.document.scope import Export
from files.export.rounds_csv import BYTE_ORDER_MARK, Cells, line_writer
from game.tournament.attendance import deals_played
from game.tournament.draw import Person
from game.tournament.state import Phase
from models.database import db
from models.tournament.reading import at_tables, tournament_state_from
from models.tournament.tournament import Entrant, Tournament


def tournament_ranking_csv(export: Export) -> Iterator[str]:
    """Yield the file of the tournament that is the scope."""
    tournament = db.session.get_one(Tournament, export.scope.tournament_id)
    of_rounds = [
        name for number in drawn_rounds(tournament) for name in (f"round_{number}_table", f"round_{number}")
    ]
    together = ("start_points", "deals", "total", "total_rank", "went_on")
    line = line_writer(export.delimiter)
    yield BYTE_ORDER_MARK + line(
        ("place", "player", *of_rounds, *together, "playoff_table", "playoff", "player_id")
    )
    for place, name, *cells in places_of(tournament):
        yield line((place, escape_formula(name), *cells))


def drawn_rounds(tournament: Tournament) -> list[int]:
    """Numbers of the rounds with tables, without the play-off."""
    return sorted({table.stage for table in tournament.tables if table.stage <= tournament.rounds})


def places_of(tournament: Tournament) -> list[Cells]:
    """A row for each player, from `place` to `player_id`; None for empty cells."""
    tables = at_tables(tournament)
    state = tournament_state_from(tournament, tables)
    deals, is_over = deals_played(state.rounds), state.phase is Phase.OVER
    entrants: dict[Person, Entrant] = {entrant.player_id: entrant for entrant in tournament.playing}
    standings = {standing.player: standing for standing in state.combined}
    decided = (
        {standing.player: standing.total for standing in state.final} if state.playoff is not None else {}
    )
    has_cut = bool(state.playoff_players) and state.rounds_are_over

    def at_stage(player: Person, stage: int) -> tuple[int | None, int | None]:
        """The table of a stage and its total."""
        for at in tables:
            if at.table.stage == stage and player in at.totals:
                return at.table.number, at.totals[player]
        return None, None

    def row(player: Person, place: int | None) -> Cells:
        entrant, standing = entrants[player], standings[player]
        name = entrant.player.name if entrant.player else ""
        of_rounds = [cell for number in drawn_rounds(tournament) for cell in at_stage(player, number)]
        went_on = int(player in state.playoff_players) if has_cut else None
        total = (entrant.start_points, deals[player], standing.total, standing.rank, went_on)
        table, _points = at_stage(player, tournament.playoff)
        playoff = None if table is None else decided[player]
        return place, name, *of_rounds, *total, table, playoff, str(player)

    order = state.final_ranking if is_over else state.combined
    return [row(standing.player, standing.rank if is_over else None) for standing in order]
