"""Words that the pages and documents do not use any more (docs/glossary.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
CATALOGUE = ROOT / "translations/sv/LC_MESSAGES/messages.po"
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
GLOSSARY = ROOT / "docs/glossary.md"

# Language, what is not said, and what is said instead.
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
    ("sv", r"[Ee]gna händer|[Hh]änderna kommer in", "egna kort, korten räknas in"),
    ("sv", r"delade på kvällen", "delade segern"),
    ("sv", r"\bspelar sedan\b", "har spelat sedan"),
    ("sv", r"[Tt]aget tillbaka", "tillbakataget"),
    ("sv", r"\bsnittplats", "snittplacering"),
    ("sv", r"[Vv]ad som har gjorts", "ändringar"),
    ("sv", r"\bEn var\b", "en per spelare"),
)


def texts() -> Iterator[tuple[str, str, str]]:
    """Language, where, and what is said there."""
    with CATALOGUE.open(encoding="utf-8") as file:
        for message in read_po(file, locale="sv"):
            own, translated = message.id, message.string
            for text in own if isinstance(own, tuple) else (own,):
                yield "en", f"message {text[:40]!r}", text
            for text in translated if isinstance(translated, tuple) else (translated,):
                yield "sv", f"message {text[:40]!r}", text
    for document in DOCUMENTS:
        if document != GLOSSARY:
            yield "en", document.name, document.read_text(encoding="utf-8")


def said_wrongly(language: str, pattern: str) -> list[str]:
    return [where for spoken, where, text in texts() if spoken == language and re.search(pattern, text)]


@pytest.mark.parametrize(("language", "pattern", "instead"), FORBIDDEN)
def test_nothing_says_a_word_that_was_given_up(language: str, pattern: str, instead: str):
    assert said_wrongly(language, pattern) == [], f"say: {instead}"


@pytest.mark.parametrize("language", ["en", "sv"])
def test_every_text_is_looked_at(language: str):
    assert len(said_wrongly(language, r"\w")) > 1000
