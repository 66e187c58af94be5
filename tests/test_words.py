"""Words that pages, rules and documents no longer use (glossary in docs/development.md)."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
CATALOGUE = ROOT / "translations/sv/LC_MESSAGES/messages.po"
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
GLOSSARY = re.compile(r"\n## Glossary\n.*?(?=\n## |\Z)", re.DOTALL)  # lists the forbidden words
VARIANTS = ROOT / "game" / "variants"
DATA = sorted([VARIANTS / "facts.json", VARIANTS / "decisions.json", *VARIANTS.glob("*/variant.toml")])

# Language, forbidden pattern, replacement.
FORBIDDEN = (
    ("en", r"\b[Ww]hoever\b", "the player who, anyone who, if you"),
    ("en", r"\b[Dd]earest\b|\bhow dear\b", "costliest, most expensive"),
    ("en", r"[Tt]ake it with you", "save or share"),
    ("en", r"[Ww]hat was done\b|[Ee]very change\b", "changes"),
    ("en", r"shared the night", "tied for most wins"),
    ("en", r"\bplays since\b", "has played since"),
    ("en", r"[Gg]ive or take", "margin of error"),
    ("en", r"\bOwn hands?\b", "own cards"),
    ("en", r"[Ii]n one breath", "in short"),
    ("en", r"played to the end · ", "games in progress"),
    ("en", r"\b[Aa]t our table\b|\b[Aa]s we (play|read) (it|this)\b", "◦, where a decision is cited"),
    (
        "en",
        r"\b(by|in|under) our (rules|reading)\b|\bwe (allow|count|let|play)\b",
        "◦, where a decision is cited",
    ),
    ("en", r"\bAt your table\b|,? at your table (it|nobody|no|the|an?)\b", "you have chosen"),
    ("en", r"\b(rules|text|sheet|page) (is|are) silent\b", "the rules leave this open"),
    ("en", r"\b[Oo]n an eight goes\b", "only … may go on an eight"),
    ("en", r"\bV\d+ and V\d+ take\b|\(see [A-Z]{1,2}\d+\)", "what that fact says"),
    ("en", r"decided here: ", "our choice"),
    ("sv", r"[Ee]gna händer|[Hh]änderna kommer in", "egna kort, korten räknas in"),
    ("sv", r"delade på kvällen", "delade segern"),
    ("sv", r"\bspelar sedan\b", "har spelat sedan"),
    ("sv", r"[Tt]aget tillbaka", "tillbakataget"),
    ("sv", r"\bsnittplats", "snittplacering"),
    ("sv", r"[Vv]ad som har gjorts", "ändringar"),
    ("sv", r"\bEn var\b", "en per spelare"),
    ("sv", r"[Pp]rotokollförare|\bför protokoll\b(?! åt)", "den som sköter poängen"),
    ("sv", r"vann dragningen", "fick ge först"),
    ("en", r"deficit|everything that was done", "comeback, changes"),
    ("sv", r"\b[Hh]os oss\b|\b[Ss]om vi läser det\b|\bså spelar vi\b", "◦, där ett beslut anges"),
    ("sv", r"\b[Hh]os er\b", "ni har valt"),
    ("sv", r"\b(reglerna|bladet|sidan|texten) tiger\b", "det reglerna inte säger"),
    ("sv", r"\bpå orden\b", "bokstavligt"),
    ("sv", r"\bdet första korten\b", "det första kortet"),
    ("sv", r"\bsom rundan säger\b", "rundans antal kort"),
    ("sv", r"^## Att säga till\b", "säga ”sista kortet”"),
    ("sv", r"\(se [A-Z]{1,2}\d+\)", "det som står där"),
)


def texts() -> Iterator[tuple[str, str, str]]:
    """Language, place and text."""
    with CATALOGUE.open(encoding="utf-8") as file:
        for message in read_po(file, locale="sv"):
            own, translated = message.id, message.string
            for text in own if isinstance(own, tuple) else (own,):
                yield "en", f"message {text[:40]!r}", text
            for text in translated if isinstance(translated, tuple) else (translated,):
                yield "sv", f"message {text[:40]!r}", text
    for document in DOCUMENTS:
        yield "en", document.name, GLOSSARY.sub("", document.read_text(encoding="utf-8"))
    yield from texts_of_the_variants()


def texts_of_the_variants() -> Iterator[tuple[str, str, str]]:
    for prose in sorted(VARIANTS.glob("*/rules.*.md")):
        language = prose.name.split(".")[1]
        for number, line in enumerate(prose.read_text(encoding="utf-8").splitlines(), 1):
            yield language, f"{prose.parent.name}/{prose.name}:{number}", line
    for data in DATA:
        read = json.loads if data.suffix == ".json" else tomllib.loads
        for place, text in in_both_languages(read(data.read_text(encoding="utf-8"))):
            for language in ("en", "sv"):
                yield language, f"{data.relative_to(VARIANTS)} {place}", text[language]


def in_both_languages(value: Any, place: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """All texts with a translation within a value, with their paths."""
    if isinstance(value, dict) and {"en", "sv"} <= set(value):
        yield place, value
    else:
        inner = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, found in inner:
            yield from in_both_languages(found, f"{place}.{key}".lstrip("."))


@cache
def every_text() -> list[tuple[str, str, str]]:
    return list(texts())


def places_with(language: str, pattern: str) -> list[str]:
    return [place for spoken, place, text in every_text() if spoken == language and re.search(pattern, text)]


@pytest.mark.parametrize(("language", "pattern", "instead"), FORBIDDEN)
def test_no_text_contains_a_forbidden_word(language: str, pattern: str, instead: str):
    assert places_with(language, pattern) == [], f"say: {instead}"


@pytest.mark.parametrize("language", ["en", "sv"])
def test_all_texts_are_checked(language: str):
    assert len(places_with(language, r"\w")) > 1000


@pytest.mark.parametrize("language", ["en", "sv"])
def test_rules_and_their_data_are_checked(language: str):
    places = "\n".join(places_with(language, r"\w"))
    for place in (
        f"vatikan/rules.{language}.md:3",
        "facts.json 0.fact",
        "decisions.json GV1",
        "derange/variant.toml summary",
    ):
        assert f"{place}\n" in places
    assert "derange/variant.toml options.0.help" in places
