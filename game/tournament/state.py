"""The state of a tournament, computed from its facts: phase, totals, cut and winners."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from game.tournament.attendance import (
    DealCount,
    awaiting_decision,
    fewer_deals,
    guests,
    left_tables,
    with_withdrawals,
)
from game.tournament.cut import Cut, DecidedBy, cut
from game.tournament.draw import MeetingHistory, Person
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, Plan, PlayedTable
from game.tournament.standings import TournamentStanding, standings, with_tie_decisions


class Phase(StrEnum):
    """What the tournament waits for."""

    DRAW = "draw"  # of the next round's tables
    PLAY = "play"
    CHOICE = "choice"  # of tied players at the cut, by the umpire
    PLAYOFF_DRAW = "playoff_draw"
    OVER = "over"


@dataclass(frozen=True)
class TournamentState:
    """rounds: tables of each round drawn so far; playoff: tables of the play-off, None before its draw."""

    plan: Plan
    entrants: Sequence[EntrantFacts]
    rounds: Sequence[Sequence[PlayedTable]] = ()
    playoff: Sequence[PlayedTable] | None = None
    decisions: Sequence[Decision] = ()

    def tables_of(self, stage: int) -> Sequence[PlayedTable]:
        """Return the tables of a stage; none before its draw."""
        return self._stages[stage - 1] if stage <= len(self._stages) else ()

    def round_places(self, number: int) -> list[TournamentStanding]:
        """Return the standings of one round."""
        return self._ranked(_totals(self.rounds[number - 1]))

    @cached_property
    def highest_wins(self) -> bool:
        """Whether the highest total is best."""
        return any(table.highest_wins for table in self._tables)

    @cached_property
    def has_equal_deals(self) -> bool:
        """Whether every table plays the same number of deals, so that fewer of them are worth a note."""
        return not any(table.is_open_ended for table in self._tables)

    @cached_property
    def left_tables(self) -> dict[Person, int]:
        return left_tables(self.entrants, self._stages)

    @cached_property
    def awaiting_decision(self) -> dict[Person, int]:
        """Players who left a table and await the umpire's decision: {player: stage}."""
        return awaiting_decision(self.entrants, self.left_tables, self.decisions)

    @cached_property
    def entrants_with_withdrawals(self) -> list[EntrantFacts]:
        return with_withdrawals(self.entrants, self.awaiting_decision)

    @cached_property
    def guests(self) -> dict[Person, int]:
        return guests(self.entrants, self._stages)

    @cached_property
    def combined(self) -> list[TournamentStanding]:
        """Standings over all rounds, including unfinished tables, of entrants only.

        rank is None for players who withdrew before the last round. Guests must first be entered.
        """
        totals = {entrant.player: entrant.start_points for entrant in self.entrants}
        for tables in self.rounds:
            for player, total in _totals(tables).items():
                if player in totals:
                    totals[player] += total
        withdrawn = {
            entrant.player
            for entrant in self.entrants_with_withdrawals
            if not entrant.plays(self.plan.rounds)
        }
        return self._ranked(totals, withdrawn)

    @cached_property
    def fewer_deals(self) -> dict[Person, DealCount]:
        """Players whose combined total is from fewer deals than that of others, where that is uneven."""
        return fewer_deals(self.combined, self.rounds) if self.has_equal_deals else {}

    @cached_property
    def fewer_deals_in_playoff(self) -> dict[Person, DealCount]:
        """The same for the totals that decide the play-off."""
        if self.playoff is None or not self.has_equal_deals:
            return {}
        return fewer_deals(self.final, [*(self.rounds if self.plan.carried else ()), self.playoff])

    @cached_property
    def cut(self) -> Cut | None:
        """The cut by the present totals; None without a cut."""
        if self.plan.cut is None:
            return None
        present = self._present | self._drawn_players
        candidates = [place for place in self.combined if place.player in present and place.rank is not None]
        chosen = next((d.players for d in reversed(self.decisions) if d.kind is DecisionKind.CUT), ())
        return cut(candidates, self.plan.cut, chosen)

    @cached_property
    def playoff_players(self) -> set[Person]:
        """The players drawn for the play-off, without those who went home before it; before the draw those
        qualified by the present totals.
        """
        if self.playoff is not None:
            return self._drawn_players.difference(self.stood_down)
        return set(self.cut.through) if self.cut else set()

    @cached_property
    def would_qualify(self) -> list[Person]:
        """Players not drawn for the play-off who would qualify by the present, corrected totals."""
        if self.playoff is None or self.cut is None:
            return []
        return [
            player for player in self.cut.through or self.cut.certain if player not in self._drawn_players
        ]

    @cached_property
    def might_qualify(self) -> list[Person]:
        """Players not drawn for the play-off who are now tied at the cut, so that the umpire would decide."""
        if self.playoff is None or self.cut is None or self.cut.decided_by is not DecidedBy.UNDECIDED:
            return []
        if len(self._drawn_players.intersection(self.cut.level)) >= self.cut.room:
            return []
        return [player for player in self.cut.level if player not in self._drawn_players]

    @cached_property
    def rounds_are_over(self) -> bool:
        return len(self.rounds) >= self.plan.rounds and all(map(_is_over, self.rounds))

    @property
    def is_cut_open(self) -> bool:
        """Whether players are level at the cut, and the umpire chooses among them."""
        is_open = self.rounds_are_over and self.playoff is None
        return is_open and self.cut is not None and self.cut.decided_by is not DecidedBy.SCORE

    @cached_property
    def phase(self) -> Phase:
        if self.playoff is not None:
            return Phase.OVER if _is_over(self.playoff) else Phase.PLAY
        if self.rounds and not all(map(_is_over, self.rounds)):
            return Phase.PLAY
        if len(self.rounds) < self.plan.rounds:
            return Phase.DRAW
        if self.cut is None:
            return Phase.OVER
        return Phase.CHOICE if self.cut.decided_by is DecidedBy.UNDECIDED else Phase.PLAYOFF_DRAW

    @cached_property
    def next_round(self) -> int:
        """The number of the next round to draw; meaningless after the last round."""
        return len(self.rounds) + 1

    @property
    def can_join(self) -> bool:
        """Whether a new entrant can still play a round before the cut."""
        return self.next_round <= self.plan.rounds

    @cached_property
    def next_players(self) -> list[Person]:
        """The players for the next draw; [] while no draw is due."""
        if self.phase is Phase.PLAYOFF_DRAW and self.cut:
            return list(self.cut.through)
        if self.phase is not Phase.DRAW:
            return []
        return [
            entrant.player for entrant in self.entrants_with_withdrawals if entrant.plays(self.next_round)
        ]

    @cached_property
    def past(self) -> MeetingHistory:
        return MeetingHistory.of([table.seats for table in tables] for tables in self._stages)

    @cached_property
    def final(self) -> list[TournamentStanding]:
        """The deciding standings: those of the play-off once it is drawn, otherwise the combined ones."""
        return with_tie_decisions(self.final_before_ties, self.tie_orders)

    @property
    def tie_orders(self) -> list[Sequence[Person]]:
        """The umpire's decisions about shared places."""
        return [decision.players for decision in self.decisions if decision.kind is DecisionKind.TIE]

    @cached_property
    def final_before_ties(self) -> list[TournamentStanding]:
        """The deciding standings without the decisions about shared places."""
        if self.playoff is None:
            return self.combined
        playoff_totals = _totals(self.playoff)
        before = {place.player: place.total for place in self.combined}
        carried = before if self.plan.carried else {}
        playing = [player for player in before if player in playoff_totals and player not in self.stood_down]
        totals = {player: playoff_totals[player] + carried.get(player, 0) for player in playing}
        return self._ranked(totals, self._withdrawn)

    @cached_property
    def final_ranking(self) -> list[TournamentStanding]:
        """The players of the play-off, then all others, whose ranks continue. Equal totals share a rank.

        rank: None for a player who left before the end.
        """
        if self.playoff is None:
            return self.final
        before = {place.player: place.total for place in self.combined}
        qualified = [
            replace(place, total=before.get(place.player, 0), playoff=place.total) for place in self.final
        ]
        ranks = sum(place.rank is not None for place in qualified)
        players = {place.player for place in qualified}
        others = [place for place in self.combined if place.player not in players]
        withdrawn = {place.player for place in others if place.rank is None}
        return qualified + [
            place if place.rank is None else replace(place, rank=ranks + place.rank)
            for place in self._ranked({place.player: place.total for place in others}, withdrawn)
        ]

    @cached_property
    def winners(self) -> list[Person]:
        """All who share the first place (GS13), unless the umpire broke the tie; [] before the end."""
        if self.phase is not Phase.OVER:
            return []
        return [place.player for place in self.final if place.rank == 1]

    @cached_property
    def stood_down(self) -> dict[Person, PlayedTable]:
        """Players drawn for the play-off who went home without a deal of it, with their table there.

        They have the place of their combined total, and another player may take over the seat.
        """
        return {
            player: table
            for table in self.playoff or ()
            for player in table.seats
            if player in self._withdrawn and player in table.without_deals
        }

    @cached_property
    def substitutes(self) -> list[Person]:
        """The best of those who are here and were not drawn for the play-off: several if they are level."""
        candidates = self._present - self._drawn_players
        others = [place for place in self.combined if place.rank is not None and place.player in candidates]
        return [place.player for place in others if place.rank == others[0].rank]

    def _ranked(
        self, totals: Mapping[Person, int], withdrawn: Collection[Person] = ()
    ) -> list[TournamentStanding]:
        return standings(totals, withdrawn, highest_wins=self.highest_wins)

    @cached_property
    def _stages(self) -> Sequence[Sequence[PlayedTable]]:
        return (*self.rounds, self.playoff or ())

    @property
    def _tables(self) -> Iterator[PlayedTable]:
        return (table for tables in self._stages for table in tables)

    @cached_property
    def _drawn_players(self) -> set[Person]:
        """All players of the play-off, including those who left it: the cut does not change."""
        return {player for table in self.playoff or () for player in table.seats}

    @property
    def _present(self) -> set[Person]:
        """Entrants who have not withdrawn."""
        return {e.player for e in self.entrants_with_withdrawals if e.withdrew_after is None}

    @cached_property
    def _withdrawn(self) -> set[Person]:
        """Players who withdrew, including during the play-off; they have no rank."""
        return {
            entrant.player
            for entrant in self.entrants_with_withdrawals
            if entrant.withdrew_after is not None and entrant.withdrew_after <= self.plan.rounds
        }


def without_departures(tournament: TournamentState) -> TournamentState:
    """Return the state as if no player had left a table."""

    def with_all(tables: Sequence[PlayedTable]) -> list[PlayedTable]:
        return [replace(table, left=frozenset()) for table in tables]

    rounds, playoff = tournament.rounds, tournament.playoff
    return replace(
        tournament,
        rounds=[with_all(tables) for tables in rounds],
        playoff=None if playoff is None else with_all(playoff),
    )


def _is_over(tables: Sequence[PlayedTable]) -> bool:
    return all(table.is_over for table in tables)


def _totals(tables: Sequence[PlayedTable]) -> dict[Person, int]:
    return {player: total for table in tables for player, total in table.totals.items()}
