"""From a word to the term it is found under: the same term for “ace”, “aces” and “esset”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from game.rulebook.search.folding import stem
from game.rulebook.search.numerals import Numerals, Reading, without_ending

QUANTITY = "quantity"  # the term of every number, and of asking “how many”
A_NUMBER = 0.6  # how likely a numeral is a number where it may as well be a card


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
    """groups: the term of a folded word; stems: of a stem that only one group has; phrases: of several terms,
    of the words `phrased`; little: words that tell next to nothing; binding: terms that tell something only
    before others, `firmly` much; senses: what else a term may mean; asks: what a term asks for in a question,
    and alone: where that says nothing else.
    """

    groups: dict[str, str]
    stems: dict[str, str]
    phrases: dict[tuple[str, ...], str]
    phrased: frozenset[str]
    little: frozenset[str]
    binding: frozenset[str]
    firmly: frozenset[str]
    senses: dict[str, tuple[str, ...]]
    asks: dict[str, str]
    alone: dict[str, str]
    numerals: Numerals

    @cached_property
    def lengths(self) -> list[int]:
        return sorted({len(phrase) for phrase in self.phrases}, reverse=True)

    def knows(self, folded: str) -> bool:
        bare = without_ending(folded)
        return any((bare in self.little, bare in self.groups, stem(bare) in self.stems, bare in self.phrased))

    def term(self, folded: str) -> str:
        """The group of a word, or its own stem where it is in none."""
        folded = without_ending(folded)
        if folded in self.groups:
            return self.groups[folded]
        if folded in self.little:
            return folded
        bare = stem(folded)
        return self.stems.get(bare, bare)

    def tells_little(self, folded: str) -> bool:
        return folded in self.little or self.term(folded) in self.binding

    def read(self, words: Sequence[str]) -> list[dict[str, float]]:
        """Of folded words in order: the terms that each may stand for, with how likely it does, the likeliest
        first. A numeral is a number or a card, or may be either.
        """
        return [self._meanings(words, place) for place in range(len(words))]

    def _meanings(self, words: Sequence[str], place: int) -> dict[str, float]:
        reading = self.numerals.reading(words, place)
        counting = number(self.numerals.value(words[place]) or 0)
        if reading is Reading.NUMBER:
            return {counting: 1.0}
        meant = {self.term(words[place]): 1.0}
        if reading is Reading.EITHER:
            meant[counting] = A_NUMBER
        return meant

    def likeliest(self, words: Sequence[str]) -> list[str]:
        return [next(iter(meant)) for meant in self.read(words)]

    def terms(self, words: Sequence[str]) -> Iterator[str]:
        """Of folded words in order: each alone, the phrases, neighbours, and numbers with what they count."""
        meanings = self.read(words)
        alone = [next(iter(meant)) for meant in meanings]
        yield from (term for meant in meanings for term in meant)
        yield from map(literal, words)
        said = list(self.said(alone))
        yield from (part.term for part in said if part.is_phrase)
        yield from self.neighbours(
            [part.term for part in said if part.is_phrase or words[part.first] not in self.little]
        )
        for place, after in enumerate([*alone[1:], ""]):
            if any(map(is_number, meanings[place])):
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

    def asked(self, terms: Sequence[str]) -> Iterator[Part]:
        """The same of a question, where a text only says it: “how many” there is no number."""
        for part in self.said(terms):
            yield replace(part, term=self.asks.get(part.term, part.term))

    def neighbours(self, terms: Sequence[str]) -> Iterator[str]:
        """A term for every two; which of them comes first matters only after a binding one."""
        for one, other in pairwise(terms):
            yield joined(one, other) if one in self.binding else joined(*sorted((one, other)))


def number(value: int) -> str:
    """The term of a number: two cards are something else than a two."""
    return f"#{value}"


def is_number(term: str) -> bool:
    return term.startswith("#")


def literal(word: str) -> str:
    """The term of a word itself: who says “lappen” means that rather than “last card”."""
    return f"“{stem(word)}”"


def joined(one: str, other: str) -> str:
    """The term of two neighbours: an eight “on ace” is told from an ace “on eight”."""
    return f"{one} {other}"
