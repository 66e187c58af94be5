"""Names of the variants in a query."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rapidfuzz.distance import DamerauLevenshtein

from game.rulebook.search.text import Word, words_of
from game.variants import VARIANTS

SHORTEST = 5  # letters of a word that identifies a variant
LIKE = 0.8
COMMON = frozenset(("swedish", "order", "eight"))  # words of names with another meaning


def split_names(words: Sequence[Word], text: str) -> tuple[list[Word], frozenset[str]]:
    """Return the other words and the keys of the variants that a query names.

    “vandatta” without accents may mean two variants.
    """
    others: list[Word] = []
    named: set[str] = set()
    place = 0
    while place < len(words):
        whole = next((name for name in _names() if _is_at(words, place, name)), None)
        keys = _names()[whole] if whole else _named_by(words[place])
        if keys:
            named |= _spelt(keys, text[words[place].start : words[place].end])
        else:
            others.append(words[place])
        place += len(whole) if whole else 1
    return others, frozenset(named)


@cache
def _names() -> dict[tuple[str, ...], set[str]]:
    """The complete names as folded words, the longest first, with the variants that have them."""
    names: dict[tuple[str, ...], set[str]] = {}
    for variant in VARIANTS.values():
        for name in variant.name.values():
            names.setdefault(tuple(word.folded for word in words_of(name)), set()).add(variant.key)
    return dict(sorted(names.items(), key=lambda entry: -len(entry[0])))


def _is_at(words: Sequence[Word], place: int, name: tuple[str, ...]) -> bool:
    return tuple(word.folded for word in words[place : place + len(name)]) == name


def _named_by(word: Word) -> set[str]:
    """Return the variants whose name contains the word, or one like it, also in the genitive."""
    if len(word.folded) < SHORTEST or word.folded in COMMON:
        return set()
    found = [
        (_likeness(word.folded, each), keys)
        for name, keys in _names().items()
        for each in name
        if each not in COMMON and len(each) >= SHORTEST
    ]
    best = max((likeness for likeness, _keys in found), default=0.0)
    return set().union(*(keys for likeness, keys in found if likeness == best)) if best >= LIKE else set()


def _likeness(typed: str, name: str) -> float:
    if name.startswith(typed):  # while it is typed
        return 1.0
    return DamerauLevenshtein.normalized_similarity(typed.removesuffix("s"), name)


def _spelt(keys: set[str], typed: str) -> set[str]:
    """Return the variants whose names have the accents of the typed word, or all if none has."""
    exact = {
        key for key in keys for name in VARIANTS[key].name.values() if typed.casefold() in name.casefold()
    }
    return keys if typed.isascii() else exact or keys
