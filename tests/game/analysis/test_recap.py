"""The turning point of a session, its worst hand and its eights: worked examples and properties."""

from hypothesis import given
from msgspec.structs import replace

from game.analysis.recap import Recap
from game.scoring.facts import Away, Hand
from game.scoring.standings import standings, winners
from tests.game.scoring.builders import NOT_COUNTED, OUT, hand, night, rules_of, seated
from tests.game.scoring.test_properties import nights

RULES = rules_of("derange", players=3)
SEATS = seated("Anna", "Bo", "Cara")


def derange(*scores):
    return night(RULES, SEATS, *scores)


def recap(rounds, rules=RULES, class_of_eights="8"):
    return Recap(rules, SEATS, rounds, class_of_eights=class_of_eights)


class TestBiggestSwing:
    def test_it_is_the_round_in_which_the_winners_lead_changed_most(self):
        # Anna   20  20  20        Bo 0  50  59     Cara  9  14  74
        # Anna is 20 behind Bo, then 6 behind Cara, then 39 ahead of Bo
        rounds = derange(
            {"Anna": "K", "Bo": OUT, "Cara": "9"},
            {"Anna": OUT, "Bo": "8", "Cara": "5"},
            {"Anna": OUT, "Bo": "9", "Cara": "8 Q"},
        )
        swing = recap(rounds).swing
        assert (swing.round, swing.winner, swing.before, swing.after) == (3, ("Anna",), -6, 39)

    def test_it_may_go_against_the_winner(self):
        rounds = derange({"Anna": OUT, "Bo": "4", "Cara": "5"}, {"Anna": "8", "Bo": "8", "Cara": OUT})
        rounds += night(RULES, SEATS, {"Anna": OUT, "Bo": "4", "Cara": "8 8"})
        # Anna 0 50 50, Bo 4 54 58, Cara 5 5 105
        swing = recap(rounds).swing
        assert (swing.round, swing.before, swing.after) == (2, 4, -45)

    def test_where_wins_are_counted_each_round_is_worth_one(self):
        rules = rules_of("vatikan", players=3)
        rounds = night(rules, SEATS, {"Anna": OUT, "Bo": "8 8", "Cara": NOT_COUNTED})
        assert (recap(rounds, rules).swing, recap(rounds, rules).worst_hands) == (None, [])

    def test_there_is_no_swing_without_losers(self):
        rounds = derange({"Anna": "4", "Bo": "4", "Cara": "4"})
        assert recap(rounds).swing is None
        assert recap([]).swing is None

    def test_a_late_joiner_is_not_compared_before_joining(self):
        """With no points before joining Dilan would have led the first round by far."""
        # Anna 20 20, Bo 50 54, Cara 50 54, Dilan - 25: Anna is 30 ahead after round 1; then Dilan, with 0, is
        # 20 ahead of her, and after round 2 she is 5 ahead of him: that is less than 30.
        dilan = replace(seated("x", "y", "z", "Dilan")[3], joined_round=2)
        rounds = derange({"Anna": "K", "Bo": "8", "Cara": "8"}, {"Anna": OUT, "Bo": "4", "Cara": "4"})
        second = replace(rounds[1], hands=(*rounds[1].hands, hand(RULES, "Dilan", "K 5")))
        swing = Recap(RULES, [*SEATS, dilan], [rounds[0], second]).swing
        assert (swing.round, swing.before, swing.after) == (1, 0, 30)

    def test_a_player_who_left_is_not_compared(self):
        seats = [*SEATS[:2], replace(SEATS[2], away=(Away(2),))]
        rounds = derange({"Anna": "4", "Bo": "8", "Cara": OUT})
        swing = Recap(RULES, seats, rounds).swing
        assert (swing.before, swing.after) == (0, 46)

    def test_points_added_on_return_are_no_swing(self):
        """Bo missed round 2 and came back with 65 more: that change belongs to no round."""
        seats = [SEATS[0], replace(SEATS[1], away=(Away(2, 3, 65),)), SEATS[2]]
        rounds = derange(
            {"Anna": OUT, "Bo": "5", "Cara": "8"},
            {"Anna": "8", "Cara": "K"},
            {"Anna": OUT, "Bo": "5", "Cara": "4"},
        )
        # Anna 0 50 50, Bo 5 5 (70) 75, Cara 50 70 74: 5 ahead, 45 behind; then 20 ahead, 24 ahead
        swing = Recap(RULES, seats, rounds).swing
        assert (swing.round, swing.before, swing.after) == (2, 5, -45)


