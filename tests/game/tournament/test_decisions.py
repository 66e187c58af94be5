"""Whether a decision of the umpire still decides something after the totals have changed."""

from __future__ import annotations

from game.tournament.decisions import DecisionStatus, decision_statuses
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, Plan, PlayedTable
from game.tournament.state import TournamentState

DECIDES, NOT_NEEDED = DecisionStatus.DECIDES, DecisionStatus.NOT_NEEDED
AGAIN, TOO_LATE = DecisionStatus.AGAIN, DecisionStatus.TOO_LATE
BO = Decision(DecisionKind.CUT, ["Bo"])
CARA = Decision(DecisionKind.CUT, ["Cara"])


def table(*, over: bool = True, left: str = "", **totals: int) -> PlayedTable:
    return PlayedTable(tuple(totals), totals, over, left=frozenset(left.split()))


def evening(played: PlayedTable, *decisions: Decision, cut: int | None = 2, **about) -> TournamentState:
    """One round."""
    entrants = [EntrantFacts(name) for name in played.seats]
    return TournamentState(Plan(rounds=1, cut=cut), entrants, [[played]], decisions=decisions, **about)


LEVEL = table(Anna=10, Bo=20, Cara=20, Dilan=40)


class TestTheCut:
    def test_a_choice_among_those_level_decides(self):
        assert decision_statuses(evening(LEVEL, BO)) == [DECIDES]

    def test_only_the_last_choice_decides(self):
        assert decision_statuses(evening(LEVEL, BO, CARA)) == [NOT_NEEDED, DECIDES]

    def test_it_is_not_needed_once_the_totals_decide(self):
        assert decision_statuses(evening(table(Anna=10, Bo=20, Cara=30, Dilan=40), BO)) == [NOT_NEEDED]

    def test_it_is_not_needed_once_so_few_are_left_that_all_of_them_go_on(self):
        assert decision_statuses(evening(table(Anna=10, Bo=20), BO)) == [NOT_NEEDED]

    def test_it_has_to_be_made_again_once_others_are_level(self):
        assert decision_statuses(evening(table(Anna=10, Bo=40, Cara=20, Dilan=20), BO)) == [AGAIN]

    def test_after_the_draw_it_is_too_late_to_make_it_again(self):
        three = table(Anna=20, Bo=20, Cara=20, Dilan=10)
        drawn = [table(over=False, Anna=0, Bo=0)]
        assert decision_statuses(evening(three, CARA, playoff=drawn)) == [DECIDES]
        two = table(Anna=20, Bo=40, Cara=10, Dilan=20)
        assert decision_statuses(evening(two, BO, playoff=drawn)) == [TOO_LATE]

    def test_nothing_is_said_while_a_table_is_played_again(self):
        open_again = table(over=False, Anna=10, Bo=20, Cara=30, Dilan=40)
        assert decision_statuses(evening(open_again, BO)) == [DECIDES]


class TestASharedPlace:
    ORDER = Decision(DecisionKind.TIE, ["Cara", "Bo"])

    def test_the_order_of_those_who_share_a_place_decides(self):
        assert decision_statuses(evening(LEVEL, self.ORDER, cut=None)) == [DECIDES]

    def test_it_is_not_needed_once_nobody_shares_it(self):
        apart = table(Anna=10, Bo=20, Cara=30, Dilan=40)
        assert decision_statuses(evening(apart, self.ORDER, cut=None)) == [NOT_NEEDED]

    def test_it_has_to_be_made_again_once_another_shares_it(self):
        three = table(Anna=20, Bo=20, Cara=20, Dilan=40)
        assert decision_statuses(evening(three, self.ORDER, cut=None)) == [AGAIN]
        of_three = Decision(DecisionKind.TIE, ["Bo", "Anna", "Cara"])
        assert decision_statuses(evening(three, self.ORDER, of_three, cut=None)) == [NOT_NEEDED, DECIDES]

    def test_the_places_of_others_are_no_reason(self):
        two_pairs = table(Anna=20, Bo=30, Cara=40, Dilan=20)
        assert decision_statuses(evening(two_pairs, self.ORDER, cut=None)) == [NOT_NEEDED]

    def test_nothing_is_said_before_the_end(self):
        open_again = table(over=False, Anna=10, Bo=20, Cara=30, Dilan=40)
        assert decision_statuses(evening(open_again, self.ORDER, cut=None)) == [DECIDES]


class TestOtherDecisions:
    PLAYS_ON = Decision(DecisionKind.PLAYS_ON, ["Bo"], stage=1)

    def test_who_left_a_table_plays_on_by_decision(self):
        left = table(left="Bo", Anna=10, Bo=20, Cara=30, Dilan=40)
        assert decision_statuses(evening(left, self.PLAYS_ON)) == [DECIDES]

    def test_which_is_not_needed_once_the_table_has_taken_that_back(self):
        assert decision_statuses(evening(LEVEL, self.PLAYS_ON)) == [NOT_NEEDED]

    def test_a_decision_about_a_table_that_is_not_drawn_any_more_is_not_needed(self):
        later = Decision(DecisionKind.PLAYS_ON, ["Bo"], stage=2)
        assert decision_statuses(evening(LEVEL, later)) == [NOT_NEEDED]

    def test_words_and_late_entries_hold(self):
        late = Decision(DecisionKind.LATE_ENTRY, ["Bo"])
        assert decision_statuses(evening(LEVEL, late, Decision(DecisionKind.OTHER))) == [DECIDES, DECIDES]
