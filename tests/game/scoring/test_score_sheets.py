"""Complete score sheets of each variant: dealers, sizes, points and totals."""

import pytest

from game.scoring.deal import plan
from game.scoring.standings import is_over, leading_since, standings, winners
from tests.game.scoring.builders import NOT_COUNTED, OUT, night, ranks, rules_of, seated, totals


def added(rounds, seat):
    return [played.points_of(seat) for played in rounds]


def sheet_of(rules, seats, rounds):
    table = standings(rules, seats, rounds)
    return {s.seats[0]: list(s.history[1:]) for s in table}, table


def test_vandatta_one_round_for_each_of_four_players():
    # dealer   Anna   Bo     Cara   Dilan
    # cards    7      7      7      7
    # Anna     12     1  13  2  15  0  15   wins
    # Bo       0      25 25  1  26  6  32   4th
    # Cara     6      0   6  10 16  2  18   3rd
    # Dilan    4      10 14  0  14  3  17   2nd
    rules, seats = rules_of("vandatta", players=4), seated("Anna", "Bo", "Cara", "Dilan")
    rounds = night(
        rules,
        seats,
        {"Anna": "8 K 3", "Bo": OUT, "Cara": "A 5", "Dilan": "7 7 9 Q"},
        {"Anna": "2", "Bo": "8 8 A", "Cara": OUT, "Dilan": "A A"},
        {"Anna": "4 4", "Bo": "J", "Cara": "8", "Dilan": OUT},
        {"Anna": OUT, "Bo": "A 6", "Cara": "5 9", "Dilan": "K 10 2"},
    )
    sheet, table = sheet_of(rules, seats, rounds)
    assert [(r.dealer, r.hand_size) for r in rounds] == [("Anna", 7), ("Bo", 7), ("Cara", 7), ("Dilan", 7)]
    assert added(rounds, "Bo") == [0, 25, 1, 6]
    assert sheet == {
        "Anna": [12, 13, 15, 15],
        "Bo": [0, 25, 26, 32],
        "Cara": [6, 6, 16, 18],
        "Dilan": [4, 14, 14, 17],
    }
    assert ranks(table) == {"Anna": 1, "Dilan": 2, "Cara": 3, "Bo": 4}
    assert is_over(rules, seats, rounds)
    assert leading_since(rules, seats, rounds) == 4


def test_vandatta_with_five_rounds_one_of_them_blocked():
    # dealer   Eva    Fia    Gus    Eva    Fia
    # Eva      0      12 12  1  13  1  14  3  17   joint winner
    # Fia      10     0  10  5  15  2  17  0  17   joint winner
    # Gus      6      1   7  0   7  15 22  1  23   3rd
    rules, seats = rules_of("vandatta_pagat", players=3, rounds=5), seated("Eva", "Fia", "Gus")
    rounds = night(
        rules,
        seats,
        {"Eva": OUT, "Fia": "8", "Gus": "A 3"},
        {"Eva": "8 2 2", "Fia": OUT, "Gus": "K"},
        {"Eva": "Q", "Fia": "A", "Gus": OUT},
        {"Eva": "4", "Fia": "9 9", "Gus": "A 8"},
        {"Eva": "2 3 4", "Fia": OUT, "Gus": "10"},
    )
    sheet, table = sheet_of(rules, seats, rounds)
    assert [r.dealer for r in rounds] == ["Eva", "Fia", "Gus", "Eva", "Fia"]
    assert [r.out for r in rounds] == ["Eva", "Fia", "Gus", None, "Fia"]
    assert sheet == {"Eva": [0, 12, 13, 14, 17], "Fia": [10, 10, 15, 17, 17], "Gus": [6, 7, 7, 22, 23]}
    assert ranks(table) == {"Eva": 1, "Fia": 1, "Gus": 3}
    assert [s.seats for s in winners(table, rounds)] == [("Eva",), ("Fia",)]
    assert is_over(rules, seats, rounds)


