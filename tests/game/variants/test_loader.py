"""Every mistake in a variant's file is reported with file and key."""

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from game import variants
from game.scoring.rules import RANKS
from game.variants import BadVariant, load
from game.variants.schema import variant_schema

FOLDER = Path(variants.__file__).parent


@pytest.fixture
def mistake(tmp_path):
    """Change one thing in a copy of a variant and return the error of the loader."""

    def load_changed(key, old, new):
        folder = tmp_path / "variants" / key
        shutil.copytree(FOLDER / key, folder)
        written = (folder / "variant.toml").read_text(encoding="utf-8")
        assert old in written, f"{old!r} is not in the file"
        (folder / "variant.toml").write_text(written.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(BadVariant) as refused:
            load(folder)
        file, message = str(refused.value).split(": ", 1)
        assert file == f"variants/{key}/variant.toml"
        return message

    return load_changed


@pytest.mark.parametrize("key", variants.KEYS)
def test_an_unchanged_copy_loads(tmp_path, key):
    shutil.copytree(FOLDER / key, tmp_path / key)
    assert load(tmp_path / key).key == key


def test_a_missing_file(tmp_path):
    with pytest.raises(BadVariant, match=r"/nothing/variant.toml: cannot be read"):
        load(tmp_path / "nothing")


# Title, text in the file, its replacement, message of the loader.

DERANGE = [
    ("not TOML", 'key = "derange"', "key derange", "Expected"),
    ("another key than the folder", 'key = "derange"', 'key = "arrange"', "key: must be the folder"),
    ("an unknown key", "[players]", 'colour = "red"\n[players]', "colour: unknown key"),
    ("an unknown key further in", "jokers = 0", "jokers = 0\nwild = 8", "pack.wild: unknown key"),
    ("a missing key", "points = 20\n", "", "classes[3].points: missing"),
    ("a missing table", "[pack]", "[packs]", "pack: missing"),
    ("a text for a number", "points = 30", 'points = "30"', "classes[1].points: must be a whole number"),
    ("a flag for a number", "points = 30", "points = true", "classes[1].points: must be a whole number"),
    ("too low a number", "points = 30", "points = -1000", "classes[1].points: must be a whole number"),
    ("a number with a point", "points = 30", "points = 30.0", "classes[1].points: must be a whole number"),
    ("a number for a flag", "danger = true", "danger = 1", "classes[0].danger: must be true or false"),
    ("more decks than a document may have", "decks = 2", "decks = 21", "pack.decks: must be 20 or less"),
    ("more hands than a document may have", "8]", f"8{', 8' * 100}]", "deal.hand_sizes: must be 100 entries"),
    ("a long key", 'key = "K"', f'key = "{"K" * 41}"', "classes[3].key: must be 40 characters or less"),
    ("one player", "least = 2\nmost = 8", "least = 1\nmost = 8", "players.least: must be"),
    ("most below least", "most = 8", "most = 1", "players.most: must be a whole number from 2 on"),
    ("an unknown tally", 'tally = "points"', 'tally = "tricks"', "counting.tally: must be one of"),
    ("a missing language", ', sv = "en kung" }', " }", "classes[3].one.sv: missing"),
    ("no such rank", '["Q", "J"]', '["Q", "C"]', "classes[5].ranks[1]: must be one of A, 2"),
    ("a rank in two classes", '["Q", "J"]', '["Q", "J", "K"]', "classes[5].ranks: K is in two classes"),
    ("a rank in no class", '["Q", "J"]', '["Q"]', "classes: J is in no class"),
    ("a joker in no class", "jokers = 0", "jokers = 2", "classes: JK is in no class"),
    ("a class twice", 'key = "K"', 'key = "8"', "classes[3].key: a second class “8”"),
    ("a fact nobody knows", '["DO45"]', '["DO451"]', "classes[3].facts[0]: no fact or decision “DO451”"),
    ("nothing cited", 'facts = ["DO45"]', "facts = []", "classes[3].facts: must be a list of facts"),
    ("no facts at all", 'facts = ["DO45"]', "", "classes[3].facts: missing"),
    ("an unknown kind", 'kind = "choice"', 'kind = "menu"', "options[0].kind: must be one of"),
    ("a default that is no choice", 'default = "full"', 'default = "long"', "options[1].default: mode ="),
    ("a default of another kind", "default = true", 'default = "yes"', "options[2].default: must be true"),
    ("no default", 'default = "full"\n', "", "options[1].default: missing"),
    ("a default by a fact", 'by = "GD11"', 'by = "DO22"', "options[2].default_by: must be one"),
    ("a choice twice", 'value = "short"', 'value = "full"', "options[1].choices[1].value: a second"),
    ("a choice that is no value", "value = 4", "value = 4.5", "options[0].choices[3].value: must be"),
    ("an option twice", 'key = "mode"', 'key = "decks"', "options[1].key: a second option “decks”"),
    ("a rule nobody knows", "rounds = 7 }", "laps = 7 }", "options[1].choices[1].sets.laps: unknown key"),
    ("a wrong value", "rounds = 7 }", "rounds = 0 }", "options[1].choices[1].sets.rounds: must be a whole"),
    ("a key of another kind", '"full"\n', '"full"\nleast = 1\n', "options[1].least: unknown key"),
    ("waiting for no choice", "flipped_two = true", "flipped_two = 2", "prompts[3].if: flipped_two = 2"),
    ("a condition that is no table", "{ flipped_two = true }", "true", "prompts[3].if: must be a table"),
    ("an unknown moment", 'moment = "deal"', 'moment = "dusk"', "prompts[0].moment: must be one of"),
    ("an unknown placeholder", "%(dealer)s names", "%(winner)s names", "prompts[1].text.en: must be a text"),
    ("a lone percent sign", "Turn another.", "100 % sure.", "prompts[0].text.en: must be a text whose only"),
    ("a chain of no class", 'card_class = "2"', 'card_class = "two"', "chain.card_class: no class “two”"),
    ("a missing word", "who_out =", "who_is_out =", "words.who_out: missing"),
    ("words for a block", "who_out", 'block = { en = "b", sv = "b" }\nwho_out', "words.block: unknown key"),
    ("a language too many", '"en kung" }', '"en kung", fi = "k" }', "classes[3].one.fi: unknown key"),
    ("an empty text", 'sv = "en kung"', 'sv = " "', "classes[3].one.sv: must be a text"),
]  # fmt: skip
VANDATTA = [
    ("a default beyond the most", "[6, 2]]", "[6, 5]]", "options[1].default_from: decks = 5"),
    ("defaults out of order", "[[2, 1], [6, 2]]", "[[6, 2], [2, 1]]", "options[1].default_from: must go"),
    ("defaults that are no steps", "[[2, 1], [6, 2]]", "[2, 6]", "options[1].default_from[0]: must be ["),
    ("a rule for no number", 'value = "decks"', 'value = "teams"', "options[1].sets_value: must be one of"),
    ("a special nobody knows", '= "per_player",', '= "per_hour",', "options[0].special[0].value: must be"),
]  # fmt: skip
VANDATTA_PAGAT = [
    ("best beyond most", "best = [3, 5]", "best = [3, 9]", "players.best: must be"),
]  # fmt: skip
SWEDISH_PURSUIT = [
    ("a chosen chain of no class", 'class = "2"', 'class = "two"', "options[2].sets.chain.card_class: no"),
    ("a block without its words", "the_block =", "that_block =", "words.the_block: missing"),
]  # fmt: skip
VATIKAN = [
    ("a list with a wrong member", "[13]", '["13"]', "deal.hand_sizes[0]: must be a whole number"),
    ("an empty list", '["VK2"]', "[]", "players.facts: must be a list of facts and decisions, at least one"),
    ("no cards to deal", "[13]", "[0]", "deal.hand_sizes[0]: must be a whole number from 1 on"),
    ("most below least", "least = 0\nmost = 999", "least = 9\nmost = 8", "options[3].most: must be a"),
    ("points for no such rank", "JK = 25", "XX = 25", "options[3].default.XX: unknown key"),
    ("no points for a rank", "A = 11, ", "", "options[3].default.A: missing"),
    ("waiting for no option", "only_if = { tally", "only_if = { talley", "options[3].only_if: talley ="),
]  # fmt: skip
MISTAKES = [
    pytest.param(key, old, new, message, id=kind.replace(" ", "_"))
    for key, mistakes in {
        "derange": DERANGE,
        "vandatta": VANDATTA,
        "vandatta_pagat": VANDATTA_PAGAT,
        "swedish_pursuit": SWEDISH_PURSUIT,
        "vatikan": VATIKAN,
    }.items()
    for kind, old, new, message in mistakes
]


@pytest.mark.parametrize(("key", "old", "new", "message"), MISTAKES)
def test_a_mistake_is_reported(mistake, key, old, new, message):
    assert mistake(key, old, new).startswith(message)


@pytest.mark.parametrize("kind", ["variant", "play"])
def test_the_schema_is_valid_and_contains_every_rank(kind):
    schema = variant_schema() if kind == "variant" else json.loads((FOLDER / "play.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    assert tuple(schema["$defs"]["rank"]["enum"]) == (RANKS if kind == "variant" else RANKS[:-1])
