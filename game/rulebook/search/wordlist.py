"""The lexicon of words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from game.rulebook.numerals import in_words
from game.rulebook.search.folding import fold, stem, words_of
from game.rulebook.search.lexicon import Lexicon
from game.rulebook.search.numerals import Numerals
from game.variants.text import LANGUAGES

FILE = Path(__file__).parent / "words.toml"
LARGEST = 19  # largest number recognized as a word


@cache
def lexicon() -> Lexicon:
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    groups = {word: name for name, listed in table["same"].items() for word in _folded(listed)}
    made = Lexicon(
        groups=groups,
        stems=_stems(groups),
        phrases={},
        phrased=frozenset(word.folded for word in words_of(" ".join(chain(*table["phrases"].values())))),
        stopwords=frozenset(_folded(table["little"])),
        binders=frozenset(table["binding"]),
        strong_binders=frozenset(table["firmly"]),
        senses={term: tuple(listed.split()) for term, listed in table["senses"].items()},
        asks=table["asks"],
        alone=table["alone"],
        numerals=_numerals(groups, table),
    )
    for name, listed in table["phrases"].items():
        for phrase in listed:
            words = [word.folded for word in words_of(phrase)]
            made.phrases[tuple(made.likeliest(words))] = name
    return made


def _numerals(groups: dict[str, str], table: dict[str, Any]) -> Numerals:
    values = {fold(in_words(n, language)): n for language in LANGUAGES for n in range(2, LARGEST + 1)}
    ranks = set(table["ranks"].split())
    return Numerals(
        values=values,
        articles=frozenset(_folded(table["articles"])),
        counted=frozenset(_folded(table["counted"])),
        alternatives=frozenset(_folded(table["or"])),
        ranks=frozenset(word for word, name in groups.items() if name in ranks),
    )


def _folded(listed: str) -> list[str]:
    return [fold(word) for word in listed.split()]


def _stems(groups: dict[str, str]) -> dict[str, str]:
    having: dict[str, set[str]] = {}
    for word, name in groups.items():
        having.setdefault(stem(word), set()).add(name)
    return {bare: names.pop() for bare, names in having.items() if len(names) == 1}
