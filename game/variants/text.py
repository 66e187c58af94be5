"""Texts that people read, in every language the app speaks."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "sv")

Text = Mapping[str, str]


def in_language(text: Text | str, language: str) -> str:
    """The text in a language, or in English where that is missing; a plain string stands for all."""
    if isinstance(text, str):
        return text
    return text.get(language, text["en"])


def in_every_language(text: Text | str) -> Text:
    """A text, or one string that all languages write alike, as a text."""
    return dict.fromkeys(LANGUAGES, text) if isinstance(text, str) else text
