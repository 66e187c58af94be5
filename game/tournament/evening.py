"""One club evening as it stands: facts in, totals, cut and winners out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from game.tournament.attendance import Deals, attendance, fewer_deals, guests, left_tables, undecided
from game.tournament.cut import Cut, DecidedBy, cut
from game.tournament.draw import Past, Person
from game.tournament.facts import Decision, Entrant, Kind, Plan, PlayedTable
from game.tournament.places import Place, decided, places


class Phase(StrEnum):
    """What the evening waits for."""

    DRAW = "draw"  # of the next round's tables
    PLAY = "play"
    CHOICE = "choice"  # of who goes on, by the umpire
    PLAYOFF_DRAW = "playoff_draw"
    OVER = "over"


@dataclass(frozen=True)
class Evening:
    """rounds: the tables of each round drawn so far; playoff: those of the play-off, None before its draw."""

    plan: Plan
    entrants: Sequence[Entrant]
    rounds: Sequence[Sequence[PlayedTable]] = ()
    playoff: Sequence[PlayedTable] | None = None
    decisions: Sequence[Decision] = ()

    def round_places(self, number: int) -> list[Place]:
        """Of those who sat at a table of that round."""
        return places(_totals(self.rounds[number - 1]))

    @cached_property
    def left_tables(self) -> dict[Person, int]:
        return left_tables(self.entrants, self._stages)

    @cached_property
    def has_left(self) -> dict[Person, int]:
        """Who left a table, with its stage; the umpire is asked whether they play on."""
        return undecided(self.entrants, self.left_tables, self.decisions)

    @cached_property
    def attendance(self) -> list[Entrant]:
        return attendance(self.entrants, self.has_left)

    @cached_property
    def guests(self) -> dict[Person, int]:
        return guests(self.entrants, self._stages)

    @cached_property
    def combined(self) -> list[Place]:
        """All rounds added, whatever is still played; who withdrew before the last of them has no place.

        Only of entrants: somebody else who sits at a table is first let in by the umpire.
        """
        totals = {entrant.player: entrant.start_points for entrant in self.entrants}
        for tables in self.rounds:
            for player, total in _totals(tables).items():
                if player in totals:
                    totals[player] += total
        gone = {entrant.player for entrant in self.attendance if not entrant.plays(self.plan.rounds)}
        return places(totals, gone)

    @cached_property
    def fewer_deals(self) -> dict[Person, Deals]:
        """Whose combined total has fewer deals behind it than that of others."""
        return fewer_deals(self.combined, self.rounds)

    @cached_property
    def fewer_deals_in_playoff(self) -> dict[Person, Deals]:
        """The same of the totals that decide a play-off."""
        if self.playoff is None:
            return {}
        return fewer_deals(self.final, [*(self.rounds if self.plan.carried else ()), self.playoff])

    @cached_property
    def cut(self) -> Cut | None:
        """As it stands; None where there is none."""
        if self.plan.cut is None:
            return None
        here = {e.player for e in self.attendance if e.withdrew_after is None} | self._drawn
        may_go_on = [place for place in self.combined if place.player in here and place.rank is not None]
        chosen = next((d.players for d in reversed(self.decisions) if d.kind is Kind.CUT), ())
        return cut(may_go_on, self.plan.cut, chosen)

    @cached_property
    def goes_on(self) -> set[Person]:
        """Who plays off: whoever was drawn; before the draw who gets through the cut as it stands."""
        if self.playoff is not None:
            return self._drawn
        return set(self.cut.through) if self.cut else set()

    @cached_property
    def would_go_on(self) -> list[Person]:
        """Who has no seat in the play-off that is drawn, and would have by the totals as they stand since."""
        if self.playoff is None or self.cut is None:
            return []
        return [player for player in self.cut.through or self.cut.certain if player not in self._drawn]

    @cached_property
    def might_go_on(self) -> list[Person]:
        """The same of those level at the cut, where the umpire would have to choose among them once more."""
        if self.playoff is None or self.cut is None or self.cut.decided_by is not DecidedBy.NOBODY_YET:
            return []
        if len(self._drawn.intersection(self.cut.level)) >= self.cut.room:
            return []
        return [player for player in self.cut.level if player not in self._drawn]

    @cached_property
    def rounds_are_over(self) -> bool:
        return len(self.rounds) >= self.plan.rounds and all(map(_is_over, self.rounds))

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
        return Phase.CHOICE if self.cut.decided_by is DecidedBy.NOBODY_YET else Phase.PLAYOFF_DRAW

    @cached_property
    def next_round(self) -> int:
        """The round that is drawn next, where it is one before the cut."""
        return len(self.rounds) + 1

    @property
    def can_join(self) -> bool:
        """Whether somebody who comes now still plays a round before the cut."""
        return self.next_round <= self.plan.rounds

    @cached_property
    def due(self) -> list[Person]:
        """Who sits down at the tables that are drawn next; nobody while something else is waited for."""
        if self.phase is Phase.PLAYOFF_DRAW and self.cut:
            return list(self.cut.through)
        if self.phase is not Phase.DRAW:
            return []
        return [entrant.player for entrant in self.attendance if entrant.plays(self.next_round)]

    @cached_property
    def past(self) -> Past:
        return Past.of(table.seats for tables in self._stages for table in tables)

    @cached_property
    def final(self) -> list[Place]:
        """What decides: the play-off's places once it is drawn, before that the combined ones."""
        orders = [decision.players for decision in self.decisions if decision.kind is Kind.TIE]
        if self.playoff is None:
            return decided(self.combined, orders)
        own = _totals(self.playoff)
        before = {place.player: place.total for place in self.combined}
        carried = before if self.plan.carried else {}
        totals = {player: own[player] + carried.get(player, 0) for player in before if player in own}
        return decided(places(totals, self._withdrawn), orders)

    @cached_property
    def winners(self) -> list[Person]:
        """Nobody while it is not over; all who share the first place (GS13), unless the umpire decided."""
        if self.phase is not Phase.OVER:
            return []
        return [place.player for place in self.final if place.rank == 1]

    @cached_property
    def _stages(self) -> Sequence[Sequence[PlayedTable]]:
        return (*self.rounds, self.playoff or ())

    @cached_property
    def _drawn(self) -> set[Person]:
        """Whoever has sat down in the play-off; to go home from there changes nothing of the cut."""
        return {player for table in self.playoff or () for player in table.seats}

    @cached_property
    def _withdrawn(self) -> set[Person]:
        """Of the play-off: who left in it has no place there."""
        return {
            entrant.player
            for entrant in self.attendance
            if entrant.withdrew_after is not None and entrant.withdrew_after <= self.plan.rounds
        }


def counting_who_left(evening: Evening) -> Evening:
    """The same as if nobody had left a table."""
    rounds, playoff = map(_with_everybody, evening.rounds), evening.playoff
    return replace(evening, rounds=[*rounds], playoff=None if playoff is None else _with_everybody(playoff))


def _with_everybody(tables: Sequence[PlayedTable]) -> list[PlayedTable]:
    return [replace(table, left=frozenset()) for table in tables]


def _is_over(tables: Sequence[PlayedTable]) -> bool:
    return all(table.is_over for table in tables)


def _totals(tables: Sequence[PlayedTable]) -> dict[Person, int]:
    return {player: total for table in tables for player, total in table.totals.items()}