class TestWorstHand:
    def test_all_players_with_the_most_expensive_hand_are_named(self):
        rounds = derange({"Anna": "8", "Bo": "3 K", "Cara": OUT}, {"Anna": OUT, "Bo": 50, "Cara": "4"})
        found = [(h.seat, n, h.points, h.cards) for n, h in recap(rounds).worst_hands]
        assert found == [
            ("Anna", 1, 50, {"8": 1}),
            ("Bo", 1, 50, {"3-10": 1, "K": 1}),
            ("Bo", 2, 50, None),
        ]

    def test_a_single_point_may_be_the_worst(self):
        rules = rules_of("vandatta", players=3)
        rounds = night(rules, SEATS, {"Anna": OUT, "Bo": "2", "Cara": NOT_COUNTED})
        assert [(n, h.seat) for n, h in recap(rounds, rules).worst_hands] == [(1, "Bo")]

    def test_a_player_who_went_out_has_no_worst_hand_whatever_was_typed(self):
        rounds = derange({"Anna": OUT, "Bo": "4", "Cara": "5"})
        typed = replace(rounds[0], hands=(Hand("Anna", {"8": 2}, 100), *rounds[0].hands[1:]))
        assert [(n, h.seat) for n, h in recap([typed]).worst_hands] == [(1, "Cara")]
        assert recap([typed]).eights == {}

    def test_a_hand_that_cost_nothing_is_not_the_worst(self):
        assert recap(derange({"Anna": 0, "Bo": OUT, "Cara": 0})).worst_hands == []


class TestEights:
    def test_only_counted_hands_of_players_who_are_not_out_are_included(self):
        rounds = derange({"Anna": "8 8", "Bo": 100, "Cara": OUT}, {"Anna": "8", "Bo": "8", "Cara": "4"})
        assert recap(rounds).eights == {"Anna": 3, "Bo": 1}

    def test_no_eights_are_counted_where_an_eight_is_an_ordinary_card(self):
        rounds = derange({"Anna": "8", "Bo": OUT, "Cara": "4"})
        assert recap(rounds, class_of_eights=None).eights is None


class TestRunsOfGoingOut:
    def out(self, *names):
        return derange(*[{n: OUT if n == out else "4" for n in ("Anna", "Bo", "Cara")} for out in names])

    def test_the_longest_run_and_of_equal_runs_the_first(self):
        rounds = self.out("Bo", "Bo", "Anna", "Bo", "Bo", "Bo", "Cara", "Bo", "Bo", "Bo")
        (run,) = recap(rounds).runs
        assert (run.first, run.last, run.length) == (4, 6, 3)

    def test_of_two_runs_the_longer(self):
        rounds = self.out("Bo", "Bo", "Bo", "Anna", "Bo", "Bo", "Bo", "Bo")
        (run,) = recap(rounds).runs
        assert (run.first, run.last, run.length) == (5, 8, 4)

    def test_two_in_a_row_are_no_run(self):
        assert recap(self.out("Anna", "Bo", "Bo", "Anna")).runs == []

    def test_a_missed_round_neither_breaks_a_run_nor_counts(self):
        rounds = self.out("Bo", "Anna", "Bo", "Bo")
        missed = replace(rounds[1], hands=tuple(h for h in rounds[1].hands if h.seat != "Bo"))
        (run,) = recap([rounds[0], missed, *rounds[2:]]).runs
        assert (run.first, run.last, run.length) == (1, 4, 3)


def test_dealers_and_misdeals():
    rounds = derange(*[{"Anna": OUT, "Bo": "4", "Cara": "4"}] * 4)
    found = Recap(RULES, SEATS, rounds, [0, 2, 0, 1])
    assert found.dealt == {"Anna": 2, "Bo": 1, "Cara": 1}
    assert found.misdealt == {"Bo": 2, "Anna": 1}


def test_misdeals_before_the_first_round_have_no_dealer():
    assert Recap(RULES, SEATS, [], [0, 1]).misdealt == {}


def test_there_is_no_recap_before_the_first_round():
    found = recap([])
    assert (found.leading_since, found.swing, found.worst_hands, found.runs) == (None, None, [], [])
    assert found.eights is None


def test_the_round_since_which_the_winners_lead():
    scores = [{"Anna": "8", "Bo": OUT, "Cara": "5"}, {"Anna": OUT, "Bo": "8 8", "Cara": "8"}]
    assert recap(derange(*scores)).leading_since == 2


@given(nights())
def test_no_other_round_changed_a_winners_lead_more(game):
    rules, seats, rounds = game
    table = standings(rules, seats, rounds)
    losers = [side for side in table if not side.leads]
    changes = [
        (
            played.number,
            min(s.history[played.number] for s in losers) - side.history[played.number],
            min(s.history[played.number - 1] for s in losers) - side.history[played.number - 1],
        )
        for side in winners(table, rounds)
        for played in rounds
        if losers
    ]
    swing = Recap(rules, seats, rounds).swing
    assert (swing is None) == (not changes)
    if swing:
        assert (swing.round, swing.after, swing.before) in changes
        assert max(abs(after - before) for _n, after, before in changes) == swing.size


@given(nights())
def test_no_hand_costs_more_than_the_worst(played):
    rules, seats, rounds = played
    costs = [h.points for r in rounds for h in r.hands if h.seat != r.out]
    found = Recap(rules, seats, rounds).worst_hands
    assert {hand.points for _number, hand in found} == ({max(costs)} if any(costs) else set())
    assert len(found) == sum(cost == max(costs) > 0 for cost in costs)
