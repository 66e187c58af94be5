"""The frozen rules of a session."""

import json

import pytest

from game.scoring.rules import Rules
from game.variants import KEYS, VARIANTS
from tests.game.variants.choices import every_choice


@pytest.mark.parametrize("key", KEYS)
def test_frozen_rules_survive_json_unchanged(key):
    for chosen in every_choice(VARIANTS[key]):
        frozen = VARIANTS[key].freeze(chosen, 4)
        assert json.loads(json.dumps(frozen)) == frozen
        assert Rules.from_dict(frozen) == VARIANTS[key].rules(chosen, 4)


@pytest.mark.parametrize("key", KEYS)
def test_frozen_options_freeze_to_the_same_rules_again(key):
    frozen = VARIANTS[key].freeze({}, 3)
    assert VARIANTS[key].freeze(frozen["options"], 3) == frozen


@pytest.mark.parametrize("key", KEYS)
def test_a_session_stores_name_words_prompts_and_names_of_cards(key):
    frozen = VARIANTS[key].freeze({}, 4)
    assert frozen["variant"] == key
    assert frozen["name"] == VARIANTS[key].name
    assert set(frozen["options"]) == {option.key for option in VARIANTS[key].options}
    assert all(set(c) >= {"label", "one", "many"} for c in frozen["classes"])
    assert {p["moment"] for p in frozen["prompts"]} == {"deal", "count"}


def test_stored_rules_are_independent_of_the_variant():
    frozen = VARIANTS["derange"].freeze({}, 4)
    frozen["classes"][0]["points"] = 0
    frozen["hand_sizes"].clear()
    frozen["name"]["en"] = ""
    assert VARIANTS["derange"].freeze({}, 4)["classes"][0]["points"] == 50
    assert VARIANTS["derange"].freeze({}, 4)["hand_sizes"]
    assert VARIANTS["derange"].name["en"]


def test_stored_points_are_independent_too():
    frozen = VARIANTS["vatikan"].freeze({}, 4)
    frozen["options"]["points"]["A"] = 0
    VARIANTS["vatikan"].defaults(4)["points"]["A"] = 0
    assert VARIANTS["vatikan"].freeze({}, 4)["options"]["points"]["A"] == 11


def test_only_swedish_pursuit_has_words_for_a_block():
    for key in KEYS:
        words = VARIANTS[key].freeze({}, 4)["words"]
        blocks = [words[word] is not None for word in ("block", "blocks", "Block", "the_block")]
        assert blocks == [key == "swedish_pursuit"] * 4


def test_swedish_pursuit_calls_a_round_a_game():
    words = VARIANTS["swedish_pursuit"].freeze({}, 4)["words"]
    assert (words["round"]["en"], words["block"]["en"]) == ("game", "round")
    assert (words["the_round"]["sv"], words["the_block"]["sv"]) == ("spelet", "rundan")


def test_variants_are_in_the_order_of_their_list():
    assert tuple(VARIANTS) == KEYS


def test_the_two_vandattas_have_different_names():
    assert VARIANTS["vandatta"].name["en"] == "Vandatta"
    assert VARIANTS["vandatta_pagat"].name["en"] == "Vändåtta"
