"""Every text in both languages, in the signs of print, and Swedish where it should be."""

import re
import tomllib
from pathlib import Path

import pytest

from game import variants
from game.texts import in_language

FOLDER = Path(variants.__file__).parent
FILES = [*(FOLDER / key / "variant.toml" for key in variants.KEYS), FOLDER / "ranks.toml"]
WRITTEN_ALIKE = {"Joker", "joker", ", "}  # besides names


def texts(value, place=""):
    """Every {en, sv} under a value, with the way to it."""
    if isinstance(value, dict) and "en" in value:
        yield place, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from texts(inner, f"{place}[{number}]")


def all_texts():
    """(file, place, text) of every text in the files."""
    found = [
        (file.parent.name, place, text)
        for file in FILES
        for place, text in texts(tomllib.loads(file.read_text(encoding="utf-8")))
    ]
    assert {file for file, _place, _text in found} == {*variants.KEYS, "variants"}
    return found


def test_a_text_is_there_in_english_and_swedish(subtests):
    for file, place, text in all_texts():
        with subtests.test(f"{file} {place}"):
            assert set(text) == {"en", "sv"}
            assert all(value.strip() for value in text.values())
            if place != "name" and text["en"] not in WRITTEN_ALIKE:
                assert text["en"] != text["sv"]


def test_a_text_is_set_as_in_print(subtests):
    for file, place, text in all_texts():
        with subtests.test(f"{file} {place}"):
            for value in text.values():
                assert not re.search(r"['\"]|\.\.\.| - |--|\d-\d", value)
            assert not re.search("[“‘’]", text["sv"]), "Swedish quotes are ”…”"


def test_both_languages_fill_in_the_same_names(subtests):
    for file, place, text in all_texts():
        with subtests.test(f"{file} {place}"):
            found = [sorted(re.findall(r"%\(\w+\)s", value)) for value in text.values()]
            assert found[0] == found[1]


def test_the_cards_have_their_swedish_names():
    ranks = tomllib.loads((FOLDER / "ranks.toml").read_text(encoding="utf-8"))["ranks"]
    swedish = {rank["rank"]: rank["name"]["sv"] for rank in ranks}
    assert [swedish[rank] for rank in ("J", "Q", "K", "A", "8")] == ["knekt", "dam", "kung", "ess", "åtta"]


@pytest.mark.parametrize("key", variants.KEYS)
def test_a_variant_is_told_apart_in_one_line(key):
    summary = variants.VARIANTS[key].summary
    for language, cards, players in (("en", "card", "players"), ("sv", "kort", "spelare")):
        assert "\n" not in summary[language]
        assert len(summary[language]) <= 100
        assert cards in summary[language]
        assert players in summary[language]


def test_a_language_that_is_missing_falls_back_to_english():
    assert in_language({"en": "round", "sv": "runda"}, "sv") == "runda"
    assert in_language({"en": "round"}, "sv") == "round"
    assert in_language({"en": "round", "sv": "runda"}, "fi") == "round"
    assert in_language("8", "sv") == "8"
