"""Rules of a session in a document: those of every possible table are accepted, incomplete ones refused."""

import json
from dataclasses import MISSING, fields

import pytest
from hypothesis import given, settings

from files.document import BadDocument
from files.document.rules import check_rules
from game.scoring.rules import Rules
from game.variants import KEYS, VARIANTS
from game.variants.custom.building import variant_of
from models.rules import FrozenRules
from tests.game.variants.choices import every_choice
from tests.game.variants.custom.definitions import definitions
from tests.sampling import chance_for, examples, one_of_each_kind


def json_of(rules):
    return json.loads(FrozenRules.of(rules).text)


def without(part):
    return {name: value for name, value in RULES.items() if name != part}


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_of_any_table_are_accepted(key):
    variant = VARIANTS[key]
    for chosen in one_of_each_kind(every_choice(variant), str, chance_for(f"rules of {key}")):
        check_rules(json_of(variant.rules(chosen, 4)))


@settings(max_examples=examples(120))
@given(definitions())
def test_the_rules_of_any_own_game_are_accepted(game):
    for players in game.players:
        rules = variant_of("0190aaaa-0000-7000-8000-000000000000", game).rules({}, players)
        assert check_rules(json_of(rules)).rules == rules


RULES = json_of(VARIANTS["derange"].rules({}, 4))
OPTIONAL = {field.name for field in fields(Rules) if field.default is not MISSING}


@pytest.mark.parametrize("part", [part for part in RULES if part not in OPTIONAL])
def test_a_missing_part_is_named(part):
    rules = without(part)
    with pytest.raises(BadDocument, match=f"^“{part}” is missing"):
        check_rules(rules)


@pytest.mark.parametrize("part", sorted(OPTIONAL))
def test_rules_of_an_older_document_have_no_later_rules(part):
    rules = without(part)
    check_rules(rules)


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"decks": 21}, "^decks: expected 20 or less, found 21"),
        ({"rounds": 0}, "^rounds: expected 1 or more, found 0"),
        ({"tally": "tricks"}, "^tally: expected .*points.*, found .*tricks"),
        ({"teams": None}, "^teams: expected boolean, found null"),
        ({"chain": {"card_class": "2"}}, "^chain: “draws_per_card” is missing"),
        ({"laps": 3}, "^.*laps"),
        ({"collects": True}, "^collects: allowed only with: .*highest_wins"),
        ({"deck_size": 32}, "^classes: allowed only with: ranks of its deck"),
        ({"deck_size": 40}, "^deck_size: expected .*52.*, found 40"),
        ({"zero_sum": True}, "^zero_sum: allowed only with: negative"),
        ({"eliminate_at": 50, "first_to": 100}, "^eliminate_at: allowed only with: .*no first_to"),
        ({"name": {"en": "a" * 501, "sv": "b"}}, r"^name\.en: longer than 500 characters"),
        ({"words": {**RULES["words"], "round": {"en": "a", "sv": 7}}}, r"^words\.round"),
        ({"name": {"en": "a"}}, "^name: “sv” is missing"),
        ({"name": {"en": "a", "sv": "b", "de": "c"}}, "^name: “de” is unknown"),
        ({"decks": 2.5}, "^decks: "),
        ({"hand_sizes": [8, 7.5]}, r"^hand_sizes\[1\]: "),
        ({"chain": {"card_class": "2", "draws_per_card": 2.5}}, "^chain"),
    ],
)
def test_an_impossible_rule_is_named_with_its_bounds(wrong, refusal):
    with pytest.raises(BadDocument, match=refusal):
        check_rules({**RULES, **wrong})
