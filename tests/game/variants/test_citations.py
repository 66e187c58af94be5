"""Citations of every value in the data."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from game import variants
from game.variants.citations import decisions, facts, is_decision, is_known, source_of, text_of
from tests.inventory import assert_complete

FILE = "tests/game/variants/test_citations.py"
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
BORROWED = {"SP28"}  # rules of one game that a table may use in any
CITATIONS = [*facts(), *decisions()]


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
    cited = {
        re.match(r"[A-Z]+", c)[0] for _, block in blocks(key) for c in block["facts"] if c not in BORROWED
    }
    assert cited == {OWN_FACTS[key], OWN_DECISIONS[key]}


@pytest.mark.parametrize("key", variants.KEYS)
def test_the_cost_of_a_card_is_a_fact_and_not_a_decision(key):
    scoring = {fact["id"] for fact in facts().values() if fact["group"] == "scoring"}
    for name, block in blocks(key):
        if name == "classes":
            assert scoring & set(block["facts"])


def numbers(citations):
    """The numbers in the ids by prefix, in order: {"V": [1, 2, 3]}."""
    numbered = {}
    for citation in citations:
        prefix, number = re.fullmatch(r"([A-Z]+)(\d+)", citation).groups()
        numbered.setdefault(prefix, []).append(int(number))
    return numbered


def test_facts_and_decisions_are_numbered_without_gaps(subtests):
    listed = {**numbers(facts()), **numbers(decisions())}
    prefixes = [*OWN_FACTS.values(), *OWN_DECISIONS.values()]
    assert_complete(prefixes, listed, where=f"OWN_FACTS or OWN_DECISIONS in {FILE}")
    for prefix, numbered in listed.items():
        with subtests.test(prefix):
            ids = [f"{prefix}{number}" for number in numbered]
            assert ids == [f"{prefix}{number}" for number in range(1, len(ids) + 1)]


def test_every_fact_and_decision_is_cited():
    """So that none can be lost unnoticed: a citation has to exist."""
    files = [file for file in FOLDER.rglob("*") if file.suffix in (".toml", ".md")]
    cited = {citation for file in files for citation in re.findall(r"\b[A-Z]+\d+\b", file.read_text("utf-8"))}
    assert [citation for citation in CITATIONS if citation not in cited] == []


def test_every_fact_has_a_text_and_a_source():
    for fact in facts().values():
        assert set(fact) == {"id", "group", "fact", "inferred", "source"}
        assert isinstance(fact["inferred"], bool)
        assert fact["source"]


def test_no_id_is_used_twice():
    listed = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    assert len({fact["id"] for fact in listed} | set(decisions())) == len(listed) + len(decisions())


def test_a_fact_names_its_source_and_a_decision_has_none():
    assert source_of("V25") == "gamerules.com, Vandatta"
    assert source_of("GV8") is None
    assert is_decision("GV8")
    assert not is_decision("V25")


def test_facts_and_decisions_are_looked_up_in_the_same_way():
    assert text_of("V25") == facts()["V25"]["fact"]
    assert text_of("GV8") == decisions()["GV8"]
    with pytest.raises(KeyError):
        text_of("V99")
    with pytest.raises(KeyError):
        source_of("GV99")


def test_a_text_is_a_sentence_in_english_and_another_in_swedish(subtests):
    for citation in CITATIONS:
        with subtests.test(citation):
            text = text_of(citation)
            assert set(text) == {"en", "sv"}
            assert text["en"] != text["sv"]
            for sentence in text.values():
                assert re.fullmatch(r"\S.*[.]", sentence)
                assert sentence[0] == sentence[0].upper()


def test_a_text_uses_typographic_characters(subtests):
    for citation in CITATIONS:
        with subtests.test(citation):
            text = text_of(citation)
            for sentence in text.values():
                assert not re.search(r"""['"]|\.\.\.| - |\d-\d|  """, sentence)
            assert text["en"].count("“") == text["en"].count("”")
            assert "“" not in text["sv"]
            assert text["sv"].count("”") % 2 == 0


def test_both_languages_have_the_same_figures(subtests):
    for citation in CITATIONS:
        with subtests.test(citation):
            english, swedish = text_of(citation).values()
            assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", swedish))


def test_a_text_refers_only_to_existing_facts_and_decisions(subtests):
    for citation in CITATIONS:
        with subtests.test(citation):
            for sentence in text_of(citation).values():
                named = re.findall(r"\b[A-Z]{1,2}\d+\b", sentence)
                assert citation not in named
                assert all(is_known(other) for other in named)
