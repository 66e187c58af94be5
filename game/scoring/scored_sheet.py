"""A sheet with the rules it was played by: what follows from both, computed once."""

from __future__ import annotations

from functools import cached_property

from game.scoring import deal, standings
from game.scoring.facts import SeatFacts, SeatId, Sheet
from game.scoring.rules import Rules
from game.scoring.standings import with_eliminations


class ScoredSheet:
    """rules: frozen when the session started. Neither they nor the sheet ever change."""

    def __init__(self, rules: Rules, sheet: Sheet) -> None:
        self.rules, self.sheet = rules, sheet

    @cached_property
    def rules_in_force(self) -> Rules:
        """The rules, without an end where the table decided to play on."""
        return self.rules.without_end() if self.sheet.extended else self.rules

    @cached_property
    def seats(self) -> list[SeatFacts]:
        """The seats clockwise, with eliminations."""
        return with_eliminations(self.rules, self.sheet.seats, self.sheet.rounds)

    @cached_property
    def standings(self) -> list[standings.Standing]:
        return standings.standings(self.rules, self.seats, self.sheet.rounds)

    @cached_property
    def is_played_out(self) -> bool:
        """Whether the session has ended by its rules."""
        return standings.is_over(self.rules_in_force, self.seats, self.sheet.rounds)

    @property
    def is_over(self) -> bool:
        return self.sheet.stopped or self.is_played_out

    @cached_property
    def upcoming_deal(self) -> deal.Deal:
        sheet = self.sheet
        return deal.next_deal(
            self.rules_in_force, self.seats, sheet.rounds, sheet.first_dealers, self.chosen_dealer
        )

    def plan(self, rules: Rules | None = None) -> list[deal.Deal]:
        """All deals. rules: others than those in force, for a table that may play more rounds."""
        rules, sheet = rules or self.rules_in_force, self.sheet
        return deal.plan(rules, self.seats, sheet.rounds, sheet.first_dealers, self.chosen_dealer)

    def moved_deals(self, *, first: int, by: int) -> list[deal.Deal]:
        """The deals of the rounds from number `first` on, each with dealer and hand size of its neighbour."""
        sheet = self.sheet
        return deal.moved_deals(
            self.rules_in_force, self.seats, sheet.rounds, sheet.first_dealers, first=first, by=by
        )

    @cached_property
    def chosen_dealer(self) -> SeatId | None:
        """The dealer that the table has chosen for the next round, if still playing."""
        decided = self.sheet.decided_deal
        if decided is None or decided.dealer is None:
            return None
        return decided.dealer if decided.dealer in self.playing(decided.round) else None

    def playing(self, number: int) -> list[SeatId]:
        """The seats that play round `number`, clockwise."""
        return [seat.id for seat in self.seats if seat.plays(number)]
