"""A session with other card values, worked by hand."""

from dataclasses import replace

import pytest

from review.rescoring import CannotRescore, rescored
from scoring.facts import Away
from tests.scoring.builders import NOT_COUNTED, OUT, night, ranks, rules_of, seated, totals

DERANGE = rules_of("derange", 3, mode="short")
PURSUIT = rules_of("swedish_pursuit", 3)
VANDATTA = rules_of("vandatta", 3)
HOUSE = rules_of("vatikan", 3, tally="house_points", games=2)
SEATS = seated("Anna", "Bo", "Cara")


def in_the_way(rules, other, *scores, seats=SEATS):
    with pytest.raises(CannotRescore) as cannot:
        rescored(rules, other, seats, night(rules, seats, *scores))
    return [(obstacle.code, obstacle.card_class, obstacle.count) for obstacle in cannot.value.obstacles]


def test_a_derange_game_counted_as_vandatta():
    """The one who kept two eights loses; those who kept many small cards fall behind.

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
    instead = rescored(DERANGE, VANDATTA, SEATS, rounds)
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
    instead = rescored(PURSUIT, HOUSE, SEATS, rounds)
    assert totals(instead) == {"Anna": 8, "Cara": 8, "Bo": 53}
    assert ranks(instead) == {"Anna": 1, "Cara": 1, "Bo": 3}  # Bo had won


def test_who_left_stays_unranked():
    seats = [*SEATS[:2], replace(SEATS[2], away=(Away(2),))]
    rounds = night(DERANGE, seats, {"Anna": OUT, "Bo": "8", "Cara": "4"}, {"Anna": "K", "Bo": OUT})
    assert ranks(rescored(DERANGE, VANDATTA, seats, rounds)) == {"Anna": 1, "Bo": 2, "Cara": None}


class TestWhatIsInTheWay:
    def test_a_class_that_costs_differently_there(self):
        score = {"Anna": OUT, "Bo": "8 2 2", "Cara": "K"}
        assert in_the_way(VANDATTA, DERANGE, score) == [("mixed", "other", 3)]

    def test_not_where_nobody_was_caught_with_it(self):
        rounds = night(VANDATTA, SEATS, {"Anna": OUT, "Bo": "8", "Cara": "A A"})
        assert totals(rescored(VANDATTA, DERANGE, SEATS, rounds)) == {"Anna": 0, "Cara": 30, "Bo": 50}

    def test_a_card_that_has_no_value_there(self):
        score = {"Anna": OUT, "Bo": "JK JK", "Cara": "2"}
        assert in_the_way(HOUSE, VANDATTA, score) == [("unknown", "JK", 2)]

    def test_hands_whose_points_were_typed(self):
        score = {"Anna": OUT, "Bo": 20, "Cara": 30}
        assert in_the_way(DERANGE, VANDATTA, score) == [("typed", "", 2)]

    def test_points_that_somebody_was_given(self):
        seats = [*SEATS[:2], replace(SEATS[2], start_points=40)]
        assert in_the_way(DERANGE, VANDATTA, {"Anna": OUT, "Bo": "8", "Cara": "4"}, seats=seats) == [
            ("start", "", 1)
        ]

    def test_everything_is_told_at_once(self):
        seats = [*SEATS[:2], replace(SEATS[2], away=(Away(1, 2, points=9),))]
        found = in_the_way(
            DERANGE, PURSUIT, {"Anna": OUT, "Bo": 20}, {"Anna": OUT, "Bo": "3", "Cara": "4"}, seats=seats
        )
        assert found == [("typed", "", 1), ("start", "", 1), ("mixed", "3-10", 1)]

    def test_where_only_numbers_of_cards_were_kept(self):
        wins = rules_of("vatikan", 3, games=2)
        score = {"Anna": OUT, "Bo": "5", "Cara": NOT_COUNTED}
        assert in_the_way(wins, DERANGE, score) == [("ranks", "", 0)]
