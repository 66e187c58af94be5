"""Who may still win, and what every such figure must be."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis.chances.gains import NONE_KNOWN, PastRound
from game.analysis.chances.session import Evidence, chances
from game.analysis.chances.strength import SkillRecord
from game.analysis.chances.win_chances import Chance
from game.scoring.facts import Away, HandFacts, RoundFacts, SeatFacts
from tests.game.scoring.builders import OUT, night, rules_of, seated

NAMES = ("Anna", "Bo", "Cara")
VANDATTA = rules_of("vandatta", 3, rounds=3)
WINS = rules_of("vatikan", 3, games=3)
PAST = [PastRound(7, points) for points in ((0, 4, 9), (0, 7, 12), (0, 3, 3), (2, 5, 20))] * 10


def stood(*totals, rules=VANDATTA, seats=None, rounds=1):
    """A table where these points stand after so many rounds, all from the first of them."""
    seats = seats or seated(*NAMES[: len(totals)])
    hands = tuple(HandFacts(seat.id, None, total) for seat, total in zip(seats, totals, strict=True))
    nothing = tuple(HandFacts(seat.id, None, 0) for seat in seats)
    played = [RoundFacts(n, seats[0].id, 7, None, hands if n == 1 else nothing) for n in range(1, rounds + 1)]
    return rules, seats, played


def to_a_total(total, **options):
    """Two people until one of them has so many points; seven cards a round."""
    rules = rules_of("vatikan", 2, tally="house_points", first_to=total, **options)
    return replace(rules, hand_sizes=(7,))


def foretold(rules, seats, rounds, *, past=PAST, known=NONE_KNOWN, counted=NONE_KNOWN, seed=8, **more):
    found = chances(rules, seats, rounds, Evidence(past, known, counted), Random(seed), **more)
    assert found is not None
    return found


def shares(found):
    return {side[0]: chance.share for side, chance in zip(found.sides, found.now, strict=True) if chance}


class TestWhatEveryChanceMustBe:
    @settings(max_examples=25)
    @given(totals=st.lists(st.integers(0, 60), min_size=2, max_size=3), seed=st.integers(0, 99))
    def test_together_they_are_at_least_one_and_each_is_a_share(self, totals, seed):
        found = shares(foretold(*stood(*totals), seed=seed, most=200))
        assert all(0 <= share <= 1 for share in found.values())
        assert sum(found.values()) >= 1 - 1e-9  # more where a first place may be shared

    @settings(max_examples=25)
    @given(total=st.integers(0, 40), other=st.integers(0, 40))
    def test_equal_totals_have_equal_chances(self, total, other):
        found = shares(foretold(*stood(total, other, total), most=200))
        assert found["Anna"] == found["Cara"]

    def test_the_luck_of_the_lots_is_no_larger_than_said(self):
        """Where strengths are known well, of a hundred seeds about 95 lie within it around the middle."""
        known = dict.fromkeys(NAMES, SkillRecord(1e6, 1e6))
        found = [foretold(*stood(10, 12, 19), seed=seed, most=400, known=known) for seed in range(100)]
        anna = [one.now[0] for one in found]
        middle = sum(chance.share for chance in anna) / len(anna)
        within = sum(abs(chance.share - middle) <= chance.error for chance in anna)
        assert 88 <= within < 100

    def test_a_larger_lead_is_a_better_chance(self):
        leads = [shares(foretold(*stood(20 - lead, 20, 20)))["Anna"] for lead in range(0, 21, 4)]
        assert leads == sorted(leads)
        assert leads[0] < 0.5 < leads[-1]

    def test_a_lead_is_worth_more_when_less_is_left(self):
        early, late = (shares(foretold(*stood(10, 15, 15, rounds=n)))["Anna"] for n in (1, 2))
        assert late > early

    def test_the_same_seed_says_the_same(self):
        assert foretold(*stood(3, 9, 4)) == foretold(*stood(3, 9, 4))

    def test_another_order_of_seats_is_the_same_within_the_error(self):
        one = shares(foretold(*stood(3, 9, 4)))
        turned = seated("Cara", "Anna", "Bo")
        other = shares(foretold(*stood(4, 3, 9, seats=turned)))
        assert one == pytest.approx(other, abs=0.05)

    def test_what_was_said_after_a_round_does_not_change_when_play_goes_on(self):
        rules, seats, rounds = stood(3, 9, 4, rounds=2)
        assert foretold(rules, seats, rounds).after[:2] == foretold(rules, seats, rounds[:1]).after

    def test_before_the_first_round_everybody_is_equal(self):
        found = shares(foretold(VANDATTA, seated(*NAMES), []))
        assert len(set(found.values())) == 1
        assert 1 / 3 <= found["Anna"] < 0.45


class TestWorkedByHand:
    """One round is left, and every round of the past gave one seat 0 and the other two 10 each.

    Anna 0, Bo 5, Cara 12. Whoever is out wins nothing but the 10 of the others:
        Anna out:  0, 15, 22: Anna      Bo out: 10, 5, 22: Bo      Cara out: 10, 15, 12: Anna
    """

    PAST = [PastRound(7, (0, 10, 10))] * 1000
    FORTY = [PastRound(7, (0, 40))] * 1000

    def test_two_of_three_rounds_are_annas(self):
        found = foretold(*stood(0, 5, 12, rounds=2), past=self.PAST)
        assert shares(found) == pytest.approx({"Anna": 2 / 3, "Bo": 1 / 3, "Cara": 0}, abs=0.04)

    def test_who_sits_down_for_the_last_round_is_in_it_too(self):
        seats = [*seated("Anna", "Bo"), SeatFacts("Cara", 2, joined_round=3, start_points=12)]
        hands = [(HandFacts("Anna", None, 0), HandFacts("Bo", None, points)) for points in (5, 0)]
        rounds = [RoundFacts(n, "Anna", 7, None, held) for n, held in enumerate(hands, 1)]
        found = foretold(VANDATTA, seats, rounds, past=self.PAST)
        assert shares(found) == pytest.approx({"Anna": 2 / 3, "Bo": 1 / 3, "Cara": 0}, abs=0.04)

    def test_a_tie_is_a_win_for_both(self):
        """Anna 0, Bo 10: level when Bo is out; two seats, so that is half of the time."""
        two = [PastRound(7, (0, 10))] * 1000
        found = foretold(*stood(0, 10, rounds=2), past=two)
        assert shares(found) == pytest.approx({"Anna": 1.0, "Bo": 0.5}, abs=0.04)

    def test_two_wins_of_three_are_enough(self):
        """Wins: Anna has one, two rounds are left. Bo alone needs both: 1/9, shares with one each: 2/9.

        Of the 9 ways (Anna, Bo or Cara in each of two rounds): Bo is first in Bo-Bo (alone), and in
        Bo-Cara and Cara-Bo all three have one: 3/9. Anna: all but Bo-Bo and Cara-Cara: 7/9.
        """
        seats = seated(*NAMES)
        rounds = night(WINS, seats, {"Anna": OUT, "Bo": "5", "Cara": "5"})
        found = shares(foretold(WINS, seats, rounds))
        assert found == pytest.approx({"Anna": 7 / 9, "Bo": 3 / 9, "Cara": 3 / 9}, abs=0.04)

    def test_the_first_to_two(self):
        """Anna has one win of two, Bo none: Bo must win twice in a row, 1/4."""
        rules, seats = rules_of("vatikan", 2, first_to=2), seated("Anna", "Bo")
        found = foretold(rules, seats, night(rules, seats, {"Anna": OUT, "Bo": "5"}))
        assert shares(found) == pytest.approx({"Anna": 3 / 4, "Bo": 1 / 4}, abs=0.04)

    def test_the_first_to_a_total_of_points_loses_what_the_others_keep(self):
        """To 30, Anna 0 and Bo 25: the next round in which Bo is not out ends it with Anna far below."""
        two = [PastRound(7, (0, 10))] * 1000
        found = shares(foretold(*stood(0, 25, rules=to_a_total(30)), past=two))
        # Bo wins only when out three times running: Anna 10, 20, 30 against 25
        assert found == pytest.approx({"Anna": 7 / 8, "Bo": 1 / 8}, abs=0.04)

    @pytest.mark.parametrize("played", [1, 11])
    def test_a_total_that_takes_several_rounds_is_played_until_it_is_reached(self, played):
        """To 100, Anna 0 and Bo 30, 40 a round for one of them: Bo has lost at his second, Anna at her third.

        Of the 16 ways in four rounds Bo takes 40 at least twice in 6 + 4 + 1.
        """
        found = shares(foretold(*stood(0, 30, rules=to_a_total(100), rounds=played), past=self.FORTY))
        assert found == pytest.approx({"Anna": 11 / 16, "Bo": 5 / 16}, abs=0.03)

    def test_so_is_one_that_takes_many(self):
        """To 400, Anna 0 and Bo 120: Bo has lost at his 7th, Anna at her 10th. Of 16 rounds Bo takes 7 or
        more but in 14,893 of 65,536 ways.
        """
        found = shares(foretold(*stood(0, 120, rules=to_a_total(400)), past=self.FORTY))
        bo = 14_893 / 65_536
        assert found == pytest.approx({"Anna": 1 - bo, "Bo": bo}, abs=0.05)

    def test_a_plan_ends_before_a_total_that_is_out_of_reach(self):
        """The same three rounds as above, though nobody can have the nine wins."""
        rules, seats = rules_of("vatikan", 3, games=3, first_to=9), seated(*NAMES)
        found = shares(foretold(rules, seats, night(rules, seats, {"Anna": OUT, "Bo": "5", "Cara": "5"})))
        assert found == pytest.approx({"Anna": 7 / 9, "Bo": 3 / 9, "Cara": 3 / 9}, abs=0.04)

    def test_and_a_total_before_a_plan_that_is_longer(self):
        rules, seats = rules_of("vatikan", 2, games=9, first_to=2), seated("Anna", "Bo")
        found = foretold(rules, seats, night(rules, seats, {"Anna": OUT, "Bo": "5"}))
        assert shares(found) == pytest.approx({"Anna": 3 / 4, "Bo": 1 / 4}, abs=0.04)

    def test_a_total_that_is_reached_already_is_the_end(self):
        assert shares(foretold(*stood(0, 900, rules=to_a_total(30)), past=self.FORTY)) == {"Anna": 1, "Bo": 0}
        rules, seats, rounds = stood(0, 900, 20, rules=to_a_total(30))
        gone = [*seats[:2], replace(seats[2], away=(Away(2),))]
        assert shares(foretold(rules, gone, rounds, past=self.FORTY)) == {"Anna": 1, "Bo": 0}

    def test_where_no_card_costs_anything_nobody_ever_reaches_a_total(self):
        nothing = dict.fromkeys(("JK", *"AKQJ98765432", "10"), 0)
        rules = to_a_total(30, points=nothing)
        assert shares(foretold(*stood(0, 0, rules=rules), past=[])) == {"Anna": 1, "Bo": 1}

    def test_who_left_on_the_way_to_a_total_changes_nothing_for_the_others(self):
        """To 30, Anna 0 and Bo 25 as above, after six rounds with Cara."""
        rules, seats, rounds = stood(0, 25, 20, rules=to_a_total(30), rounds=6)
        gone = [*seats[:2], replace(seats[2], away=(Away(7),))]
        found = shares(foretold(rules, gone, rounds, past=[PastRound(7, (0, 10))] * 1000))
        assert found == pytest.approx({"Anna": 7 / 8, "Bo": 1 / 8}, abs=0.04)


class TestCertainty:
    def test_only_what_is_certain_is_said_to_be(self):
        found = foretold(*stood(0, 500, 600, rounds=2))  # far behind, and the pack holds only 104
        assert found.now == (Chance(1.0, certain=True), Chance(0.0, certain=True), Chance(0.0, certain=True))
        found = foretold(*stood(0, 100, 100, rounds=2))
        assert [chance.certain for chance in found.now] == [False, False, False]

    def test_a_certain_chance_has_no_error(self):
        found = foretold(*stood(0, 500, 600, rounds=2))
        assert [chance.error for chance in found.now] == [0, 0, 0]

    def test_the_result_of_a_finished_session_is_certain(self):
        found = foretold(*stood(7, 7, 9, rounds=3), finished=True)
        assert [chance.share for chance in found.now] == [1, 1, 0]

    def test_a_session_stopped_before_its_plan_ends_with_its_result(self):
        found = foretold(*stood(7, 8, 9, rounds=2), finished=True)
        assert len(found.after) == 3
        assert not found.after[1][0].certain
        assert found.now[0] == Chance(1.0, certain=True)


class TestWhatIsKnownOfThePlayers:
    GOOD, BAD = SkillRecord(300, 100), SkillRecord(100, 300)

    def test_whoever_held_less_before_is_likelier_to_win(self):
        found = shares(foretold(*stood(10, 10, 10), known={"Anna": self.GOOD, "Bo": self.BAD}))
        assert found["Anna"] > found["Cara"] + 0.1 > found["Bo"] + 0.2

    def test_equals_with_the_same_record_have_the_same_chance(self):
        found = shares(foretold(*stood(10, 10, 10), known=dict.fromkeys(("Anna", "Cara"), self.GOOD)))
        assert found["Anna"] == found["Cara"] > found["Bo"]

    def test_a_record_counts_for_less_the_less_is_left(self):
        early, late = (stood(10, 12, 60, rounds=n) for n in (1, 2))
        helped = [
            shares(foretold(*table, known={"Bo": self.GOOD}))["Bo"] - shares(foretold(*table))["Bo"]
            for table in (early, late)
        ]
        assert helped[0] > helped[1] > 0

    def test_where_wins_are_counted_too(self):
        found = shares(foretold(WINS, seated(*NAMES), [], known={"Anna": self.GOOD}))
        assert found["Anna"] > found["Bo"] + 0.1

    def test_a_team_is_as_good_as_its_people(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        seats = [replace(s, team=str(n % 2)) for n, s in enumerate(seated("Anna", "Bo", "Cara", "Dilan"))]
        found = shares(foretold(rules, seats, [], known={"Cara": self.GOOD}))
        assert found["Anna"] > found["Bo"] + 0.05

    def test_the_error_is_smaller_where_more_is_known(self):
        known = [dict.fromkeys(NAMES, SkillRecord(n, n, prior=20)) for n in (0, 5000)]
        unsure, sure = (foretold(*stood(10, 10, 10), known=k).now[0].error for k in known)
        assert sure < unsure

    def test_it_says_whose_record_was_read(self):
        found = foretold(*stood(10, 10, 10), known={"Anna": self.GOOD, "Bo": SkillRecord()})
        assert found.known == {"Anna"}


class TestARoundThatIsJustCounted:
    """The last round: Anna 0, Bo 5, Cara 12, and the hands of the past were 0, 10, 10."""

    PAST = TestWorkedByHand.PAST

    def counted(self, **points):
        return shares(foretold(*stood(0, 5, 12, rounds=2), past=self.PAST, counted=points))

    def test_whoever_is_out_is_out(self):
        assert self.counted(Bo=0) == pytest.approx({"Anna": 0, "Bo": 1, "Cara": 0}, abs=0.02)

    def test_a_hand_that_is_known_is_no_longer_drawn(self):
        """Anna holds 13. Bo out: 5 to 13. Cara out: Anna 13, Bo 15, Cara 12."""
        assert self.counted(Anna=13) == pytest.approx({"Anna": 0, "Bo": 1 / 2, "Cara": 1 / 2}, abs=0.04)

    def test_the_round_before_it_stays_as_it_was(self):
        found = foretold(*stood(0, 5, 12, rounds=2), past=self.PAST, counted={"Bo": 0})
        assert found.after == foretold(*stood(0, 5, 12, rounds=2), past=self.PAST).after
        assert found.now == found.counted != found.after[-1]

    def test_nothing_is_certain_before_it_is_saved(self):
        found = foretold(*stood(0, 5, 12, rounds=2), past=self.PAST, counted={"Anna": 40, "Bo": 0, "Cara": 9})
        assert [chance.certain for chance in found.now] == [False] * 3

    def test_equals_are_no_equals_once_one_of_them_is_out(self):
        found = shares(foretold(*stood(5, 5, 5, rounds=2), past=self.PAST, counted={"Bo": 0}))
        assert found == pytest.approx({"Anna": 0, "Bo": 1, "Cara": 0}, abs=0.02)

    def test_on_the_way_to_a_total_it_is_the_next_round_that_is_counted(self):
        """To 30, both have 25: whoever is not out has lost."""
        two = [PastRound(7, (0, 10))] * 1000
        found = foretold(*stood(25, 25, rules=to_a_total(30)), past=two, counted={"Bo": 0})
        assert shares(found) == pytest.approx({"Anna": 0, "Bo": 1}, abs=0.02)

    def test_later_rounds_are_drawn_as_ever(self):
        found = shares(foretold(*stood(0, 5, 12, rounds=1), past=self.PAST, counted={"Bo": 0}))
        assert 0 < found["Anna"] < found["Bo"] < 1

    def test_of_one_who_does_not_play_nothing_is_read(self):
        rules, seats, rounds = stood(0, 9, 9)
        seats[0] = replace(seats[0], away=(Away(2),))
        assert foretold(rules, seats, rounds, counted={"Anna": 0}).now[0] is None

    def test_a_game_that_is_over_has_none(self):
        found = foretold(*stood(7, 7, 9, rounds=3), finished=True, counted={"Anna": 99})
        assert [chance.share for chance in found.now] == [1, 1, 0]


class TestWhoIsThere:
    def test_without_an_end_nobody_knows(self):
        open_end = rules_of("vatikan", 3)
        assert chances(open_end, seated(*NAMES), [], Evidence(), Random(1)) is None

    def test_who_joins_late_has_no_chance_before_and_one_after_with_the_start_points(self):
        seats = [*seated("Anna", "Bo"), SeatFacts("Cara", 2, joined_round=2, start_points=99)]
        hands = (HandFacts("Anna", None, 4), HandFacts("Bo", None, 5))
        found = foretold(VANDATTA, seats, [RoundFacts(1, "Anna", 7, None, hands)])
        assert found.after[0][2] is None
        assert found.now[2] is not None
        assert found.now[2].share < found.now[0].share

    def test_who_has_left_has_none(self):
        rules, seats, rounds = stood(0, 9, 9)
        seats[0] = replace(seats[0], away=(Away(2),))
        found = foretold(rules, seats, rounds)
        assert found.after[0][0] is not None
        assert found.now[0] is None
        assert shares(found)["Bo"] == pytest.approx(0.5, abs=0.1)

    @pytest.mark.parametrize("played", [2, 3])
    def test_points_given_on_the_way_back_count_from_there_on_once(self, played):
        rules = rules_of("vandatta", 2, rounds=4)
        _rules, seats, rounds = stood(0, 10, rounds=played)
        back = [replace(seats[0], away=(Away(2, until=3, points=10),)), seats[1]]
        rounds[1] = replace(rounds[1], hands=rounds[1].hands[1:])
        found = foretold(rules, back, rounds)
        assert found.after[0][0] == found.after[0][1], "nothing was given yet"
        assert found.after[1][0] is None
        anna, bo = found.after[2]
        assert anna == bo

    def test_where_nobody_sat_there_for_a_round_nobody_knows(self):
        rules, seats, rounds = stood(0, 9, rules=rules_of("vandatta", 2, rounds=4), rounds=3)
        away = [replace(seat, away=(Away(2, until=3),)) for seat in seats]
        rounds[1] = replace(rounds[1], hands=())
        assert chances(rules, away, rounds, Evidence(PAST), Random(8)) is None

    def test_who_had_left_has_no_result(self):
        rules, seats, rounds = stood(7, 8, 9, rounds=3)
        gone = [*seats[:2], replace(seats[2], away=(Away(3),))]
        assert [c and c.share for c in foretold(rules, gone, rounds, finished=True).now] == [1, 0, None]

    def test_a_team_is_there_as_long_as_one_of_it_is(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        seats = [replace(s, team=str(n % 2)) for n, s in enumerate(seated("Anna", "Bo", "Cara", "Dilan"))]
        gone = [replace(seats[0], away=(Away(2),)), *seats[1:]]
        found = foretold(
            rules, gone, night(rules, seats, {"Bo": OUT, "Anna": "5", "Cara": "5", "Dilan": "5"})
        )
        assert None not in found.now

    def test_teams_come_in_the_order_of_their_first_seats(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        teams = dict(zip(("Anna", "Bo", "Cara", "Dilan"), "nssn", strict=True))
        seats = [replace(seat, team=teams[seat.id]) for seat in seated(*teams)]
        won = {"Bo": OUT, "Anna": "5", "Cara": "5", "Dilan": "5"}
        assert foretold(rules, seats, night(rules, seats, won)).sides == (("Anna", "Dilan"), ("Bo", "Cara"))

    def test_a_team_is_one_side(self):
        rules = rules_of("vatikan", 4, teams=True, games=5)
        seats = [replace(s, team=str(n % 2)) for n, s in enumerate(seated("Anna", "Bo", "Cara", "Dilan"))]
        won = {"Anna": OUT, "Bo": "5", "Cara": "5", "Dilan": "5"}
        found = foretold(rules, seats, night(rules, seats, won, won))
        assert found.sides == (("Anna", "Cara"), ("Bo", "Dilan"))
        assert shares(found) == pytest.approx({"Anna": 7 / 8, "Bo": 1 / 8}, abs=0.04)

    def test_many_rounds_are_played_less_often_and_that_is_said(self):
        rules = rules_of("vandatta", 3, rounds=99)
        found = foretold(rules, seated(*NAMES), [])
        assert found.simulations == 840  # 250,000 for 99 rounds of three sides, of 20 lots each
        assert foretold(VANDATTA, seated(*NAMES), []).simulations == 2000
        assert foretold(VANDATTA, seated(*NAMES), [], most=60).simulations == 60
        long = replace(rules, rounds=420)  # 198 by that, but never fewer than 200
        assert foretold(long, seated(*NAMES), [], past=[]).simulations == 200

    def test_to_a_total_a_round_is_three_times_as_dear(self):
        """As many as 15 rounds, and each of three sides: 250,000 / 135."""
        found = foretold(rules_of("vatikan", 3, first_to=9), seated(*NAMES), [])
        assert found.simulations == 1840

    def test_who_comes_when_all_is_played_costs_a_round(self):
        """99 rounds of two sides, and one of three: 250,000 / 201."""
        rules, seats, rounds = stood(0, 9, rules=rules_of("vandatta", 2, rounds=99), rounds=99)
        late = SeatFacts("Cara", 2, joined_round=100)
        assert foretold(rules, [*seats, late], rounds).simulations == 1240


class TestHowManyRoundsOfThePastFit:
    def test_without_a_planned_number_those_of_the_one_hand_size(self):
        past = [PastRound(7, (0, 10))] * 40 + [PastRound(8, (0, 10))]
        assert foretold(*stood(0, 25, rules=to_a_total(30)), past=past).past_rounds == 40

    def test_with_a_plan_those_of_all_its_hand_sizes(self):
        """The short game deals 4, 3, 2, 1, 2, 3, 4 (DO10)."""
        past = [PastRound(cards, (0, 4, 9)) for cards in (4, 4, 3, 1, 5)]
        rules = rules_of("derange", 3, mode="short")
        assert foretold(rules, seated(*NAMES), [], past=past).past_rounds == 4

    def test_where_wins_are_counted_none_is_read(self):
        assert foretold(WINS, seated(*NAMES), [], past=[PastRound(13, (0, 1, 1))] * 40).past_rounds == 0


class TestTheBiggestJump:
    def test_it_is_the_round_that_changed_most(self):
        seats = seated(*NAMES)
        close = {"Anna": OUT, "Bo": "5", "Cara": "5"}
        dear = {"Anna": "8 8 8 8 A A A A", "Bo": OUT, "Cara": "5"}
        jump = foretold(VANDATTA, seats, night(VANDATTA, seats, close, dear)).biggest_jump()
        assert (jump.round, jump.seats) == (2, ("Anna",))
        assert jump.after.share < jump.before.share

    def test_that_somebody_left_is_no_round_that_changed_much(self):
        rules, seats, rounds = stood(0, 0, 60, rounds=2)
        seats[0] = replace(seats[0], away=(Away(3),))  # now Bo is nearly certain to win
        assert foretold(rules, seats, rounds).biggest_jump().round == 1

    def test_who_is_gone_for_several_rounds_made_none_of_them_big(self):
        rules, seats, rounds = stood(0, 20, 20, rules=rules_of("vandatta", 3, rounds=5), rounds=4)
        gone = [*seats[:2], replace(seats[2], away=(Away(2),))]
        assert foretold(rules, gone, rounds).biggest_jump().seats in {("Anna",), ("Bo",)}

    def test_there_is_none_before_a_round(self):
        assert foretold(VANDATTA, seated(*NAMES), []).biggest_jump() is None


class TestSessionsThatWentOtherwiseThanPlanned:
    def test_a_forgotten_round_on_top_of_the_plan_lengthens_it(self):
        """After the third of four nobody has won for certain, though three were planned."""
        found = foretold(*stood(10, 12, 30, rounds=4), finished=True)
        assert len(found.after) == 5
        assert not any(chance.certain for chance in found.after[3])

    def test_one_that_was_ended_before_a_round_has_none(self):
        assert chances(VANDATTA, seated(*NAMES), [], Evidence(PAST), Random(8), finished=True) is None

    def test_where_the_table_stops_early_no_round_decided_it(self):
        rules, seats, rounds = stood(0, 1, 1, rules=rules_of("vandatta", 3, rounds=9), rounds=3)
        found = foretold(rules, seats, rounds, finished=True)
        jump = found.biggest_jump()
        assert jump is not None
        assert jump.round < 3
        assert found.now[0] == Chance(1.0, certain=True)
        assert found.stopped

    def test_one_that_was_played_out_or_is_still_played_was_not_stopped(self):
        assert not foretold(*stood(7, 7, 9, rounds=3), finished=True).stopped
        assert not foretold(*stood(7, 7, 9, rounds=2)).stopped