HANS_IDA_JON = seated("Hans", "Ida", "Jon")
TEN_GAMES = [
    {"Hans": "8 3", "Ida": OUT, "Jon": "K"},
    {"Hans": OUT, "Ida": "10 4", "Jon": "A 2"},
    {"Hans": "7", "Ida": "9 9", "Jon": OUT},
    {"Hans": OUT, "Ida": "Q 5", "Jon": "J J 6"},
    {"Hans": "A", "Ida": OUT, "Jon": "8"},
    {"Hans": "10 K", "Ida": "2", "Jon": OUT},
    {"Hans": "5 5", "Ida": "A A", "Jon": OUT},
    {"Hans": "3", "Ida": OUT, "Jon": "4"},
    {"Hans": OUT, "Ida": "8", "Jon": "6 7"},
    {"Hans": "9", "Ida": "Q", "Jon": OUT},
]


def test_swedish_pursuit_two_rounds_of_five_games_with_a_cut_before_each():
    #          round 1, Hans won the cut   round 2, Ida won the cut
    # game     1   2   3   4   5           6   7   8   9   10
    # dealer   H   I   J   H   I           I   J   H   I   J
    # Hans     33  0   7   0   1    41     20  10  3   0   9    83   wins both
    # Ida      0   14  18  15  0    47     2   2   0   30  10   91   3rd
    # Jon      10  3   0   26  30   69     0   0   4   13  0    86   2nd
    rules = rules_of("swedish_pursuit", players=3, rounds=2)
    rounds = night(rules, HANS_IDA_JON, *TEN_GAMES, first_dealers=["Hans", "Ida"])
    sheet, table = sheet_of(rules, HANS_IDA_JON, rounds)
    assert "".join(r.dealer[0] for r in rounds) == "HIJHI" + "IJHIJ"
    assert {r.hand_size for r in rounds} == {5}
    assert added(rounds, "Hans") == [33, 0, 7, 0, 1, 20, 10, 3, 0, 9]
    assert added(rounds, "Jon") == [10, 3, 0, 26, 30, 0, 0, 4, 13, 0]
    assert {name: history[4] for name, history in sheet.items()} == {"Hans": 41, "Ida": 47, "Jon": 69}
    assert totals(table) == {"Hans": 83, "Jon": 86, "Ida": 91}
    assert is_over(rules, HANS_IDA_JON, rounds)


def test_swedish_pursuit_of_one_round_ends_after_five_games():
    rules = rules_of("swedish_pursuit", players=3)
    rounds = night(rules, HANS_IDA_JON, *TEN_GAMES[:5])
    assert is_over(rules, HANS_IDA_JON, rounds)
    assert totals(standings(rules, HANS_IDA_JON, rounds)) == {"Hans": 41, "Ida": 47, "Jon": 69}


def test_short_derange_with_a_round_that_ended_on_a_two():
    # cards    4       3       2       1       2       3       4
    # dealer   Anna    Bo      Cara    Dilan   Anna    Bo      Cara
    # Anna     60      0   60  10  70  50 120  5  125  0  125  40 165   2nd
    # Bo       50      50 100  0  100  4  104  60 164  9  173  6  179   3rd
    # Cara     0       40  40  22  62  30  92  0   92  100 192 8  200   4th
    # Dilan    30      19  49  20  69  0   69  15  84  7   91  0   91   wins
    # In round 3 Bo went out on a 2: Cara drew two (7 and 6) before counting.
    rules, seats = rules_of("derange", mode="short"), seated("Anna", "Bo", "Cara", "Dilan")
    rounds = night(
        rules,
        seats,
        {"Anna": "8 5 5", "Bo": "2 K", "Cara": OUT, "Dilan": "3"},
        {"Anna": OUT, "Bo": "8", "Cara": "10 J", "Dilan": "A 4"},
        {"Anna": "Q", "Bo": OUT, "Cara": "9 7 6", "Dilan": "K"},
        {"Anna": "8", "Bo": "4", "Cara": "2", "Dilan": OUT},
        {"Anna": "5", "Bo": "3 10", "Cara": OUT, "Dilan": "A"},
        {"Anna": OUT, "Bo": "9", "Cara": "8 8", "Dilan": "7"},
        {"Anna": "K K", "Bo": "6", "Cara": "4 4", "Dilan": OUT},
    )
    sheet, table = sheet_of(rules, seats, rounds)
    assert [r.hand_size for r in rounds] == [4, 3, 2, 1, 2, 3, 4]
    assert "".join(r.dealer[0] for r in rounds) == "ABCDABC"
    assert sheet == {
        "Anna": [60, 60, 70, 120, 125, 125, 165],
        "Bo": [50, 100, 100, 104, 164, 173, 179],
        "Cara": [0, 40, 62, 92, 92, 192, 200],
        "Dilan": [30, 49, 69, 69, 84, 91, 91],
    }
    assert ranks(table) == {"Dilan": 1, "Anna": 2, "Bo": 3, "Cara": 4}
    assert is_over(rules, seats, rounds)
    assert leading_since(rules, seats, rounds) == 4


