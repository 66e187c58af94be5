"""Win chances during a session: worked examples and properties."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from game.analysis.chances.gains import NONE_KNOWN, PastRound
from game.analysis.chances.session import Evidence, chances
from game.analysis.chances.simulation import Chance
from game.analysis.chances.strength import SkillRecord
from game.scoring.facts import Away, Hand, Round, SeatFacts
from tests.game.scoring.builders import OUT, night, rules_of, seated
from tests.sampling import full_only

NAMES = ("Anna", "Bo", "Cara")
VANDATTA = rules_of("vandatta", 3, rounds=3)
WINS = rules_of("vatikan", 3, games=3)
PAST = [PastRound(7, points) for points in ((0, 4, 9), (0, 7, 12), (0, 3, 3), (2, 5, 20))] * 10


def table_with_totals(*totals, rules=VANDATTA, seats=None, rounds=1):
    """A table with these totals after so many rounds, all points from the first round."""
    seats = seats or seated(*NAMES[: len(totals)])
    hands = tuple(Hand(seat.id, None, total) for seat, total in zip(seats, totals, strict=True))
    nothing = tuple(Hand(seat.id, None, 0) for seat in seats)
    played = [Round(n, seats[0].id, 7, None, hands if n == 1 else nothing) for n in range(1, rounds + 1)]
    return rules, seats, played


def to_a_total(total, **options):
    """Rules for two players that end when one player reaches the total; seven cards a round."""
    rules = rules_of("vatikan", 2, tally="house_points", first_to=total, **options)
    return replace(rules, hand_sizes=(7,))


def find_chances(rules, seats, rounds, *, past=PAST, known=NONE_KNOWN, counted=NONE_KNOWN, seed=8, **more):
    found = chances(rules, seats, rounds, Evidence(past, known, counted), Random(seed), **more)
    assert found is not None
    return found


def shares(found):
    return {side[0]: chance.share for side, chance in zip(found.sides, found.now, strict=True) if chance}


class TestProperties:
    @settings(max_examples=25)
    @given(totals=st.lists(st.integers(0, 60), min_size=2, max_size=3), seed=st.integers(0, 99))
    def test_chances_are_shares_that_add_up_to_at_least_one(self, totals, seed):
        found = shares(find_chances(*table_with_totals(*totals), seed=seed, most=200))
        assert all(0 <= share <= 1 for share in found.values())
        assert sum(found.values()) >= 1 - 1e-9  # more where a first place may be shared

    @settings(max_examples=25)
    @given(total=st.integers(0, 40), other=st.integers(0, 40))
    def test_equal_totals_have_equal_chances(self, total, other):
        found = shares(find_chances(*table_with_totals(total, other, total), most=200))
        assert found["Anna"] == found["Cara"]

    @full_only
    def test_the_simulation_error_is_within_the_stated_margin(self):
        """Where strengths are known well, about 95 of a hundred seeds lie within it around the mean."""
        known = dict.fromkeys(NAMES, SkillRecord(1e6, 1e6))
        found = [
            find_chances(*table_with_totals(10, 12, 19), seed=seed, most=400, known=known)
            for seed in range(100)
        ]
        anna = [one.now[0] for one in found]
        middle = sum(chance.share for chance in anna) / len(anna)
        within = sum(abs(chance.share - middle) <= chance.error for chance in anna)
        assert 88 <= within < 100

    def test_a_larger_lead_gives_a_better_chance(self):
        leads = [
            shares(find_chances(*table_with_totals(20 - lead, 20, 20)))["Anna"] for lead in range(0, 21, 4)
        ]
        assert leads == sorted(leads)
        assert leads[0] < 0.5 < leads[-1]

    def test_a_lead_is_worth_more_with_fewer_rounds_left(self):
        early, late = (shares(find_chances(*table_with_totals(10, 15, 15, rounds=n)))["Anna"] for n in (1, 2))
        assert late > early

    def test_the_same_seed_gives_the_same_chances(self):
        assert find_chances(*table_with_totals(3, 9, 4)) == find_chances(*table_with_totals(3, 9, 4))

    def test_the_order_of_seats_changes_chances_only_within_the_error(self):
        one = shares(find_chances(*table_with_totals(3, 9, 4)))
        turned = seated("Cara", "Anna", "Bo")
        other = shares(find_chances(*table_with_totals(4, 3, 9, seats=turned)))
        assert one == pytest.approx(other, abs=0.05)

    def test_chances_after_a_round_do_not_change_with_later_rounds(self):
        rules, seats, rounds = table_with_totals(3, 9, 4, rounds=2)
        assert find_chances(rules, seats, rounds).after[:2] == find_chances(rules, seats, rounds[:1]).after

    def test_before_the_first_round_all_players_are_equal(self):
        found = shares(find_chances(VANDATTA, seated(*NAMES), []))
        assert len(set(found.values())) == 1
        assert 1 / 3 <= found["Anna"] < 0.45


class TestWorkedExamples:
    """One round is left, and every past round gave one seat 0 and the other two 10 each.

    Anna 0, Bo 5, Cara 12. Whoever is out wins nothing but the 10 of the others:
        Anna out:  0, 15, 22: Anna      Bo out: 10, 5, 22: Bo      Cara out: 10, 15, 12: Anna
    """

    PAST = [PastRound(7, (0, 10, 10))] * 1000
    FORTY = [PastRound(7, (0, 40))] * 1000

    def test_two_of_three_rounds_are_annas(self):
        found = find_chances(*table_with_totals(0, 5, 12, rounds=2), past=self.PAST)
        assert shares(found) == pytest.approx({"Anna": 2 / 3, "Bo": 1 / 3, "Cara": 0}, abs=0.04)

    def test_a_player_who_joins_for_the_last_round_has_a_chance(self):
        seats = [*seated("Anna", "Bo"), SeatFacts("Cara", 2, joined_round=3, start_points=12)]
        hands = [(Hand("Anna", None, 0), Hand("Bo", None, points)) for points in (5, 0)]
        rounds = [Round(n, "Anna", 7, None, held) for n, held in enumerate(hands, 1)]
        found = find_chances(VANDATTA, seats, rounds, past=self.PAST)
        assert shares(found) == pytest.approx({"Anna": 2 / 3, "Bo": 1 / 3, "Cara": 0}, abs=0.04)

    def test_a_tie_is_a_win_for_both(self):
        """Anna 0, Bo 10: level when Bo is out; two seats, so that is half of the time."""
        two = [PastRound(7, (0, 10))] * 1000
        found = find_chances(*table_with_totals(0, 10, rounds=2), past=two)
        assert shares(found) == pytest.approx({"Anna": 1.0, "Bo": 0.5}, abs=0.04)

    def test_two_wins_of_three_are_enough(self):
        """Wins: Anna has one, two rounds are left. Bo alone needs both: 1/9, shares with one each: 2/9.

        Of the 9 ways (Anna, Bo or Cara in each of two rounds): Bo is first in Bo-Bo (alone), and in
        Bo-Cara and Cara-Bo all three have one: 3/9. Anna: all but Bo-Bo and Cara-Cara: 7/9.
        """
        seats = seated(*NAMES)
        rounds = night(WINS, seats, {"Anna": OUT, "Bo": "5", "Cara": "5"})
        found = shares(find_chances(WINS, seats, rounds))
        assert found == pytest.approx({"Anna": 7 / 9, "Bo": 3 / 9, "Cara": 3 / 9}, abs=0.04)

    def test_the_first_to_two(self):
        """Anna has one win of two, Bo none: Bo must win twice in a row, 1/4."""
        rules, seats = rules_of("vatikan", 2, first_to=2), seated("Anna", "Bo")
        found = find_chances(rules, seats, night(rules, seats, {"Anna": OUT, "Bo": "5"}))
        assert shares(found) == pytest.approx({"Anna": 3 / 4, "Bo": 1 / 4}, abs=0.04)

    def test_with_a_limit_of_points_the_first_to_reach_it_loses(self):
        """To 30, Anna 0 and Bo 25: the next round in which Bo is not out ends it with Anna far below."""
        two = [PastRound(7, (0, 10))] * 1000
        found = shares(find_chances(*table_with_totals(0, 25, rules=to_a_total(30)), past=two))
        # Bo wins only when out three times running: Anna 10, 20, 30 against 25
        assert found == pytest.approx({"Anna": 7 / 8, "Bo": 1 / 8}, abs=0.04)

    @pytest.mark.parametrize("played", [1, 11])
    def test_a_limit_that_takes_several_rounds_is_simulated_to_its_end(self, played):
        """To 100, Anna 0 and Bo 30, 40 a round for one of them: Bo has lost at his second, Anna at her third.

        Of the 16 ways in four rounds Bo takes 40 at least twice in 6 + 4 + 1.
        """
        found = shares(
            find_chances(*table_with_totals(0, 30, rules=to_a_total(100), rounds=played), past=self.FORTY)
        )
        assert found == pytest.approx({"Anna": 11 / 16, "Bo": 5 / 16}, abs=0.03)

    @full_only
    def test_a_limit_that_takes_many_rounds_is_simulated_to_its_end(self):
        """To 400, Anna 0 and Bo 120: Bo has lost at his 7th, Anna at her 10th. Of 16 rounds Bo takes 7 or
        more but in 14,893 of 65,536 ways.
        """
        found = shares(find_chances(*table_with_totals(0, 120, rules=to_a_total(400)), past=self.FORTY))
        bo = 14_893 / 65_536
        assert found == pytest.approx({"Anna": 1 - bo, "Bo": bo}, abs=0.05)

    def test_a_planned_end_comes_before_an_unreachable_limit(self):
        """The same three rounds as above, with a limit of nine wins that no player can reach."""
        rules, seats = rules_of("vatikan", 3, games=3, first_to=9), seated(*NAMES)
        found = shares(find_chances(rules, seats, night(rules, seats, {"Anna": OUT, "Bo": "5", "Cara": "5"})))
        assert found == pytest.approx({"Anna": 7 / 9, "Bo": 3 / 9, "Cara": 3 / 9}, abs=0.04)

    def test_a_limit_comes_before_a_later_planned_end(self):
        rules, seats = rules_of("vatikan", 2, games=9, first_to=2), seated("Anna", "Bo")
        found = find_chances(rules, seats, night(rules, seats, {"Anna": OUT, "Bo": "5"}))
        assert shares(found) == pytest.approx({"Anna": 3 / 4, "Bo": 1 / 4}, abs=0.04)

    def test_a_limit_already_reached_ends_the_session(self):
        assert shares(find_chances(*table_with_totals(0, 900, rules=to_a_total(30)), past=self.FORTY)) == {
            "Anna": 1,
            "Bo": 0,
        }
        rules, seats, rounds = table_with_totals(0, 900, 20, rules=to_a_total(30))
        after_leaving = [*seats[:2], structs.replace(seats[2], away=(Away(2),))]
        assert shares(find_chances(rules, after_leaving, rounds, past=self.FORTY)) == {"Anna": 1, "Bo": 0}

    @full_only
    def test_a_limit_is_never_reached_where_cards_cost_nothing(self):
        nothing = dict.fromkeys(("JK", *"AKQJ98765432", "10"), 0)
        rules = to_a_total(30, points=nothing)
        assert shares(find_chances(*table_with_totals(0, 0, rules=rules), past=[])) == {"Anna": 1, "Bo": 1}

    def test_a_player_who_left_does_not_change_the_chances_of_the_others(self):
        """To 30, Anna 0 and Bo 25 as above, after six rounds with Cara."""
        rules, seats, rounds = table_with_totals(0, 25, 20, rules=to_a_total(30), rounds=6)
        after_leaving = [*seats[:2], structs.replace(seats[2], away=(Away(7),))]
        found = shares(find_chances(rules, after_leaving, rounds, past=[PastRound(7, (0, 10))] * 1000))
        assert found == pytest.approx({"Anna": 7 / 8, "Bo": 1 / 8}, abs=0.04)


class TestCertainty:
    def test_only_certain_results_are_marked_certain(self):
        found = find_chances(
            *table_with_totals(0, 500, 600, rounds=2)
        )  # far behind, and the pack holds only 104
        assert found.now == (Chance(1.0, certain=True), Chance(0.0, certain=True), Chance(0.0, certain=True))
        found = find_chances(*table_with_totals(0, 100, 100, rounds=2))
        assert [chance.certain for chance in found.now] == [False, False, False]

    def test_a_certain_chance_has_no_error(self):
        found = find_chances(*table_with_totals(0, 500, 600, rounds=2))
        assert [chance.error for chance in found.now] == [0, 0, 0]

    def test_the_result_of_a_finished_session_is_certain(self):
        found = find_chances(*table_with_totals(7, 7, 9, rounds=3), finished=True)
        assert [chance.share for chance in found.now] == [1, 1, 0]

    def test_a_session_stopped_before_its_plan_ends_with_its_result(self):
        found = find_chances(*table_with_totals(7, 8, 9, rounds=2), finished=True)
        assert len(found.after) == 3
        assert not found.after[1][0].certain
        assert found.now[0] == Chance(1.0, certain=True)


class TestPlayerRecords:
    GOOD, BAD = SkillRecord(300, 100), SkillRecord(100, 300)

    def test_a_player_with_smaller_hands_in_the_past_is_more_likely_to_win(self):
        found = shares(
            find_chances(*table_with_totals(10, 10, 10), known={"Anna": self.GOOD, "Bo": self.BAD})
        )
        assert found["Anna"] > found["Cara"] + 0.1 > found["Bo"] + 0.2

    def test_equal_records_give_equal_chances(self):
        found = shares(
            find_chances(*table_with_totals(10, 10, 10), known=dict.fromkeys(("Anna", "Cara"), self.GOOD))
        )
        assert found["Anna"] == found["Cara"] > found["Bo"]

    def test_a_record_counts_less_with_fewer_rounds_left(self):
        early, late = (table_with_totals(10, 12, 60, rounds=n) for n in (1, 2))
        helped = [
            shares(find_chances(*table, known={"Bo": self.GOOD}))["Bo"] - shares(find_chances(*table))["Bo"]
            for table in (early, late)
        ]
        assert helped[0] > helped[1] > 0

    def test_records_also_count_where_wins_are_counted(self):
        found = shares(find_chances(WINS, seated(*NAMES), [], known={"Anna": self.GOOD}))
        assert found["Anna"] > found["Bo"] + 0.1

    def test_the_strength_of_a_team_is_that_of_its_players(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        seats = [
            structs.replace(s, team=str(n % 2)) for n, s in enumerate(seated("Anna", "Bo", "Cara", "Dilan"))
        ]
        found = shares(find_chances(rules, seats, [], known={"Cara": self.GOOD}))
        assert found["Anna"] > found["Bo"] + 0.05

    def test_the_error_is_smaller_with_longer_records(self):
        known = [dict.fromkeys(NAMES, SkillRecord(n, n, prior=20)) for n in (0, 5000)]
        unsure, sure = (find_chances(*table_with_totals(10, 10, 10), known=k).now[0].error for k in known)
        assert sure < unsure

    def test_the_result_lists_the_players_whose_record_was_read(self):
        found = find_chances(*table_with_totals(10, 10, 10), known={"Anna": self.GOOD, "Bo": SkillRecord()})
        assert found.known == {"Anna"}


class TestRoundBeingCounted:
    """The last round: Anna 0, Bo 5, Cara 12, and past hands were 0, 10, 10."""

    PAST = TestWorkedExamples.PAST

    def counted(self, **points):
        return shares(find_chances(*table_with_totals(0, 5, 12, rounds=2), past=self.PAST, counted=points))

    def test_the_seat_that_is_out_is_fixed(self):
        assert self.counted(Bo=0) == pytest.approx({"Anna": 0, "Bo": 1, "Cara": 0}, abs=0.02)

    def test_a_counted_hand_is_not_simulated(self):
        """Anna holds 13. Bo out: 5 to 13. Cara out: Anna 13, Bo 15, Cara 12."""
        assert self.counted(Anna=13) == pytest.approx({"Anna": 0, "Bo": 1 / 2, "Cara": 1 / 2}, abs=0.04)

    def test_the_chances_after_the_previous_round_are_unchanged(self):
        found = find_chances(*table_with_totals(0, 5, 12, rounds=2), past=self.PAST, counted={"Bo": 0})
        assert found.after == find_chances(*table_with_totals(0, 5, 12, rounds=2), past=self.PAST).after
        assert found.now == found.counted != found.after[-1]

    def test_nothing_is_certain_before_the_round_is_saved(self):
        found = find_chances(
            *table_with_totals(0, 5, 12, rounds=2), past=self.PAST, counted={"Anna": 40, "Bo": 0, "Cara": 9}
        )
        assert [chance.certain for chance in found.now] == [False] * 3

    def test_equal_totals_differ_once_one_seat_is_out(self):
        found = shares(find_chances(*table_with_totals(5, 5, 5, rounds=2), past=self.PAST, counted={"Bo": 0}))
        assert found == pytest.approx({"Anna": 0, "Bo": 1, "Cara": 0}, abs=0.02)

    def test_with_a_limit_the_counted_round_is_the_next_one(self):
        """To 30, both have 25: the player who is not out has lost."""
        two = [PastRound(7, (0, 10))] * 1000
        found = find_chances(*table_with_totals(25, 25, rules=to_a_total(30)), past=two, counted={"Bo": 0})
        assert shares(found) == pytest.approx({"Anna": 0, "Bo": 1}, abs=0.02)

    def test_later_rounds_are_simulated_as_usual(self):
        found = shares(
            find_chances(*table_with_totals(0, 5, 12, rounds=1), past=self.PAST, counted={"Bo": 0})
        )
        assert 0 < found["Anna"] < found["Bo"] < 1

    def test_a_count_of_a_seat_that_does_not_play_is_ignored(self):
        rules, seats, rounds = table_with_totals(0, 9, 9)
        seats[0] = structs.replace(seats[0], away=(Away(2),))
        assert find_chances(rules, seats, rounds, counted={"Anna": 0}).now[0] is None

    def test_a_finished_session_has_no_round_being_counted(self):
        found = find_chances(*table_with_totals(7, 7, 9, rounds=3), finished=True, counted={"Anna": 99})
        assert [chance.share for chance in found.now] == [1, 1, 0]


class TestAttendance:
    def test_a_session_without_an_end_has_no_chances(self):
        open_end = rules_of("vatikan", 3)
        assert chances(open_end, seated(*NAMES), [], Evidence(), Random(1)) is None

    def test_a_late_joiner_has_no_chance_before_joining_and_then_one_from_the_start_points(self):
        seats = [*seated("Anna", "Bo"), SeatFacts("Cara", 2, joined_round=2, start_points=99)]
        hands = (Hand("Anna", None, 4), Hand("Bo", None, 5))
        found = find_chances(VANDATTA, seats, [Round(1, "Anna", 7, None, hands)])
        assert found.after[0][2] is None
        assert found.now[2] is not None
        assert found.now[2].share < found.now[0].share

    def test_a_player_who_has_left_has_no_chance(self):
        rules, seats, rounds = table_with_totals(0, 9, 9)
        seats[0] = structs.replace(seats[0], away=(Away(2),))
        found = find_chances(rules, seats, rounds)
        assert found.after[0][0] is not None
        assert found.now[0] is None
        assert shares(found)["Bo"] == pytest.approx(0.5, abs=0.1)

    @pytest.mark.parametrize("played", [2, 3])
    def test_points_added_on_return_count_once_from_then_on(self, played):
        rules = rules_of("vandatta", 2, rounds=4)
        _rules, seats, rounds = table_with_totals(0, 10, rounds=played)
        back = [structs.replace(seats[0], away=(Away(2, until=3, points=10),)), seats[1]]
        rounds[1] = structs.replace(rounds[1], hands=rounds[1].hands[1:])
        found = find_chances(rules, back, rounds)
        assert found.after[0][0] == found.after[0][1], "nothing was given yet"
        assert found.after[1][0] is None
        anna, bo = found.after[2]
        assert anna == bo

    def test_chances_are_unknown_for_a_round_without_players(self):
        rules, seats, rounds = table_with_totals(0, 9, rules=rules_of("vandatta", 2, rounds=4), rounds=3)
        away = [structs.replace(seat, away=(Away(2, until=3),)) for seat in seats]
        rounds[1] = structs.replace(rounds[1], hands=())
        assert chances(rules, away, rounds, Evidence(PAST), Random(8)) is None

    def test_a_player_who_had_left_has_no_result(self):
        rules, seats, rounds = table_with_totals(7, 8, 9, rounds=3)
        after_leaving = [*seats[:2], structs.replace(seats[2], away=(Away(3),))]
        assert [c and c.share for c in find_chances(rules, after_leaving, rounds, finished=True).now] == [
            1,
            0,
            None,
        ]

    def test_a_team_is_present_while_one_of_its_seats_is(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        seats = [
            structs.replace(s, team=str(n % 2)) for n, s in enumerate(seated("Anna", "Bo", "Cara", "Dilan"))
        ]
        after_leaving = [structs.replace(seats[0], away=(Away(2),)), *seats[1:]]
        found = find_chances(
            rules, after_leaving, night(rules, seats, {"Bo": OUT, "Anna": "5", "Cara": "5", "Dilan": "5"})
        )
        assert None not in found.now

    def test_teams_are_listed_in_the_order_of_their_first_seats(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        teams = dict(zip(("Anna", "Bo", "Cara", "Dilan"), "nssn", strict=True))
        seats = [structs.replace(seat, team=teams[seat.id]) for seat in seated(*teams)]
        won = {"Bo": OUT, "Anna": "5", "Cara": "5", "Dilan": "5"}
        assert find_chances(rules, seats, night(rules, seats, won)).sides == (
            ("Anna", "Dilan"),
            ("Bo", "Cara"),
        )

    def test_a_team_is_one_side(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        seats = [
            structs.replace(s, team=str(n % 2)) for n, s in enumerate(seated("Anna", "Bo", "Cara", "Dilan"))
        ]
        won = {"Anna": OUT, "Bo": "5", "Cara": "5", "Dilan": "5"}
        found = find_chances(rules, seats, night(rules, seats, won, won))
        assert found.sides == (("Anna", "Cara"), ("Bo", "Dilan"))
        assert shares(found) == pytest.approx({"Anna": 7 / 8, "Bo": 1 / 8}, abs=0.04)

    @full_only
    def test_longer_sessions_use_fewer_simulations_and_report_the_number(self):
        rules = rules_of("vandatta", 3, rounds=99)
        found = find_chances(rules, seated(*NAMES), [])
        assert found.simulations == 840  # 250,000 for 99 rounds of three sides, of 20 draws each
        assert find_chances(VANDATTA, seated(*NAMES), []).simulations == 2000
        assert find_chances(VANDATTA, seated(*NAMES), [], most=60).simulations == 60
        long = replace(rules, rounds=420)  # 198 by that rule, but never fewer than 200
        assert find_chances(long, seated(*NAMES), [], past=[]).simulations == 200

    def test_with_a_limit_a_round_counts_three_times(self):
        """As many as 15 rounds of three sides each: 250,000 / 135."""
        found = find_chances(rules_of("vatikan", 3, first_to=9), seated(*NAMES), [])
        assert found.simulations == 1840

    @full_only
    def test_a_player_who_joins_after_the_last_round_counts_as_one_round(self):
        """99 rounds of two sides, and one of three: 250,000 / 201."""
        rules, seats, rounds = table_with_totals(0, 9, rules=rules_of("vandatta", 2, rounds=99), rounds=99)
        late = SeatFacts("Cara", 2, joined_round=100)
        assert find_chances(rules, [*seats, late], rounds).simulations == 1240


class TestNumberOfMatchingPastRounds:
    def test_without_a_planned_number_rounds_of_the_one_hand_size_match(self):
        past = [PastRound(7, (0, 10))] * 40 + [PastRound(8, (0, 10))]
        assert find_chances(*table_with_totals(0, 25, rules=to_a_total(30)), past=past).past_rounds == 40

    def test_with_a_plan_rounds_of_all_its_hand_sizes_match(self):
        """The short game deals 4, 3, 2, 1, 2, 3, 4 (DO10)."""
        past = [PastRound(cards, (0, 4, 9)) for cards in (4, 4, 3, 1, 5)]
        rules = rules_of("derange", 3, mode="short")
        assert find_chances(rules, seated(*NAMES), [], past=past).past_rounds == 4

    def test_no_rounds_are_read_where_wins_are_counted(self):
        assert find_chances(WINS, seated(*NAMES), [], past=[PastRound(13, (0, 1, 1))] * 40).past_rounds == 0


class TestBiggestJump:
    def test_it_is_the_round_that_changed_the_chances_most(self):
        seats = seated(*NAMES)
        close = {"Anna": OUT, "Bo": "5", "Cara": "5"}
        dear = {"Anna": "8 8 8 8 A A A A", "Bo": OUT, "Cara": "5"}
        jump = find_chances(VANDATTA, seats, night(VANDATTA, seats, close, dear)).biggest_jump()
        assert (jump.round, jump.seats) == (2, ("Anna",))
        assert jump.after.share < jump.before.share

    def test_a_player_leaving_is_not_a_jump(self):
        rules, seats, rounds = table_with_totals(0, 0, 60, rounds=2)
        seats[0] = structs.replace(seats[0], away=(Away(3),))  # now Bo is nearly certain to win
        assert find_chances(rules, seats, rounds).biggest_jump().round == 1

    def test_a_player_absent_for_several_rounds_makes_none_of_them_a_jump(self):
        rules, seats, rounds = table_with_totals(0, 20, 20, rules=rules_of("vandatta", 3, rounds=5), rounds=4)
        after_leaving = [*seats[:2], structs.replace(seats[2], away=(Away(2),))]
        assert find_chances(rules, after_leaving, rounds).biggest_jump().seats in {("Anna",), ("Bo",)}

    def test_there_is_no_jump_before_the_first_round(self):
        assert find_chances(VANDATTA, seated(*NAMES), []).biggest_jump() is None


class TestDeviationsFromThePlan:
    def test_an_extra_round_lengthens_the_plan(self):
        """After the third of four rounds no win is certain, though three were planned."""
        found = find_chances(*table_with_totals(10, 12, 30, rounds=4), finished=True)
        assert len(found.after) == 5
        assert not any(chance.certain for chance in found.after[3])

    def test_a_session_ended_before_the_first_round_has_no_jump(self):
        assert chances(VANDATTA, seated(*NAMES), [], Evidence(PAST), Random(8), finished=True) is None

    def test_no_round_is_decisive_where_the_session_stops_early(self):
        rules, seats, rounds = table_with_totals(0, 1, 1, rules=rules_of("vandatta", 3, rounds=9), rounds=3)
        found = find_chances(rules, seats, rounds, finished=True)
        jump = found.biggest_jump()
        assert jump is not None
        assert jump.round < 3
        assert found.now[0] == Chance(1.0, certain=True)
        assert found.stopped

    def test_a_session_played_out_or_still_running_was_not_stopped(self):
        assert not find_chances(*table_with_totals(7, 7, 9, rounds=3), finished=True).stopped
        assert not find_chances(*table_with_totals(7, 7, 9, rounds=2)).stopped
