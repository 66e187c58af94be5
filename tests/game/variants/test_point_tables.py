"""Card values, hand sizes and numbers of players of each variant, checked against the rules in one table."""

import pytest

from game.scoring.round_warnings import pack_points
from game.scoring.rules import RANKS
from game.variants import KEYS, VARIANTS
from game.variants.cards import points_by_rank
from tests.game.scoring.builders import rules_of

#                        A   2   3   4  5  6  7  8   9  10  J   Q   K
POINTS = {
    "vandatta":        [5,  1,  1,  1, 1, 1, 1, 10, 1, 1,  1,  1,  1],
    "vandatta_pagat":  [5,  1,  1,  1, 1, 1, 1, 10, 1, 1,  1,  1,  1],
    "swedish_pursuit": [1,  2,  3,  4, 5, 6, 7, 30, 9, 10, 10, 10, 10],
    "derange":         [15, 30, 30, 4, 5, 6, 7, 50, 9, 30, 10, 10, 20],
}  # fmt: skip


@pytest.mark.parametrize("key", POINTS)
def test_the_cost_of_each_card(key):
    assert points_by_rank(rules_of(key)) == dict(zip(RANKS, POINTS[key], strict=False))


@pytest.mark.parametrize(
    ("key", "worth"), [("vandatta", 104), ("vandatta_pagat", 104), ("swedish_pursuit", 428), ("derange", 904)]
)
def test_the_cost_of_a_whole_deck(key, worth):
    assert pack_points(rules_of(key, **({"decks": 1} if key == "derange" else {}))) == worth


@pytest.mark.parametrize(
    ("key", "pad"),
    [
        ("vandatta", "8 A other"),
        ("vandatta_pagat", "8 A other"),
        ("swedish_pursuit", "8 10-J-Q-K 9 7 6 5 4 3 2 A"),
        ("derange", "8 2 3-10 K A Q-J 9 7 6 5 4"),
        ("vatikan", "cards"),
    ],
)
def test_the_keys_of_the_pad_in_order(key, pad):
    assert [c.key for c in rules_of(key).classes] == pad.split()


@pytest.mark.parametrize(
    ("key", "dear"),
    [
        ("vandatta", "8 A"),
        ("vandatta_pagat", "8 A"),
        ("swedish_pursuit", "8"),
        ("derange", "8 2 3-10"),
        ("vatikan", ""),
    ],
)
def test_the_most_expensive_cards_are_marked(key, dear):
    assert [c.key for c in rules_of(key).classes if c.danger] == dear.split()


def test_names_of_classes_with_several_ranks_on_the_pad():
    labels = {key: [c.label["sv"] for c in VARIANTS[key].rules({}, 4).classes] for key in KEYS}
    assert labels["derange"] == ["8", "2", "3·10", "K", "A", "Q·J", "9", "7", "6", "5", "4"]
    assert labels["swedish_pursuit"][1] == "10·J·Q·K"
    assert labels["vandatta"] == ["8", "A", "andra"]


#    key                players   decks  jokers  turned up  hand  rounds of 4  block  winner played
SHAPES = [
    ("vandatta",        (2, 8),   1,     0,      1,         [7],  4,           None,  1),
    ("vandatta_pagat",  (2, 8),   1,     0,      1,         [7],  4,           None,  1),
    ("swedish_pursuit", (2, 10),  1,     0,      1,         [5],  5,           5,     1),
    ("derange",         (2, 8),   2,     0,      1,         None, 15,          None,  1),
    ("vatikan",         (2, 5),   2,     2,      0,         [13], None,        None,  13),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "players", "decks", "jokers", "turn_up", "sizes", "rounds", "block", "won"), SHAPES
)
def test_the_deal_of_a_variant(key, players, decks, jokers, turn_up, sizes, rounds, block, won):
    rules = rules_of(key)
    assert (rules.players, rules.decks, rules.jokers, rules.turn_up) == (players, decks, jokers, turn_up)
    assert rules.hand_sizes == tuple(sizes or [abs(8 - k) + 1 for k in range(1, 16)])
    assert (rules.rounds, rules.block, rules.winner_played) == (rounds, block, won)


def test_only_vatikan_counts_wins_and_allows_uncounted_cards():
    assert [key for key in KEYS if rules_of(key).counts_wins] == ["vatikan"]
    assert [key for key in KEYS if rules_of(key).cards_optional] == ["vatikan"]


def test_only_in_swedish_pursuit_the_left_neighbour_checks():
    assert [key for key in KEYS if rules_of(key).left_neighbour_checks] == ["swedish_pursuit"]


def test_few_classes_are_counted_with_a_row_of_chips():
    assert [key for key in KEYS if rules_of(key).count_chips] == ["vandatta", "vandatta_pagat", "vatikan"]


def test_only_derange_draws_for_a_last_two():
    assert [key for key in KEYS if rules_of(key).chain] == ["derange"]
