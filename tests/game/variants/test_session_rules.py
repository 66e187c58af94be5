"""The rules of a session, as they are when it begins."""

import msgspec
import pytest

from game.scoring.rules import Rules
from game.variants import KEYS, VARIANTS
from tests.game.variants.choices import every_choice


@pytest.mark.parametrize("key", KEYS)
def test_rules_survive_json_unchanged(key):
    for chosen in every_choice(VARIANTS[key]):
        rules = VARIANTS[key].rules(chosen, 4)
        assert msgspec.json.decode(msgspec.json.encode(rules), type=Rules) == rules


@pytest.mark.parametrize("key", KEYS)
def test_json_has_every_rule_in_the_order_of_the_type(key):
    """Equal rules have an equal text, and so an equal id."""
    values = msgspec.json.decode(msgspec.json.encode(VARIANTS[key].rules({}, 4)))
    assert list(values) == [name for name in Rules.__dataclass_fields__ if name != "base"]


@pytest.mark.parametrize("key", KEYS)
def test_options_of_a_session_give_its_rules_again(key):
    rules = VARIANTS[key].rules({}, 3)
    assert VARIANTS[key].rules(rules.options, 3) == rules


@pytest.mark.parametrize("key", KEYS)
def test_a_session_has_name_words_prompts_and_names_of_cards(key):
    rules = VARIANTS[key].rules({}, 4)
    assert rules.variant == key
    assert rules.name == VARIANTS[key].name
    assert set(rules.options) == {option.key for option in VARIANTS[key].options}
    assert all(c.label and c.one and c.many for c in rules.classes)
    assert {prompt.moment for prompt in rules.prompts} == {"deal", "count"}


def test_points_of_a_table_are_not_those_of_the_variant():
    VARIANTS["vatikan"].rules({}, 4).options["points"]["A"] = 0
    VARIANTS["vatikan"].defaults(4)["points"]["A"] = 0
    assert VARIANTS["vatikan"].rules({}, 4).options["points"]["A"] == 11


def test_only_swedish_pursuit_has_words_for_a_block():
    for key in KEYS:
        words = VARIANTS[key].words
        blocks = [words[word] is not None for word in ("block", "blocks", "Block", "the_block")]
        assert blocks == [key == "swedish_pursuit"] * 4


def test_swedish_pursuit_calls_a_round_a_game():
    words = VARIANTS["swedish_pursuit"].words
    assert (words["round"]["en"], words["block"]["en"]) == ("game", "round")
    assert (words["the_round"]["sv"], words["the_block"]["sv"]) == ("spelet", "rundan")


def test_variants_are_in_the_order_of_their_list():
    assert tuple(VARIANTS) == KEYS


def test_the_two_vandattas_have_different_names():
    assert VARIANTS["vandatta"].name["en"] == "Vandatta"
    assert VARIANTS["vandatta_pagat"].name["en"] == "Vändåtta"