def test_full_derange_is_planned_for_three_players():
    # cards    8 7 6 5 4 3 2 1 2 3 4 5 6 7 8
    # dealer   C A B C A B C A B C A B C A B     Cara was drawn first
    # leads    A B C A B C A B C A B C A B C
    rules, seats = rules_of("derange", players=3), seated("Anna", "Bo", "Cara")
    deals = plan(rules, seats, [], ["Cara"])
    assert "".join(str(d.hand_size) for d in deals) == "876543212345678"
    assert "".join(d.dealer[0] for d in deals) == "CABCABCABCABCAB"
    assert "".join(d.leader[0] for d in deals) == "ABCABCABCABCABC"


KIM_LARS_MIA = seated("Kim", "Lars", "Mia")


def test_vatikan_first_to_three_wins():
    # dealer   Kim   Lars  Mia   Kim   Lars
    # Kim      1     1     2     2     3     wins
    # Lars     0     1     1     1     1     joint 2nd
    # Mia      0     0     0     1     1     joint 2nd
    rules = rules_of("vatikan", players=3, first_to=3)
    others = dict.fromkeys(("Kim", "Lars", "Mia"), NOT_COUNTED)
    rounds = night(
        rules, KIM_LARS_MIA, *[others | {name: OUT} for name in ("Kim", "Lars", "Kim", "Mia", "Kim")]
    )
    sheet, table = sheet_of(rules, KIM_LARS_MIA, rounds)
    assert [(r.dealer, r.hand_size) for r in rounds] == [
        ("Kim", 13), ("Lars", 13), ("Mia", 13), ("Kim", 13), ("Lars", 13),
    ]  # fmt: skip
    assert sheet == {"Kim": [1, 1, 2, 2, 3], "Lars": [0, 1, 1, 1, 1], "Mia": [0, 0, 0, 1, 1]}
    assert ranks(table) == {"Kim": 1, "Lars": 2, "Mia": 2}
    assert [is_over(rules, KIM_LARS_MIA, rounds[:played]) for played in (4, 5)] == [False, True]


@pytest.mark.parametrize(("joker", "kims_total"), [(None, 45), (30, 50)])
def test_vatikan_with_house_points(joker, kims_total):
    # dealer   Kim   Lars
    # Kim      45    0    45   3rd (50 where the table makes a joker 30)
    # Lars     0     11   11   2nd
    # Mia      9     0     9   wins
    points = {} if joker is None else {"points": {"JK": joker}}
    rules = rules_of("vatikan", players=3, games=2, tally="house_points", **points)
    rounds = night(
        rules,
        KIM_LARS_MIA,
        {"Kim": "JK K 10", "Lars": OUT, "Mia": "4 3 2"},
        {"Kim": "", "Lars": "A", "Mia": OUT},
    )
    table = standings(rules, KIM_LARS_MIA, rounds)
    assert totals(table) == {"Mia": 9, "Lars": 11, "Kim": kims_total}
    assert is_over(rules, KIM_LARS_MIA, rounds)
