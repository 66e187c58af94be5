"""Names of the variants in a query."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rapidfuzz.distance import DamerauLevenshtein

from game.rulebook.search.text import Word, words_of
from game.variants import VARIANTS

MIN_LETTERS = 5  # of a word that identifies a variant
MIN_SIMILARITY = 0.8
COMMON_WORDS = frozenset(("swedish", "order", "eight"))  # words of names with another meaning


def split_names(words: Sequence[Word], text: str) -> tuple[list[Word], frozenset[str]]:
    """Return the other words and the keys of the variants that a query names.

    “vandatta” without accents may mean two variants.
    """
    others: list[Word] = []
    named: set[str] = set()
    place = 0
    while place < len(words):
        following = tuple(word.folded for word in words[place:])
        full_name = next((name for name in _names() if following[: len(name)] == name), None)
        keys = _names()[full_name] if full_name else _named_by(words[place])
        if keys:
            named |= _with_accents_of(text[words[place].start : words[place].end], keys)
        else:
            others.append(words[place])
        place += len(full_name) if full_name else 1
    return others, frozenset(named)


@cache
def _names() -> dict[tuple[str, ...], set[str]]:
    """The complete names as folded words, the longest first, with the variants that have them."""
    names: dict[tuple[str, ...], set[str]] = {}
    for variant in VARIANTS.values():
        for name in variant.name.values():
            names.setdefault(tuple(word.folded for word in words_of(name)), set()).add(variant.key)
    return dict(sorted(names.items(), key=lambda entry: -len(entry[0])))


def _named_by(word: Word) -> set[str]:
    """Return the variants whose name contains the word, or one like it, also in the genitive."""
    if len(word.folded) < MIN_LETTERS or word.folded in COMMON_WORDS:
        return set()
    candidates = [
        (_similarity(word.folded, part), keys)
        for name, keys in _names().items()
        for part in name
        if part not in COMMON_WORDS and len(part) >= MIN_LETTERS
    ]
    best = max((similarity for similarity, _keys in candidates), default=0.0)
    if best < MIN_SIMILARITY:
        return set()
    return set().union(*(keys for similarity, keys in candidates if similarity == best))


def _similarity(typed: str, name: str) -> float:
    if name.startswith(typed):  # while it is typed
        return 1.0
    return DamerauLevenshtein.normalized_similarity(typed.removesuffix("s"), name)


def _with_accents_of(typed: str, keys: set[str]) -> set[str]:
    """Return the variants whose names have the accents of the typed word, or all if none has."""
    exact = {
        key for key in keys for name in VARIANTS[key].name.values() if typed.casefold() in name.casefold()
    }
    return keys if typed.isascii() else exact or keys
