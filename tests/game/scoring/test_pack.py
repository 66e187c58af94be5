from dataclasses import replace

import pytest

from game.scoring.pack import decks_needed, pack_problem, stock_after_deal
from game.variants.custom.building import variant_of
from game.variants.custom.definition import definition_of
from tests.game.scoring.builders import rules_of

# Cards left in the stock after deal and turn-up, for 2, 3, 4 … players; a negative stock cannot be dealt.
STOCK = [
    ("vandatta", {"decks": 1}, [37, 30, 23, 16, 9, 2, -5]),
    ("vandatta_pagat", {"decks": 1}, [37, 30, 23, 16, 9, 2, -5]),
    ("vandatta", {"decks": 2}, [89, 82, 75, 68, 61, 54, 47]),
    ("swedish_pursuit", {}, [41, 36, 31, 26, 21, 16, 11, 6, 1]),
    ("derange", {"decks": 1}, [35, 27, 19, 11, 3, -5, -13]),
    ("derange", {"decks": 2}, [87, 79, 71, 63, 55, 47, 39]),
    ("derange", {"decks": 1, "mode": "short"}, [43, 39, 35, 31, 27, 23, 19]),
    ("vatikan", {}, [80, 67, 54, 41]),
]


@pytest.mark.parametrize(("key", "options", "stock"), STOCK)
def test_the_stock_left_after_the_deal(key, options, stock):
    most = rules_of(key).players[1]
    left = []
    for players in range(2, most + 1):
        rules = rules_of(key, players, **options)
        left.append(stock_after_deal(rules, players, max(rules.hand_sizes)))
    assert left == stock


def problem_of(key, players, **options):
    found = pack_problem(rules_of(key, players, **options), players)
    return found and found.problem


@pytest.mark.parametrize(
    ("key", "players", "options", "problem"),
    [
        ("derange", 6, {"decks": 1}, "thin"),
        ("derange", 7, {"decks": 1}, "short"),
        ("derange", 8, {"decks": 1}, "short"),
        ("derange", 8, {"decks": 1, "mode": "short"}, None),
        ("derange", 8, {}, None),
        ("derange", 2, {}, None),
        ("derange", 1, {}, "few"),
        ("derange", 9, {}, "many"),
        ("vandatta", 6, {}, None),
        ("vandatta", 6, {"decks": 1}, "thin"),
        ("vandatta", 7, {"decks": 1}, "turn_up"),
        ("vandatta", 7, {"decks": 1, "turned_ace_draws": False}, "thin"),
        ("vandatta", 8, {"decks": 1}, "short"),
        ("swedish_pursuit", 7, {}, None),
        ("swedish_pursuit", 8, {}, "thin"),
        ("swedish_pursuit", 10, {}, "thin"),
        ("swedish_pursuit", 11, {}, "many"),
        ("vatikan", 5, {}, None),
        ("vatikan", 6, {}, "many"),
    ],
)
def test_problems_of_a_setup(key, players, options, problem):
    assert problem_of(key, players, **options) == problem


def test_only_a_deal_with_too_few_cards_is_impossible():
    verdicts = {
        "few": rules_of("derange", 1),
        "many": rules_of("derange", 9),
        "short": rules_of("derange", 7, decks=1),
        "thin": rules_of("derange", 6, decks=1),
        "turn_up": rules_of("vandatta", 7, decks=1),
    }
    players = {"few": 1, "many": 9, "short": 7, "thin": 6, "turn_up": 7}
    impossible = {name for name, rules in verdicts.items() if pack_problem(rules, players[name]).impossible}
    assert impossible == {"few", "many", "short"}


@pytest.mark.parametrize(
    ("cards", "problem"),
    [(15, None), (16, "thin"), (17, "thin"), (18, "short")],  # leaves 6, 3, 0 and a negative number
)
def test_two_cards_of_stock_for_each_player_are_enough_and_none_can_be_dealt(cards, problem):
    rules = replace(rules_of("swedish_pursuit", 3), hand_sizes=(cards,))
    found = pack_problem(rules, 3)
    assert (found and found.problem) == problem


def test_one_card_too_few_cannot_be_dealt():
    # 2 × 26 and the one turned up are 53 cards.
    found = pack_problem(replace(rules_of("swedish_pursuit", 2), hand_sizes=(26,)), 2)
    assert (found.problem, found.stock) == ("short", -1)


@pytest.mark.parametrize(("cards", "problem"), [(16, "thin"), (17, "turn_up")])  # leaves 3 and 0
def test_a_turned_up_ace_requires_one_card_for_each_player(cards, problem):
    rules = replace(rules_of("vandatta", 3), hand_sizes=(cards,))
    assert pack_problem(rules, 3).problem == problem


def test_a_problem_names_the_number_of_cards_left():
    problem = pack_problem(rules_of("derange", 6, decks=1), 6)
    assert (problem.players, problem.hand_size, problem.stock) == (6, 8, 3)


def test_the_fewest_decks_that_can_be_dealt():
    assert decks_needed(rules_of("derange", 8, decks=1), 8) == 2
    assert decks_needed(rules_of("derange", 6), 6) == 1
    assert decks_needed(rules_of("vandatta", 8, decks=1), 8) == 2
    assert decks_needed(rules_of("derange", 8), 25) == 4  # 201 cards of 208
    assert decks_needed(rules_of("derange", 8), 26) is None  # 209 with the one turned up


@pytest.mark.parametrize(
    ("key", "players", "cards", "decks"),
    [
        ("derange", 17, 3, 1),  # 51 and one turned up: a deck to its last card
        ("derange", 26, 2, 2),  # one card more
        ("derange", 23, 9, 4),  # four decks to their last card
        ("vatikan", 18, 3, 1),  # 54 cards: a deck and both jokers, and none is turned up
        ("vatikan", 11, 5, 2),
        ("vatikan", 2, 1, 1),  # though the jokers alone would do
    ],
)
def test_decks_are_dealt_to_the_last_card_with_jokers_and_without_the_turn_up(key, players, cards, decks):
    assert decks_needed(replace(rules_of(key), hand_sizes=(cards,)), players) == decks


@pytest.mark.parametrize("scoring", ["typed", "wins", "places"])
def test_a_game_whose_cards_are_not_counted_need_not_have_a_stock(scoring):
    game = definition_of({"name": "Tricks", "letters": "T", "scoring": scoring, "hand_sizes": [10]})
    assert pack_problem(variant_of("x", game).rules({}, 5), 5) is None, "ten each are dealt, two are left"
    assert pack_problem(variant_of("x", game).rules({}, 6), 6).problem == "short"
