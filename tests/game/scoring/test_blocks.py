"""Winners of Swedish Pursuit's rounds of five games."""

from dataclasses import replace

import pytest

from game.scoring.deal import BlockResult, block_results
from tests.game.scoring.builders import NOT_COUNTED, OUT, night, rules_of, seated

PURSUIT = rules_of("swedish_pursuit", rounds=2)
TABLE = seated("Anna", "Bo", "Cara")

# game      1    2    3    4    5   round
# Anna    out   30   30   30   30     120
# Bo       10  out   10  out   10      30
# Cara     11   11  out   11  out      33
FIRST_ROUND = [
    {"Anna": OUT, "Bo": 10, "Cara": 11},
    {"Anna": "8", "Bo": OUT, "Cara": 11},
    {"Anna": "8", "Bo": "K", "Cara": OUT},
    {"Anna": "8", "Bo": OUT, "Cara": 11},
    {"Anna": "8", "Bo": "10", "Cara": OUT},
]


def blocks(*games, seats=TABLE, rules=PURSUIT):
    return block_results(rules, night(rules, seats, *games, first_dealers=["Anna", "Anna"]))


def test_the_lowest_total_of_five_games_wins_the_round():
    assert blocks(*FIRST_ROUND) == [BlockResult(1, 30, ("Bo",))]


def test_a_round_is_won_only_when_its_five_games_are_played():
    assert blocks(*FIRST_ROUND[:4]) == []


def test_the_second_round_starts_from_zero():
    second = [{"Anna": OUT, "Bo": 20, "Cara": 20}] * 5
    assert blocks(*FIRST_ROUND, *second) == [BlockResult(1, 30, ("Bo",)), BlockResult(2, 0, ("Anna",))]


def test_a_tied_round_has_joint_winners():
    tied = [{"Anna": OUT, "Bo": 5, "Cara": "8"}, {"Anna": 5, "Bo": OUT, "Cara": "8"}]
    nought = [{"Anna": 7, "Bo": 7, "Cara": OUT}] * 3
    assert blocks(*tied, *nought) == [BlockResult(1, 21 + 5, ("Anna", "Bo"))]


def test_a_player_who_missed_a_game_cannot_win_the_round():
    missed = [{"Anna": 1, "Bo": 9, "Cara": OUT}] * 4 + [{"Bo": 9, "Cara": OUT}]
    assert blocks(*missed, seats=TABLE) == [BlockResult(1, 0, ("Cara",))]
    alone = [{"Anna": NOT_COUNTED, "Bo": 9, "Cara": OUT}] * 5
    assert blocks(*alone)[0].winners == ("Cara",)


def test_a_round_in_which_every_player_missed_a_game_has_no_winner():
    missed = [{"Bo": 9, "Cara": OUT}, {"Anna": 1, "Cara": OUT}, {"Anna": 1, "Bo": OUT}]
    assert blocks(*missed, *missed[:2]) == []


def test_where_the_highest_total_wins_it_wins_the_round_too():
    rules = replace(PURSUIT, highest_wins=True)
    assert [block.winners for block in blocks(*FIRST_ROUND, rules=rules)] == [("Anna",)]


@pytest.mark.parametrize("changes", [{"highest_wins": True, "collects": True}, {"tally": "places"}])
def test_what_is_collected_and_places_are_not_added_up_by_rounds(changes):
    assert blocks(*FIRST_ROUND, rules=replace(PURSUIT, **changes)) == []


def test_variants_without_such_rounds_have_none():
    rules = rules_of("derange")
    assert blocks(*[{"Anna": OUT, "Bo": 5, "Cara": 5}] * 6, rules=rules) == []
