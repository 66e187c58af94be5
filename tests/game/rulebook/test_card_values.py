"""Each point table, once."""

from game.rulebook.card_values import all_card_values
from game.scoring.hand import points_of
from game.variants import VARIANTS


def sources():
    return [
        [(s.variant.key, s.choice.value if s.choice else None) for s in values.sources]
        for values in all_card_values()
    ]


def test_each_table_names_the_variants_that_use_it():
    assert sources() == [
        [("vandatta", None), ("vandatta_pagat", None)],
        [("swedish_pursuit", None)],
        [("derange", None)],
        [("vatikan", "house_points")],  # usually it counts wins, and cards cost nothing
    ]


def test_every_variant_that_can_count_points_is_listed():
    named = {key for table in sources() for key, _choice in table}
    assert named == set(VARIANTS)


def test_its_rules_use_that_table():
    worth = [points_of({"8": 1, "A": 1}, values.rules) for values in all_card_values()]
    assert worth == [15, 31, 65, 19]


def test_the_table_of_a_session_does_not_depend_on_other_options():
    two_decks = VARIANTS["derange"].rules({"decks": 3, "mode": "short"}, 5)
    same = [values.sources[0].variant.key for values in all_card_values() if values.same_as(two_decks)]
    assert same == ["derange"]


def test_a_session_that_counts_wins_uses_no_table():
    assert not any(values.same_as(VARIANTS["vatikan"].rules({}, 3)) for values in all_card_values())
