"""Rescoring a session with other card values: examples worked by hand."""

import pytest
from msgspec.structs import replace

from game.analysis.rescoring import CannotRescore, Obstacle, rescore
from game.scoring.facts import Away, Hand
from tests.game.scoring.builders import NOT_COUNTED, OUT, card_rules, night, rules_of, seated

DERANGE = rules_of("derange", 3, mode="short")
PURSUIT = rules_of("swedish_pursuit", 3)
VANDATTA = rules_of("vandatta", 3)
HOUSE = rules_of("vatikan", 3, tally="house_points", games=2)
SEATS = seated("Anna", "Bo", "Cara")


def totals(found):
    """By the first seat of each side."""
    return {side.seats[0]: side.total for side in found}


def ranks(found):
    return {side.seats[0]: side.rank for side in found}


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


def test_an_uncounted_hand_is_worth_nothing():
    rounds = night(DERANGE, SEATS, {"Anna": OUT, "Bo": "8", "Cara": NOT_COUNTED})
    assert totals(rescore(DERANGE, VANDATTA, SEATS, rounds)) == {"Anna": 0, "Cara": 0, "Bo": 10}


def test_a_player_who_is_out_holds_nothing_whatever_was_typed():
    rounds = night(DERANGE, SEATS, {"Anna": OUT, "Bo": "8", "Cara": "4"})
    rounds[0] = replace(rounds[0], hands=(Hand("Anna", None, 3), *rounds[0].hands[1:]))
    assert totals(rescore(DERANGE, VANDATTA, SEATS, rounds)) == {"Anna": 0, "Cara": 1, "Bo": 10}


def test_no_points_are_no_cards():
    rounds = night(DERANGE, SEATS, {"Anna": 0, "Bo": "8", "Cara": "4"})
    assert totals(rescore(DERANGE, VANDATTA, SEATS, rounds)) == {"Anna": 0, "Cara": 1, "Bo": 10}


class TestObstacles:
    def test_a_card_that_no_hand_held_is_no_obstacle(self):
        rounds = night(VANDATTA, SEATS, {"Anna": OUT, "Bo": "8", "Cara": "A A"})
        assert totals(rescore(VANDATTA, DERANGE, SEATS, rounds)) == {"Anna": 0, "Cara": 30, "Bo": 50}

    def test_a_card_without_value_in_the_other_game(self):
        score = {"Anna": OUT, "Bo": "JK JK", "Cara": "2"}
        assert obstacles(HOUSE, VANDATTA, score) == [("unknown", "JK", 2)]

    def test_a_hand_whose_cards_are_not_known(self):
        """The other hands could be counted, but a total of old and of new points would compare nobody."""
        rounds = night(
            DERANGE, SEATS, {"Anna": OUT, "Bo": "8", "Cara": 30}, {"Anna": 4, "Bo": OUT, "Cara": "K"}
        )
        with pytest.raises(CannotRescore) as cannot:
            rescore(DERANGE, VANDATTA, SEATS, rounds)
        assert cannot.value.obstacles == [Obstacle("typed", count=2, hands=((1, "Cara"), (2, "Anna")))]

    def test_a_class_whose_cards_differ_in_value_there(self):
        """Vändåtta's other cards cost 1 each; in Derange from 4 (a four) to 30 (a two)."""
        score = {"Anna": OUT, "Bo": "8 2 2", "Cara": "K"}
        assert obstacles(VANDATTA, DERANGE, score) == [("mixed", "other", 3)]

    def test_no_points_where_some_cards_cost_nothing(self):
        rules = card_rules({"K": 10})
        score = {"Anna": 0, "Bo": "K", "Cara": "K"}
        assert obstacles(rules, DERANGE, score) == [("typed", "", 1)]

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
