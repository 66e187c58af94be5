"""What a round yet to come is drawn from."""

from collections import Counter
from random import Random

import pytest

from review.gains import ENOUGH, PACK_ROUNDS, PastRound, fitting, pool
from tests.scoring.builders import rules_of

DERANGE = rules_of("derange", 3)


def past(hand_size, points, times=1):
    return [PastRound(hand_size, points)] * times


class TestWhichRoundsOfThePastFit:
    def test_only_those_with_as_many_cards(self):
        known = past(8, (0, 5, 9)) + past(7, (0, 5, 9))
        assert fitting(8, 3, known) == past(8, (0, 5, 9))

    def test_only_those_of_as_many_players_where_these_are_enough(self):
        known = past(8, (0, 5, 9), ENOUGH) + past(8, (0, 5))
        assert fitting(8, 3, known) == past(8, (0, 5, 9), ENOUGH)

    def test_else_all_of_them(self):
        known = past(8, (0, 5, 9), ENOUGH - 1) + past(8, (0, 5))
        assert fitting(8, 3, known) == known

    def test_a_round_of_one_says_nothing_of_others(self):
        assert fitting(8, 3, past(8, (5,), 40)) == []


class TestThePool:
    def test_every_seat_gets_the_same(self):
        rounds = pool(DERANGE, 8, 3, past(8, (0, 50, 90), 40), Random(1))
        columns = [Counter(gains) for gains in zip(*rounds, strict=True)]
        assert columns[0] == columns[1] == columns[2]

    def test_a_round_of_the_past_stays_one_round(self):
        rounds = pool(DERANGE, 8, 3, past(8, (0, 500, 900), 40), Random(1))
        known = [gains for gains in rounds if 900 in gains]
        assert known
        assert {tuple(sorted(gains)) for gains in known} == {(0, 500, 900)}

    def test_the_pack_weighs_as_much_as_ten_rounds(self):
        rounds = pool(DERANGE, 8, 3, past(8, (1, 500, 900), 30), Random(1))
        of_the_past = sum(1 in gains for gains in rounds)
        assert of_the_past / len(rounds) == 30 / (30 + PACK_ROUNDS)

    def test_without_a_past_somebody_is_out_and_the_others_hold_cards_of_the_pack(self):
        for gains in pool(DERANGE, 1, 4, [], Random(1)):
            assert gains.count(0) == 1
            assert min(gain for gain in gains if gain) >= 4  # Derange has no cheaper card

    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_a_round_of_more_or_fewer_keeps_its_best_seat(self, players):
        rounds = pool(DERANGE, 8, players, past(8, (700, 800, 800, 900), 20), Random(1))
        known = [gains for gains in rounds if min(gains) >= 700]
        assert known
        assert all(len(gains) == players and gains.count(700) == 1 for gains in known)
        assert all(set(gains) <= {700, 800, 900} for gains in known)

    def test_where_wins_are_counted_one_seat_wins(self):
        rounds = pool(rules_of("vatikan", 3, games=5), 13, 3, [], Random(1))
        assert sorted(rounds) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
