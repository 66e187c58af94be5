"""Every fact of the rules is verified: by a rule of the referee, a value of a variant, or a test with its
number. Facts without an effect in the code are listed with a reason.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from game import variants
from game.scoring.deal import left_of, plan
from game.scoring.pack import stock_after_deal
from game.variants.citations import facts
from tests.game.referee.eights.grid import KEYS as EIGHTS
from tests.game.referee.eights.reached import rules_reached
from tests.game.referee.rummy.reached import rules_reached as melding_rules_reached
from tests.game.scoring.builders import rules_of, seated
from tests.sampling import full_only

FILE = "tests/test_facts_are_shown.py"
TESTS = Path(__file__).parent
NUMBER = re.compile(r"(?:(?<=_)|^)(v|pg|sp|do|vk)(\d+)(?=_|$)")
NAMED_IN = ("game/referee", "game/scoring", "game/variants")

# The tests of the values in each part of variant.toml.
TESTED_BY = {
    "players": "game/scoring/test_pack.py",
    "pack": "game/scoring/test_pack.py",
    "deal": "game/scoring/test_deal.py",
    "counting": "game/scoring/test_standings.py",
    "chain": "game/scoring/test_round_warnings.py",
    "classes": "game/variants/test_point_tables.py",
    "options": "game/variants/test_options.py",
    "prompts": "game/variants/test_prompts.py",
}

PROSE_ONLY = {
    "V15": "says that the page has no rule; the decision is GV13",
    "SP3": "how cards are handed round has no effect on a score or a verdict",
    "SP34": "a play-off among tables is not recorded; the rules page mentions it",
    "SP35": "an umpire is a person",
    "SP36": "there is no way to ask about a card out of turn",
    "SP37": "where the game comes from",
    "VK5": "a label that the rules of the page contradict",
    "VK6": "the aim in other words than VK27, on which the result rests",
    "DO1": "the aim in other words than DO38, on which the result rests",
    "DO2": "the aim in other words than DO41, on which the result rests",
    "DO6": "that there are rounds at all; how many is DO9 and DO40",
    "DO7": "a draw at the table; the scorer enters who deals",
    "DO21": "there is no question about a card already on the pile",
    "DO49": "advertises another app",
}


@cache
def verified_by_the_referee():
    citations = [each for key in EIGHTS for each in rules_reached(key).values()]
    return {fact for cited in [*citations, *melding_rules_reached().values()] for fact in cited}


@cache
def verified_by_values():
    cited = set()
    for key in variants.KEYS:
        text = (Path(variants.__file__).parent / key / "variant.toml").read_text(encoding="utf-8")
        for part, found in tomllib.loads(text).items():
            if part in TESTED_BY:
                blocks = found if isinstance(found, list) else [found]
                cited |= {fact for block in blocks for fact in block["facts"]}
    return cited


@cache
def named_by_tests():
    """Facts with their number in the name of a test: test_the_last_of_several_sets_the_suit_pg14."""
    files = [file for folder in NAMED_IN for file in (TESTS / folder).rglob("test_*.py")]
    names = {
        node.name.removeprefix("test_")
        for file in [*files, Path(__file__)]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
    return {f"{text.upper()}{number}" for name in names for text, number in NUMBER.findall(name)}


def verified():
    return (verified_by_the_referee() | verified_by_values() | named_by_tests()) & set(facts())


@full_only
def test_every_fact_is_verified_or_listed_as_prose_only():
    missing = sorted(set(facts()) - verified() - set(PROSE_ONLY))
    assert missing == [], f"cite it, test it, or add it to PROSE_ONLY in {FILE}, with a reason"


@full_only
def test_no_verified_fact_is_listed_as_prose_only():
    assert sorted(verified() & set(PROSE_ONLY)) == [], f"remove it from PROSE_ONLY in {FILE}"


def test_the_list_contains_facts_with_a_reason_only():
    assert set(PROSE_ONLY) <= set(facts())
    assert all(len(reason) > len("the aim") for reason in PROSE_ONLY.values())


def test_every_number_in_a_test_name_is_a_fact():
    assert sorted(named_by_tests() - set(facts())) == []


@pytest.mark.parametrize("file", sorted(set(TESTED_BY.values())))
def test_tests_of_values_exist(file):
    assert "def test_" in (TESTS / file).read_text(encoding="utf-8")


# Consequences of the deal plan and of the pack.


@pytest.mark.parametrize("key", variants.KEYS)
def test_the_player_on_the_dealers_left_begins_v16_pg10_vk19(key):
    seats = seated("Anna", "Bo", "Cara", "Dilan")
    deals = plan(rules_of(key), seats, [], ["Bo"])
    assert deals[0].leader == left_of("Bo", seats, 1) == "Cara"


@pytest.mark.parametrize("key", variants.KEYS)
def test_what_is_not_dealt_nor_turned_up_is_the_stock_v5_pg7_sp5_do12(key):
    rules = rules_of(key)
    dealt = 4 * rules.hand_sizes[0] + (0 if key == "vatikan" else 1)
    assert stock_after_deal(rules, 4, rules.hand_sizes[0]) == rules.pack_size - dealt
