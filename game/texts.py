"""Texts in every language of the app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

LANGUAGES = ("en", "sv")

Words = Annotated[str, Meta(max_length=500)]
Text = Mapping[str, Words]  # by language


def in_language(text: Text | str, language: str) -> str:
    """Return the text in a language, in English if it is missing; a plain string is valid in all languages.

    >>> in_language({"en": "spades", "sv": "spader"}, "sv"), in_language("JK", "sv")
    ('spader', 'JK')
    """
    if isinstance(text, str):
        return text
    return text.get(language, text["en"])


def in_every_language(text: Text | str) -> Text:
    """Convert a string that is the same in all languages to a text; return a text unchanged."""
    return dict.fromkeys(LANGUAGES, text) if isinstance(text, str) else text
