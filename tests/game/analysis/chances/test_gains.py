"""The pool of rounds that simulations draw from."""

from collections import Counter
from random import Random
from statistics import fmean

import pytest

from game.analysis.chances.gains import MIN_SAME_PLAYERS, PastRound, assign_gains, matching_rounds, pool
from tests.game.scoring.builders import rules_of, small_pack

DERANGE = rules_of("derange", 3)


def past(hand_size, points, times=1):
    return [PastRound(hand_size, points)] * times


class TestMatchingPastRounds:
    def test_only_rounds_with_the_same_hand_size_match(self):
        known = past(8, (0, 5, 9)) + past(7, (0, 5, 9))
        assert matching_rounds(8, 3, known) == past(8, (0, 5, 9))

    def test_only_rounds_with_the_same_number_of_players_match_where_there_are_enough(self):
        known = past(8, (0, 5, 9), MIN_SAME_PLAYERS) + past(8, (0, 5))
        assert matching_rounds(8, 3, known) == past(8, (0, 5, 9), MIN_SAME_PLAYERS)

    def test_otherwise_rounds_with_any_number_of_players_match(self):
        known = past(8, (0, 5, 9), MIN_SAME_PLAYERS - 1) + past(8, (0, 5))
        assert matching_rounds(8, 3, known) == known

    @pytest.mark.parametrize(("same", "tables"), [(29, {2, 3}), (30, {3})])
    def test_thirty_rounds_with_the_same_number_of_players_are_enough_and_twenty_nine_are_not(
        self, same, tables
    ):
        found = matching_rounds(8, 3, past(8, (0, 5, 9), same) + past(8, (0, 5), 40))
        assert {len(played.gains) for played in found} == tables

    def test_a_round_with_a_single_player_is_ignored(self):
        assert matching_rounds(8, 3, past(8, (5,), 40)) == []


class TestThePool:
    def test_the_hands_of_a_past_round_stay_together(self):
        rounds = pool(DERANGE, 8, 3, past(8, (0, 500, 900), 40), Random(1))
        known = [gains for gains in rounds if 900 in gains]
        assert known
        assert set(known) == {(0, 500, 900)}

    def test_the_pack_weighs_as_much_as_ten_rounds(self):
        rounds = pool(DERANGE, 8, 3, past(8, (1, 500, 900), 30), Random(1))
        of_the_past = sum(1 in gains for gains in rounds)
        assert of_the_past / len(rounds) == 30 / (30 + 10)

    @pytest.mark.parametrize(("known", "rounds"), [(0, 150), (139, 2 * 149), (140, 150), (200, 210)])
    def test_a_pool_has_a_hundred_and_fifty_rounds_or_each_past_round_once(self, known, rounds):
        assert len(pool(DERANGE, 8, 3, past(8, (0, 500, 900), known), Random(1))) == rounds

    def test_without_past_rounds_one_seat_is_out_and_the_others_hold_cards_of_the_pack(self):
        for gains in pool(DERANGE, 1, 4, [], Random(1)):
            assert gains.count(0) == 1
            assert min(gain for gain in gains if gain) >= 4  # Derange has no cheaper card

    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_a_round_with_another_number_of_players_keeps_its_best_hand(self, players):
        rounds = pool(DERANGE, 8, players, past(8, (700, 800, 800, 900), 20), Random(1))
        known = [gains for gains in rounds if min(gains) >= 700]
        assert known
        assert all(len(gains) == players and gains.count(700) == 1 for gains in known)
        assert all(set(gains) <= {700, 800, 900} for gains in known)

    def test_simulated_hands_are_short_and_some_players_have_drawn(self):
        """Cards of one point each: the smaller of two draws from 1 to 8 is 51/16 on average, and each further
        card
        has probability 2/5, which adds 2/3 of a card.
        """
        ones = small_pack((1, 200))
        rounds = [gains for seed in range(40) for gains in pool(ones, 8, 2, [], Random(seed))]
        assert fmean(held for _out, held in rounds) == pytest.approx(51 / 16 + 2 / 3, abs=0.1)

    def test_worthless_cards_cost_nothing(self):
        assert set(pool(small_pack((0, 52)), 8, 3, [], Random(1))) == {(0, 0, 0)}

    def test_where_wins_are_counted_one_seat_wins(self):
        assert pool(rules_of("vatikan", 3, games=5), 13, 3, [], Random(1)) == [(1, 0, 0)]

    def test_the_best_hand_comes_first(self):
        rounds = pool(DERANGE, 8, 4, past(8, (0, 50, 90), 10), Random(1))
        assert all(gains == tuple(sorted(gains)) for gains in rounds)


def dealt(strengths, *, times=4000, gains=(0, 50, 90), **more):
    chance = Random(8)
    return [assign_gains(gains, strengths, chance, **more) for _ in range(times)]


class TestAssigningHandsToSeats:
    def test_every_seat_gets_one_of_its_hands(self):
        assert {tuple(sorted(gains)) for gains in dealt((1.0, 2.0, 0.3))} == {(0, 50, 90)}

    def test_equally_strong_seats_get_the_same_on_average(self):
        ways = Counter(dealt((1.0, 1.0, 1.0), times=6000))
        assert len(ways) == 6
        assert all(count == pytest.approx(1000, abs=130) for count in ways.values())

    def test_a_seat_three_times_as_strong_is_out_three_times_as_often(self):
        out = Counter(gains.index(0) for gains in dealt((3.0, 1.0, 1.0)))
        assert out[0] / 4000 == pytest.approx(3 / 5, abs=0.03)

    def test_the_next_hand_depends_on_the_remaining_strengths(self):
        """Plackett and Luce: once the first seat is out, the second is 2 : 1 before the third."""
        second = [gains.index(50) for gains in dealt((3.0, 2.0, 1.0)) if gains[0] == 0]
        assert second.count(1) / len(second) == pytest.approx(2 / 3, abs=0.03)

    def test_a_counted_hand_is_not_random(self):
        assert {gains[1] for gains in dealt((1.0, 1.0, 1.0), counted={1: 40})} == {40}

    def test_the_other_seats_share_the_remaining_hands_of_the_round(self):
        """40 is nearest to 50, so the others hold 0 and 90."""
        rest = {(gains[0], gains[2]) for gains in dealt((1.0, 1.0, 1.0), counted={1: 40})}
        assert rest == {(0, 90), (90, 0)}

    def test_once_one_seat_is_out_no_other_seat_is(self):
        """0 and 3 replace 0 and 50, though 3 is nearer to 0 than to 50."""
        assert set(dealt((1.0, 1.0, 1.0), counted={0: 3, 2: 0})) == {(3, 90, 0)}

    def test_a_completely_counted_round_is_unchanged(self):
        assert set(dealt((1.0, 1.0), gains=(1, 0), counted={0: 0, 1: 1})) == {(0, 1)}
