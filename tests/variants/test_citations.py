"""Where every value comes from."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import variants
from variants.citations import decisions, facts, is_known

FOLDER = Path(variants.__file__).parent
VALUE_BLOCKS = ("players", "pack", "deal", "counting", "chain", "classes", "options", "prompts")
OWN_FACTS = {
    "vandatta": "V",
    "vandatta_pagat": "PG",
    "swedish_pursuit": "SP",
    "derange": "DO",
    "vatikan": "VK",
}
OWN_DECISIONS = {
    "vandatta": "GV",
    "vandatta_pagat": "GV",
    "swedish_pursuit": "GS",
    "derange": "GD",
    "vatikan": "GK",
}


def blocks(key):
    file = tomllib.loads((FOLDER / key / "variant.toml").read_text(encoding="utf-8"))
    for name in VALUE_BLOCKS:
        found = file.get(name, [])
        yield from ((name, block) for block in (found if isinstance(found, list) else [found]))


@pytest.mark.parametrize("key", variants.KEYS)
def test_every_value_cites_facts_or_decisions_that_exist(key):
    for name, block in blocks(key):
        assert block["facts"], f"{key}: {name} cites nothing"
        assert all(is_known(citation) for citation in block["facts"])


@pytest.mark.parametrize("key", variants.KEYS)
def test_a_variant_cites_its_own_text_and_decisions(key):
    cited = {re.match(r"[A-Z]+", c)[0] for _, block in blocks(key) for c in block["facts"]}
    assert cited == {OWN_FACTS[key], OWN_DECISIONS[key]}


@pytest.mark.parametrize("key", variants.KEYS)
def test_what_a_card_costs_is_stated_and_not_decided(key):
    scoring = {fact["id"] for fact in facts().values() if fact["group"] == "scoring"}
    for name, block in blocks(key):
        if name == "classes":
            assert scoring & set(block["facts"])


def test_every_fact_says_what_it_is_and_where_it_stands():
    assert len(facts()) == 197
    for fact in facts().values():
        assert set(fact) == {"id", "group", "fact", "inferred", "source"}
        assert fact["fact"]
        assert fact["source"]
        assert isinstance(fact["inferred"], bool)


@pytest.mark.parametrize(("prefix", "count"), [("GV", 20), ("GS", 23), ("GD", 23), ("GK", 14)])
def test_every_gap_has_a_decision(prefix, count):
    assert [key for key in decisions() if key.startswith(prefix)] == [
        f"{prefix}{n}" for n in range(1, count + 1)
    ]


def test_no_id_is_used_twice():
    listed = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    assert len({fact["id"] for fact in listed} | set(decisions())) == len(listed) + len(decisions())


def test_facts_and_decisions_are_set_as_in_print():
    for text in [fact["fact"] for fact in facts().values()] + list(decisions().values()):
        assert not re.search(r"['\"]|\.\.\.| - ", text), text
