from dataclasses import MISSING, fields

import msgspec
import pytest

from game.scoring.rules import Rules
from game.variants import VARIANTS
from tests.game.scoring.builders import rules_of

NEEDED = [field.name for field in fields(Rules) if field.default is MISSING]


def test_frozen_rules_are_read_unchanged():
    rules = rules_of("derange", decks=3)
    assert (rules.variant, rules.decks, rules.pack_size, rules.players) == ("derange", 3, 156, (2, 8))
    assert rules.chain is not None
    assert (rules.chain.card_class, rules.chain.draws_per_card) == ("2", 2)


def test_every_rule_without_a_default_is_needed():
    values = msgspec.to_builtins(rules_of("vandatta"))
    for part in NEEDED:
        with pytest.raises(msgspec.ValidationError, match=part):
            msgspec.convert({key: value for key, value in values.items() if key != part}, Rules)


def test_a_rule_with_a_default_may_be_missing_in_an_older_session():
    rules = rules_of("vandatta")
    values = msgspec.to_builtins(rules)
    assert msgspec.convert({part: values[part] for part in NEEDED}, Rules) == rules


def test_jokers_are_counted_for_the_whole_pack_and_not_for_each_deck():
    rules = rules_of("vatikan", tally="house_points")
    assert rules.pack_size == 106
    assert rules.cards_in_pack(rules.by_key["JK"]) == 2
    assert rules.cards_in_pack(rules.by_key["A"]) == 8
    assert rules.cards_in_pack(rules.by_key["K-Q-J-10"]) == 32


def test_jokers_that_cost_the_same_as_aces_share_their_class():
    rules = rules_of("vatikan", tally="house_points", points={"JK": 11})
    assert rules.cards_in_pack(rules.by_key["JK-A"]) == 10


def test_a_class_without_ranks_can_hold_the_whole_pack():
    rules = rules_of("vatikan")
    assert rules.cards_in_pack(rules.by_key["cards"]) == 106


@pytest.mark.parametrize("key", VARIANTS)
def test_the_classes_divide_the_whole_pack(key):
    rules = rules_of(key)
    assert sum(map(rules.cards_in_pack, rules.classes)) == rules.pack_size


def test_after_the_last_hand_size_the_first_comes_round_again():
    rules = rules_of("derange", mode="short")
    assert [rules.hand_size(number) for number in range(1, 10)] == [4, 3, 2, 1, 2, 3, 4, 4, 3]


def test_an_extended_session_has_no_end():
    rules = rules_of("vatikan", games=3, first_to=2).without_end()
    assert (rules.rounds, rules.first_to) == (None, None)
