"""Prose as plain text: values filled in, cards as they are written, citations left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markdown_it.token import Token

from game.referee.cards import SUIT_SIGNS
from game.rulebook.choices import MARK, OURS
from game.rulebook.notation import CARD, VALUE
from game.rulebook.numerals import in_words


def filled_in(meta: Mapping[str, Any], values: Mapping[str, int], language: str) -> str:
    """A value as its placeholder asks for it; raises KeyError where it has none."""
    number, form = values[meta["name"]], meta.get("form", "")
    if not form:
        return str(number)
    word = in_words(number, language, common=form.endswith("-en"))
    return word[0].upper() + word[1:] if form.startswith("W") else word


def rank_and_suit(card: str) -> tuple[str, str]:
    """A card of the notation as rank and suit letter, "" where it has no suit."""
    return (card[:-1], card[-1]) if card[-1] in SUIT_SIGNS else (card, "")


def plain(tokens: Sequence[Token], values: Mapping[str, int], language: str) -> str:
    """What is read; raises KeyError for a value that there is not."""
    return " ".join("".join(_said(tokens, values, language)).split())


def _said(tokens: Sequence[Token], values: Mapping[str, int], language: str) -> list[str]:
    said: list[str] = []
    for token in tokens:
        if token.children is not None:
            said += [*_said(token.children, values, language), " "]
        elif token.type == VALUE:
            said.append(filled_in(token.meta, values, language))
        elif token.type == CARD:
            rank, suit = rank_and_suit(token.meta["card"])
            said.append(rank + SUIT_SIGNS.get(suit, ""))
        elif token.type == OURS:
            said.append(f" {MARK}")
        elif token.type == "text":
            said.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            said.append(" ")
    return said
