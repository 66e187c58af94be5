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

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from files.cells import escape_formula
from files.export.rounds_csv import BYTE_ORDER_MARK, Cells, line_writer
from game.tournament.attendance import deals_played
from game.tournament.draw import Person
from game.tournament.standings import TournamentStanding
from game.tournament.state import Phase, TournamentState
from models.tournament.reading import at_tables, tournament_state_from
from models.tournament.tournament import Entrant, Tournament


def tournament_ranking_csv(tournament: Tournament, *, delimiter: str) -> Iterator[str]:
    line = line_writer(delimiter)
    yield BYTE_ORDER_MARK + line(_columns(tournament))
    for place, name, *cells in places_of(tournament):
        yield line((place, escape_formula(name), *cells))


def places_of(tournament: Tournament) -> list[Cells]:
    """A row for each player, from `place` to `player_id`; None for empty cells."""
    return _Places(tournament).rows


def drawn_rounds(tournament: Tournament) -> list[int]:
    """Numbers of the rounds with tables, without the play-off."""
    return sorted({table.stage for table in tournament.tables if table.stage <= tournament.rounds})


def _columns(tournament: Tournament) -> Sequence[str]:
    of_rounds = [
        name for number in drawn_rounds(tournament) for name in (f"round_{number}_table", f"round_{number}")
    ]
    together = ("start_points", "deals", "total", "total_rank", "went_on")
    return ("place", "player", *of_rounds, *together, "playoff_table", "playoff", "player_id")


class _Places:
    """The data of the rows."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.here = tournament, at_tables(tournament)
        self.entrants: dict[Person, Entrant] = {each.player_id: each for each in tournament.playing}

    @cached_property
    def state(self) -> TournamentState:
        return tournament_state_from(self.tournament, self.here)

    @cached_property
    def deals(self) -> Counter[Person]:
        return deals_played(self.state.rounds)

    @property
    def rows(self) -> list[Cells]:
        is_over, combined = self.state.phase is Phase.OVER, self.state.combined
        ranks = {place.player: place for place in combined}
        order = self.state.final_ranking if is_over else combined
        return [self._row(each.player, each.rank if is_over else None, ranks[each.player]) for each in order]

    def _row(self, player: Person, place: int | None, together: TournamentStanding) -> Cells:
        entrant = self.entrants[player]
        name = entrant.player.name if entrant.player else ""
        of_rounds = [cell for number in drawn_rounds(self.tournament) for cell in self._at(player, number)]
        deals = self.deals[player]
        total = (entrant.start_points, deals, together.total, together.rank, self._went_on(player))
        table, _points = self._at(player, self.tournament.playoff)
        decided = None if table is None else next(p.total for p in self.state.final if p.player == player)
        return place, name, *of_rounds, *total, table, decided, str(player)

    def _at(self, player: Person, stage: int) -> tuple[int | None, int | None]:
        """The table of a stage and its total."""
        for at in self.here:
            if at.table.stage == stage and player in at.totals:
                return at.table.number, at.totals[player]
        return None, None

    def _went_on(self, player: Person) -> int | None:
        if not self.state.playoff_players or not self.state.rounds_are_over:
            return None
        return int(player in self.state.playoff_players)
