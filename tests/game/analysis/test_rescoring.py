"""Rescoring a session with other card values: examples worked by hand."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis.rescoring import CannotRescore, rescore
from game.analysis.revaluation import PointRange, Revaluation
from game.scoring.facts import Away, HandFacts
from game.scoring.hand import points_of
from game.scoring.rules import RANKS
from tests.game.scoring.builders import NOT_COUNTED, OUT, cards, night, rules_of, seated

DERANGE = rules_of("derange", 3, mode="short")
PURSUIT = rules_of("swedish_pursuit", 3)
VANDATTA = rules_of("vandatta", 3)
HOUSE = rules_of("vatikan", 3, tally="house_points", games=2)
SEATS = seated("Anna", "Bo", "Cara")


def totals(found):
    """By the first seat of each side; (minimum, maximum) where some cards are unknown."""
    return {side.seats[0]: _one(side.total) for side in found}


def ranks(found):
    return {side.seats[0]: side.rank and _one(side.rank) for side in found}


def _one(worth):
    return worth.least if worth.least == worth.most else (worth.least, worth.most)


def obstacles(rules, other, *scores, seats=SEATS):
    with pytest.raises(CannotRescore) as cannot:
        rescore(rules, other, seats, night(rules, seats, *scores))
    return [(obstacle.code, obstacle.card_class, obstacle.count) for obstacle in cannot.value.obstacles]


def test_a_derange_game_counted_as_vandatta():
    """Anna, with two eights in hand, loses; players with many small cards are worse off.

    | round | Anna            | Bo           | Cara      |  Derange: A   B   C | Vandatta: A   B   C |
    | 1     | out             | 8 K          | 4 5 6 7   |           0  70  22 |           0  11   4 |
    | 2     | A A Q J 9 9 7 4 | out          | 8         |          79   0  50 |          16   0  10 |
    | 3     | K K             | 2            | out       |          40  30   0 |           2   1   0 |
    |                                                    |         119 100  72 |          18  12  14 |
    """
    rounds = night(
        DERANGE,
        SEATS,
        {"Anna": OUT, "Bo": "8 K", "Cara": "4 5 6 7"},
        {"Anna": "A A Q J 9 9 7 4", "Bo": OUT, "Cara": "8"},
        {"Anna": "K K", "Bo": "2", "Cara": OUT},
    )
    assert [sum(r.points_of(name) for r in rounds) for name in ("Anna", "Bo", "Cara")] == [119, 100, 72]
    instead = rescore(DERANGE, VANDATTA, SEATS, rounds)
    assert totals(instead) == {"Bo": 12, "Cara": 14, "Anna": 18}
    assert ranks(instead) == {"Bo": 1, "Cara": 2, "Anna": 3}  # Cara had won


def test_a_swedish_pursuit_game_counted_as_vatikan_with_house_points():
    """An eight costs 30 there and 8 here, an ace 1 there and 11 here; tens and courts 10 in both.

    | game | Anna  | Bo     | Cara  |  Pursuit: A  B  C | house: A  B  C |
    | 1    | 8     | A A A  | out   |          30  3  0 |        8 33  0 |
    | 2    | out   | 10 K   | 8     |           0 20 30 |        0 20  8 |
    |                                |          30 23 30 |        8 53  8 |
    """
    rounds = night(
        PURSUIT,
        SEATS,
        {"Anna": "8", "Bo": "A A A", "Cara": OUT},
        {"Anna": OUT, "Bo": "10 K", "Cara": "8"},
    )
    instead = rescore(PURSUIT, HOUSE, SEATS, rounds)
    assert totals(instead) == {"Anna": 8, "Cara": 8, "Bo": 53}
    assert ranks(instead) == {"Anna": 1, "Cara": 1, "Bo": 3}  # Bo had won


def test_a_player_who_left_stays_unranked():
    seats = [*SEATS[:2], replace(SEATS[2], away=(Away(2),))]
    rounds = night(DERANGE, seats, {"Anna": OUT, "Bo": "8", "Cara": "4"}, {"Anna": "K", "Bo": OUT})
    found = rescore(DERANGE, VANDATTA, seats, rounds)
    assert ranks(found) == {"Anna": 1, "Bo": 2, "Cara": None}
    assert [side.has_won for side in found] == [True, False, False]


def test_an_uncounted_hand_is_worth_nothing():
    rounds = night(DERANGE, SEATS, {"Anna": OUT, "Bo": "8", "Cara": NOT_COUNTED})
    assert totals(rescore(DERANGE, VANDATTA, SEATS, rounds)) == {"Anna": 0, "Cara": 0, "Bo": 10}


class TestUnknownCards:
    def test_a_class_is_worth_from_its_cheapest_to_its_most_expensive_cards(self):
        """Vändåtta's other cards cost 1 each; in Derange from 4 (a four) to 30 (a two)."""
        rounds = night(VANDATTA, SEATS, {"Anna": OUT, "Bo": "8 2 2", "Cara": "K"})
        assert totals(rescore(VANDATTA, DERANGE, SEATS, rounds)) == {
            "Anna": 0,
            "Bo": (58, 110),
            "Cara": (4, 30),
        }

    def test_the_rank_is_from_best_to_worst(self):
        rounds = night(VANDATTA, SEATS, {"Anna": OUT, "Bo": "8 2 2", "Cara": "K"})
        found = rescore(VANDATTA, DERANGE, SEATS, rounds)
        assert ranks(found) == {"Anna": 1, "Cara": 2, "Bo": 3}
        assert [side.has_won for side in found] == [True, False, False]

    def test_typed_points_are_worth_any_cards_that_add_up_to_them(self):
        """Vändåtta: 5 is an ace, in Derange 15, or up to five twos, threes and tens, 30 each. 10 is two aces
        (15 each) or an eight (50), or up to ten of those.
        """
        rounds = night(VANDATTA, SEATS, {"Anna": OUT, "Bo": 5, "Cara": 10})
        assert totals(rescore(VANDATTA, DERANGE, SEATS, rounds)) == {
            "Anna": 0,
            "Bo": (15, 150),
            "Cara": (30, 300),
        }

    def test_a_player_who_is_out_holds_nothing_whatever_was_typed(self):
        rounds = night(VANDATTA, SEATS, {"Anna": OUT, "Bo": 5, "Cara": 10})
        rounds[0] = replace(rounds[0], hands=tuple(replace(h, cards=None) for h in rounds[0].hands))
        assert totals(rescore(VANDATTA, DERANGE, SEATS, rounds))["Anna"] == 0
        rounds = night(DERANGE, SEATS, {"Anna": OUT, "Bo": "8", "Cara": "4"})
        rounds[0] = replace(rounds[0], hands=(HandFacts("Anna", None, 3), *rounds[0].hands[1:]))
        assert totals(rescore(DERANGE, VANDATTA, SEATS, rounds)) == {"Anna": 0, "Bo": 10, "Cara": 1}

    def test_of_players_with_equal_rank_ranges_the_one_likelier_to_have_less_comes_first(self):
        """Anna’s king may be any card from 4 to 30, Bo’s ace costs 15."""
        rounds = night(VANDATTA, SEATS, {"Anna": "K", "Bo": "A", "Cara": "8 8"})
        found = rescore(VANDATTA, DERANGE, SEATS, rounds)
        assert [side.seats[0] for side in found] == ["Bo", "Anna", "Cara"]
        assert [side.is_exact for side in found] == [True, False, True]

    def test_the_winner_is_open_where_several_can_win(self):
        rounds = night(
            VANDATTA, SEATS, {"Anna": OUT, "Bo": 6, "Cara": 30}, {"Anna": 6, "Bo": OUT, "Cara": 30}
        )
        found = rescore(VANDATTA, DERANGE, SEATS, rounds)
        assert {side.seats[0]: side.has_won for side in found} == {"Anna": None, "Bo": None, "Cara": False}

    def test_typed_points_use_no_more_cards_than_the_pack_has(self):
        """25 points of one deck. Cheapest: its four aces (15 each), four fours and a five. Dearest: four
        twos, four threes and four tens (30), four kings (20), eight queens and jacks (10) and a nine.
        """
        of_points = Revaluation(VANDATTA, DERANGE, max_points=25).of_hand(HandFacts("Anna", None, 25))
        assert of_points == PointRange(4 * 15 + 4 * 4 + 5, 12 * 30 + 4 * 20 + 8 * 10 + 9)

    def test_there_are_two_jokers_in_all_not_for_each_deck(self):
        """Jokers cost 25, and 100 there; of a hand of 75 two may be jokers."""
        dear_jokers = rules_of("vatikan", 3, tally="house_points", games=2, points={"JK": 100})
        of_points = Revaluation(HOUSE, dear_jokers, max_points=75).of_hand(HandFacts("Anna", None, 75))
        assert of_points == PointRange(75, 2 * 100 + 25)

    def test_a_hand_with_a_card_that_has_no_value_in_the_other_game_is_unknown(self):
        values = Revaluation(HOUSE, VANDATTA, max_points=0)
        assert (
            values.of_cards(HOUSE.by_key["K-Q-J-10"], 0)
            == values.of_cards(HOUSE.by_key["JK"], 0)
            == PointRange(0, 0)
        )
        assert values.of_hand(HandFacts("Anna", {"JK": 1, "2": 1}, 27)) is None

    @settings(max_examples=50)
    @given(st.lists(st.sampled_from(sorted(set(RANKS) - {"JK"})), max_size=9))
    def test_the_real_hand_lies_within_the_range(self, held):
        """A hand known by its points only, compared with the same hand card by card."""
        limited = [rank for rank in set(held) for _ in range(min(4, held.count(rank)))]
        tally = cards(PURSUIT, " ".join(limited))
        cost = points_of(tally, PURSUIT)
        values = Revaluation(PURSUIT, VANDATTA, max_points=cost)
        typed = values.of_hand(HandFacts("Anna", None, cost))
        real = sum(VANDATTA.by_key[VANDATTA.class_of_rank[rank]].points for rank in limited)
        in_classes = values.of_hand(HandFacts("Anna", tally, None))
        assert typed.least <= in_classes.least <= real <= in_classes.most <= typed.most


