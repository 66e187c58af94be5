"""From a word to the term it is found under: the same term for “ace”, “aces” and “esset”."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from rulebook.search.folding import fold, stem, words_of

QUANTITY = "quantity"  # the term of every number, and of asking “how many”
FILE = Path(__file__).parent / "words.toml"


@dataclass(frozen=True)
class Part:
    """A term of a text and the places of its first and last word; a phrase has several."""

    first: int
    last: int
    term: str

    @property
    def is_phrase(self) -> bool:
        return self.last > self.first


@dataclass(frozen=True)
class Lexicon:
    """groups: the term of a folded word; stems: of a stem that only one group has; phrases: of several terms;
    little: words that tell next to nothing; binding: terms that tell something only before others;
    numbers: words that are numbers unless one of the articles stands before them.
    """

    groups: dict[str, str]
    stems: dict[str, str]
    phrases: dict[tuple[str, ...], str]
    little: frozenset[str]
    binding: frozenset[str]
    numbers: frozenset[str]
    articles: frozenset[str]

    @cached_property
    def lengths(self) -> list[int]:
        return sorted({len(phrase) for phrase in self.phrases}, reverse=True)

    def knows(self, folded: str) -> bool:
        return folded in self.little or folded in self.groups or stem(folded) in self.stems

    def term(self, folded: str) -> str:
        """The group of a word, or its own stem where it is in none."""
        if folded in self.groups:
            return self.groups[folded]
        if folded in self.little:
            return folded
        bare = stem(folded)
        return self.stems.get(bare, bare)

    def tells_little(self, folded: str) -> bool:
        return folded in self.little or self.term(folded) in self.binding

    def terms(self, words: Sequence[str]) -> Iterator[str]:
        """Of folded words in order: each alone, the phrases, neighbours, and numbers with what they count."""
        alone = [self.term(word) for word in words]
        yield from alone
        yield from map(literal, words)
        said = list(self.said(alone))
        yield from (part.term for part in said if part.is_phrase)
        yield from self.neighbours(
            [part.term for part in said if part.is_phrase or words[part.first] not in self.little]
        )
        for before, word, after in zip(["", *words], words, [*alone[1:], ""], strict=False):
            if self._is_number(word, before):
                yield QUANTITY
                yield joined(QUANTITY, after)

    def said(self, terms: Sequence[str]) -> Iterator[Part]:
        """The terms in order, phrases as one; the longest phrase goes first."""
        place = 0
        while place < len(terms):
            found = (tuple(terms[place : place + length]) for length in self.lengths)
            phrase = next((words for words in found if words in self.phrases), (terms[place],))
            yield Part(place, place + len(phrase) - 1, self.phrases.get(phrase, terms[place]))
            place += len(phrase)

    def neighbours(self, terms: Sequence[str]) -> Iterator[str]:
        """A term for every two; which of them comes first matters only after a binding one."""
        for one, other in pairwise(terms):
            yield joined(one, other) if one in self.binding else joined(*sorted((one, other)))

    def _is_number(self, word: str, before: str) -> bool:
        return word.isdecimal() or (word in self.numbers and before not in self.articles)


def literal(word: str) -> str:
    """The term of a word itself: who says “lappen” means that rather than “last card”."""
    return f"“{stem(word)}”"


def joined(one: str, other: str) -> str:
    """The term of two neighbours: an eight “on ace” is told from an ace “on eight”."""
    return f"{one} {other}"


@cache
def lexicon() -> Lexicon:
    """The table in words.toml."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    groups = {word: name for name, listed in table["same"].items() for word in _folded(listed)}
    made = Lexicon(
        groups=groups,
        stems=_stems(groups),
        phrases={},
        little=frozenset(_folded(table["little"])),
        binding=frozenset(table["binding"]),
        numbers=frozenset(_folded(table["numbers"])),
        articles=frozenset(_folded(table["articles"])),
    )
    for name, listed in table["phrases"].items():
        for phrase in listed:
            made.phrases[tuple(made.term(word.folded) for word in words_of(phrase))] = name
    return made


def _folded(listed: str) -> list[str]:
    return [fold(word) for word in listed.split()]


def _stems(groups: dict[str, str]) -> dict[str, str]:
    having: dict[str, set[str]] = {}
    for word, name in groups.items():
        having.setdefault(stem(word), set()).add(name)
    return {bare: names.pop() for bare, names in having.items() if len(names) == 1}
