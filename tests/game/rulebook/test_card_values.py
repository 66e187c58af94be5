"""Every point table there is, once."""

from game.rulebook.card_values import all_card_values
from game.scoring.hand import points_of
from game.variants import VARIANTS


def sources():
    return [
        [(s.variant.key, s.choice.value if s.choice else None) for s in values.sources]
        for values in all_card_values()
    ]


def test_each_table_names_who_counts_by_it():
    assert sources() == [
        [("vandatta", None), ("vandatta_pagat", None)],
        [("swedish_pursuit", None)],
        [("derange", None)],
        [("vatikan", "house_points")],  # usually it counts wins, and cards cost nothing
    ]


def test_every_variant_that_can_count_points_is_there():
    named = {key for table in sources() for key, _choice in table}
    assert named == set(VARIANTS)


def test_its_rules_count_like_that():
    worth = [points_of({"8": 1, "A": 1}, values.rules) for values in all_card_values()]
    assert worth == [15, 31, 65, 19]


def test_a_session_is_counted_the_same_however_its_options_are_chosen():
    two_decks = VARIANTS["derange"].rules({"decks": 3, "mode": "short"}, 5)
    same = [values.sources[0].variant.key for values in all_card_values() if values.same_as(two_decks)]
    assert same == ["derange"]


def test_a_session_that_counts_wins_is_counted_like_none():
    assert not any(values.same_as(VARIANTS["vatikan"].rules({}, 3)) for values in all_card_values())