class TestObstacles:
    def test_a_card_that_no_hand_held_is_no_obstacle(self):
        rounds = night(VANDATTA, SEATS, {"Anna": OUT, "Bo": "8", "Cara": "A A"})
        assert totals(rescore(VANDATTA, DERANGE, SEATS, rounds)) == {"Anna": 0, "Cara": 30, "Bo": 50}

    def test_a_card_without_value_in_the_other_game(self):
        score = {"Anna": OUT, "Bo": "JK JK", "Cara": "2"}
        assert obstacles(HOUSE, VANDATTA, score) == [("unknown", "JK", 2)]

    def test_typed_points_that_no_cards_add_up_to(self):
        """Derange's cheapest cards cost 4 and 5; nothing makes 3."""
        score = {"Anna": OUT, "Bo": 3, "Cara": 30}
        assert obstacles(DERANGE, VANDATTA, score) == [("typed", "", 1)]

    def test_points_added_by_the_table(self):
        seats = [*SEATS[:2], replace(SEATS[2], start_points=40)]
        assert obstacles(DERANGE, VANDATTA, {"Anna": OUT, "Bo": "8", "Cara": "4"}, seats=seats) == [
            ("start", "", 1)
        ]

    def test_all_obstacles_are_reported_together(self):
        seats = [*SEATS[:2], replace(SEATS[2], away=(Away(1, 2, points=9),))]
        found = obstacles(
            HOUSE, PURSUIT, {"Anna": OUT, "Bo": 3000}, {"Anna": OUT, "Bo": "JK", "Cara": "4"}, seats=seats
        )
        assert found == [("typed", "", 1), ("start", "", 1), ("unknown", "JK", 1)]

    def test_sessions_with_numbers_of_cards_only(self):
        wins = rules_of("vatikan", 3, games=2)
        score = {"Anna": OUT, "Bo": "5", "Cara": NOT_COUNTED}
        assert obstacles(wins, DERANGE, score) == [("ranks", "", 0)]
