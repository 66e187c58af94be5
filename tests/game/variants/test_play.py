"""Play files (play.toml): every mistake is reported with file and key."""

import json
import re
import shutil
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from game import variants
from game.referee.eights.rules import EightsRules
from game.referee.rummy.melding import Melding
from game.variants import KEYS, VARIANTS, BadVariant, load
from game.variants.citations import facts, is_known
from game.variants.play import option_keys, with_options
from tests.game.variants.choices import every_choice
from tests.game.variants.test_citations import OWN_DECISIONS, OWN_FACTS
from tests.inventory import assert_complete

FOLDER = Path(variants.__file__).parent
READ_BY_PAGES = {"family", "general", "prose", "decisions"}
EIGHTS = [key for key in KEYS if VARIANTS[key].play["family"] == "eights"]


@pytest.fixture
def mistake(tmp_path):
    """Change one thing in a copy of a variant's play.toml and return the error of the loader."""

    def load_changed(key, old, new):
        folder = tmp_path / "variants" / key
        shutil.copytree(FOLDER / key, folder)
        written = (folder / "play.toml").read_text(encoding="utf-8")
        assert old in written, f"{old!r} is not in the file"
        (folder / "play.toml").write_text(written.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(BadVariant) as refused:
            load(folder)
        file, message = str(refused.value).split(": ", 1)
        assert file == f"variants/{key}/play.toml"
        return message

    return load_changed


@pytest.mark.parametrize(
    ("key", "old", "new", "expected"),
    [
        ("derange", 'wild = "8"', "wild 8", "Expected"),
        ("derange", 'wild = ["DO22"]', 'wild = ["DO222"]', "citations.wild[0]: no fact or decision “DO222”"),
        ("derange", 'wild = ["DO22"]', "wild = []", "citations.wild: must be a list of facts"),
        ("derange", 'wild = ["DO22"]', 'wild = "DO22"', "citations.wild: must be a list of facts"),
        ("derange", '"DO16"]  #', '"DO161"]  #', "general[2]: no fact or decision “DO161”"),
        ("derange", 'wild = "8"', 'joker = "8"', "wild: missing"),
        ("derange", "draws = 1", "draws = 1\npasses = true", "passes: unknown key"),
        ("derange", "draws = 1\n", "draws = true\n", "follow_draws: must be a whole number"),
        ("derange", 'wild_takes = "any"', 'wild_takes = "all"', "wild_takes: must be one of ordinary, any"),
        ("derange", '10 = "again"', '11 = "again"', "turn_up.11: unknown key"),
        ("derange", 'yes = "live"', "yes = 2", "turn_up.2.yes: must be a text"),
        (
            "derange",
            'follow_wild = { option = "eight_follows" }',
            'follow_wild = { option = "eights_follow" }',
            "follow_wild: no option “eights_follow”",
        ),
        ("derange", ', no = "dead" }', " }", "turn_up.2: needs a value for each of no, yes"),
        (
            "swedish_pursuit",
            "suit_or_rank = []",
            "rank = []",
            "suit_only: needs a value for each of suit, suit_or_rank",
        ),
        (
            "swedish_pursuit",
            'facts = ["SP24"]',
            'facts = ["SP"]',
            "calls.last_card.facts[0]: no fact or decision “SP”",
        ),
        ("vatikan", 'few = ["VK12"]', 'few = ["VK122"]', "citations.few[0]: no fact or decision “VK122”"),
    ],
)
def test_a_mistake_is_reported_with_file_and_key(mistake, key, old, new, expected):
    assert mistake(key, old, new).startswith(expected)


def test_a_variant_without_a_play_file_is_refused(tmp_path):
    folder = tmp_path / "variants" / "derange"
    shutil.copytree(FOLDER / "derange", folder)
    (folder / "play.toml").unlink()
    with pytest.raises(BadVariant, match=r"variants/derange/play.toml: cannot be read"):
        load(folder)


OPTIONS_OF_PLAY = {
    "vandatta": {"ace_on_ace", "multi_first", "call_rule", "turned_ace_draws"},
    "vandatta_pagat": {"ace_on_ace", "multi_first", "call_rule", "turned_ace_draws"},
    "swedish_pursuit": {"trick_match", "draw_after_end"},
    "derange": {"eight_follows", "flipped_two"},
    "vatikan": set(),
}


def test_the_options_that_change_play():
    listed = [(key, option) for key, options in OPTIONS_OF_PLAY.items() for option in options]
    options = [(key, option) for key in KEYS for option in option_keys(VARIANTS[key].play)]
    assert_complete(listed, options, where="OPTIONS_OF_PLAY in tests/game/variants/test_play.py")


@pytest.mark.parametrize("key", KEYS)
def test_every_choice_of_a_table_gives_every_value(key):
    variant = VARIANTS[key]
    for chosen in every_choice(variant):
        played = with_options(variant.play, variant.resolve(chosen, 4))
        assert option_keys(played) == frozenset()
        assert played["citations"] == variant.play["citations"]


@pytest.mark.parametrize("key", KEYS)
def test_a_value_follows_its_option(key):
    variant = VARIANTS[key]
    for option in option_keys(variant.play):
        chosen = [values for values in every_choice(variant) if values[option] is not None]
        played = {repr(values[option]): variant.play_rules(values, 4) for values in chosen}
        kinds = {repr({**each, "citations": None}) for each in played.values()}
        assert len(kinds) == len(played) > 1, f"{option} changes nothing"


def cited(key):
    """Everything that a variant's play.toml cites, by location."""
    play = VARIANTS[key].play
    places = {f"citations.{rule}": at for rule, at in play["citations"].items()} | {
        "general": play["general"]
    }
    return places | {f"calls.{call}": each["facts"] for call, each in play.get("calls", {}).items()}


@pytest.mark.parametrize("key", KEYS)
def test_every_law_cites_the_variants_own_text_and_decisions(key):
    for place, citations in cited(key).items():
        assert all(is_known(citation) for citation in citations), place
        assert {re.match(r"[A-Z]+", each)[0] for each in citations} <= {OWN_FACTS[key], OWN_DECISIONS[key]}, (
            place
        )
        assert len(set(citations)) == len(citations), place


@pytest.mark.parametrize("key", KEYS)
def test_general_rules_are_facts_of_the_text(key):
    assert set(VARIANTS[key].play["general"]) <= set(facts())


@pytest.mark.parametrize("key", EIGHTS)
def test_the_specific_rule_is_named_before_the_general_rule(key):
    general = set(VARIANTS[key].play["general"])
    for place, citations in cited(key).items():
        specific = [each for each in citations if each in facts() and each not in general]
        if place != "general" and specific:
            assert citations[0] not in general, f"{place} names {citations[0]} before {specific[0]}"


@pytest.mark.parametrize(
    ("family", "game", "of_table"),
    [("eights", EightsRules, {"decks"}), ("rummy", Melding, {"decks", "jokers"})],
)
def test_a_file_contains_only_keys_that_the_referee_or_a_page_reads(family, game, of_table):
    schema = json.loads((FOLDER / "play.schema.json").read_text(encoding="utf-8"))["$defs"][family]
    read = {field.name for field in fields(game)} - of_table
    assert set(schema["properties"]) == read | READ_BY_PAGES | ({"calls"} if game is EightsRules else set())
    needed = {field.name for field in fields(game) if field.default is MISSING} - of_table - {"citations"}
    assert set(schema["required"]) == needed | ({"calls"} if game is EightsRules else set())
