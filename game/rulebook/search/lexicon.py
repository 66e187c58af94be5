"""Mapping of words to terms: “ace”, “aces” and “esset” have the same term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from game.rulebook.search.folding import stem
from game.rulebook.search.numerals import NumeralReading, Numerals, without_ending

QUANTITY = "quantity"  # the term of every number, and of “how many” in a query
A_NUMBER = 0.6  # probability that an ambiguous numeral is a number and no card


@dataclass(frozen=True)
class TermSpan:
    """A term with the indexes of its first and last word; a phrase has several words."""

    first: int
    last: int
    term: str

    @property
    def is_phrase(self) -> bool:
        return self.last > self.first


@dataclass(frozen=True)
class Lexicon:
    """groups: {folded word: term}; stems: {stem: term}, for stems of a single group; phrases: {terms: term},
    made of the words `phrased`; stopwords: words of almost no weight; binders: terms with weight only before
    others, like prepositions, strong_binders with more of it; senses: less common meanings of a term; asks:
    replacements of terms in a query; alone: additional term if it is the only one of a query.
    """

    groups: dict[str, str]
    stems: dict[str, str]
    phrases: dict[tuple[str, ...], str]
    phrased: frozenset[str]
    stopwords: frozenset[str]
    binders: frozenset[str]
    strong_binders: frozenset[str]
    senses: dict[str, tuple[str, ...]]
    asks: dict[str, str]
    alone: dict[str, str]
    numerals: Numerals

    @cached_property
    def lengths(self) -> list[int]:
        return sorted({len(phrase) for phrase in self.phrases}, reverse=True)

    def knows(self, folded: str) -> bool:
        bare = without_ending(folded)
        return any(
            (bare in self.stopwords, bare in self.groups, stem(bare) in self.stems, bare in self.phrased)
        )

    def term(self, folded: str) -> str:
        """Return the group of a word, or its stem."""
        folded = without_ending(folded)
        if folded in self.groups:
            return self.groups[folded]
        if folded in self.stopwords:
            return folded
        bare = stem(folded)
        return self.stems.get(bare, bare)

    def is_stopword(self, folded: str) -> bool:
        return folded in self.stopwords or self.term(folded) in self.binders

    def read(self, words: Sequence[str]) -> list[dict[str, float]]:
        """Return {term: probability} for each folded word, most likely first; numerals may be ambiguous."""
        return [self._meanings(words, place) for place in range(len(words))]

    def _meanings(self, words: Sequence[str], place: int) -> dict[str, float]:
        reading = self.numerals.reading(words, place)
        counting = number_term(self.numerals.value(words[place]) or 0)
        if reading is NumeralReading.NUMBER:
            return {counting: 1.0}
        meant = {self.term(words[place]): 1.0}
        if reading is NumeralReading.EITHER:
            meant[counting] = A_NUMBER
        return meant

    def likeliest(self, words: Sequence[str]) -> list[str]:
        return [next(iter(meant)) for meant in self.read(words)]

    def terms(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the index terms of folded words: words, phrases, neighbours, and quantities."""
        meanings = self.read(words)
        alone = [next(iter(meant)) for meant in meanings]
        yield from (term for meant in meanings for term in meant)
        yield from map(literal_term, words)
        spans = list(self.spans(alone))
        yield from (part.term for part in spans if part.is_phrase)
        yield from self.neighbours(
            [part.term for part in spans if part.is_phrase or words[part.first] not in self.stopwords]
        )
        for place, after in enumerate([*alone[1:], ""]):
            if any(map(is_number, meanings[place])):
                yield QUANTITY
                yield pair_term(QUANTITY, after)

    def spans(self, terms: Sequence[str]) -> Iterator[TermSpan]:
        """Yield the terms in order with phrases merged, the longest first."""
        place = 0
        while place < len(terms):
            found = (tuple(terms[place : place + length]) for length in self.lengths)
            phrase = next((words for words in found if words in self.phrases), (terms[place],))
            yield TermSpan(place, place + len(phrase) - 1, self.phrases.get(phrase, terms[place]))
            place += len(phrase)

    def query_spans(self, terms: Sequence[str]) -> Iterator[TermSpan]:
        """Yield the spans of a query; some terms differ there: “how many” asks for a number."""
        for part in self.spans(terms):
            yield replace(part, term=self.asks.get(part.term, part.term))

    def neighbours(self, terms: Sequence[str]) -> Iterator[str]:
        """Yield a term for each pair of neighbours; their order matters only after a binder."""
        for one, other in pairwise(terms):
            yield pair_term(one, other) if one in self.binders else pair_term(*sorted((one, other)))


def number_term(value: int) -> str:
    """Return the term of a number, which differs from that of a card: “two cards”, “a two”."""
    return f"#{value}"


def is_number(term: str) -> bool:
    return term.startswith("#")


def literal_term(word: str) -> str:
    """Return the term of the exact word, which ranks higher than its synonyms."""
    return f"“{stem(word)}”"


def pair_term(one: str, other: str) -> str:
    """Return the term of two neighbours; distinguishes “on ace” from “on eight”."""
    return f"{one} {other}"
