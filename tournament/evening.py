"""One club evening as it stands: facts in, totals, cut and winners out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tournament.cut import Cut, DecidedBy, cut
from tournament.draw import Past, Person, Table
from tournament.places import Place, decided, places

ROUNDS, CUT = 2, 10  # SP34


class Kind(StrEnum):
    """What an umpire decides (SP35)."""

    CUT = "cut"
    TIE = "tie"
    LATE_ENTRY = "late_entry"
    OTHER = "other"


class Phase(StrEnum):
    """What the evening waits for."""

    DRAW = "draw"  # of the next round's tables
    PLAY = "play"
    CHOICE = "choice"  # of who goes on, by the umpire
    PLAYOFF_DRAW = "playoff_draw"
    OVER = "over"


@dataclass(frozen=True)
class Plan:
    """rounds: before the cut. cut: how many go on, None without a play-off. carried: whether the play-off
    goes on from the combined totals; else it starts from zero (GS12).
    """

    rounds: int = ROUNDS
    cut: int | None = CUT
    carried: bool = False


@dataclass(frozen=True)
class Entrant:
    """start_points: what stands for the rounds missed. withdrew_after: the last round played."""

    player: Person
    joined_round: int = 1
    start_points: int = 0
    withdrew_after: int | None = None

    def plays(self, round_: int) -> bool:
        return self.joined_round <= round_ and (self.withdrew_after is None or self.withdrew_after >= round_)


@dataclass(frozen=True)
class PlayedTable:
    """seats: clockwise. totals: by player, of the table's session as it stands."""

    seats: Table
    totals: Mapping[Person, int]
    is_over: bool


@dataclass(frozen=True)
class Decision:
    kind: Kind
    players: Sequence[Person] = ()


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
    def combined(self) -> list[Place]:
        """All rounds added, whatever is still played; who withdrew before the last of them has no place."""
        totals = {entrant.player: entrant.start_points for entrant in self.entrants}
        for tables in self.rounds:
            for player, total in _totals(tables).items():
                totals[player] = totals.get(player, 0) + total
        gone = {entrant.player for entrant in self.entrants if not entrant.plays(self.plan.rounds)}
        return places(totals, gone)

    @cached_property
    def cut(self) -> Cut | None:
        """As it stands; None where there is none."""
        if self.plan.cut is None:
            return None
        here = {entrant.player for entrant in self.entrants if entrant.withdrew_after is None} | self._drawn
        may_go_on = [place for place in self.combined if place.player in here and place.rank is not None]
        chosen = next((d.players for d in reversed(self.decisions) if d.kind is Kind.CUT), ())
        return cut(may_go_on, self.plan.cut, chosen)

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
        return [entrant.player for entrant in self.entrants if entrant.plays(self.next_round)]

    @cached_property
    def past(self) -> Past:
        return Past.of(table.seats for tables in (*self.rounds, self.playoff or ()) for table in tables)

    @cached_property
    def final(self) -> list[Place]:
        """What decides: the play-off's places once it is drawn, before that the combined ones."""
        orders = [decision.players for decision in self.decisions if decision.kind is Kind.TIE]
        if self.playoff is None:
            return decided(self.combined, orders)
        own = _totals(self.playoff)
        before = {place.player: place.total for place in self.combined}
        here = [player for player in before if player in own]
        carried = before if self.plan.carried else {}
        totals = {player: own[player] + carried.get(player, 0) for player in (*here, *own)}
        return decided(places(totals, self._withdrawn), orders)

    @cached_property
    def winners(self) -> list[Person]:
        """Nobody while it is not over; all who share the first place (GS13), unless the umpire decided."""
        if self.phase is not Phase.OVER:
            return []
        return [place.player for place in self.final if place.rank == 1]

    @cached_property
    def _drawn(self) -> set[Person]:
        """Whoever has sat down in the play-off; to go home from there changes nothing of the cut."""
        return {player for table in self.playoff or () for player in table.seats}

    @cached_property
    def _withdrawn(self) -> set[Person]:
        """Of the play-off: who left in it has no place there."""
        return {
            entrant.player
            for entrant in self.entrants
            if entrant.withdrew_after is not None and entrant.withdrew_after <= self.plan.rounds
        }


def _is_over(tables: Sequence[PlayedTable]) -> bool:
    return all(table.is_over for table in tables)


def _totals(tables: Sequence[PlayedTable]) -> dict[Person, int]:
    return {player: total for table in tables for player, total in table.totals.items()}
