"""Inverted index of excerpts, with BM25 weights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import log

from game.rulebook.search.excerpt import Excerpt
from game.rulebook.search.folding import words_of
from game.rulebook.search.lexicon import Lexicon
from game.rulebook.search.query import QueryTerm

IN_TITLE = 0.5  # weight of a term in the title of the section
AN_OPTION = 0.6  # factor of an option: rules are more important
A_PRICE = 0.7  # factor of a card value: very short, and it names the card too
A_REPEAT = 0.8  # factor of the summary: the full passage is better
A_GAP = 0.75  # factor of a passage that rests only on decisions
ENOUGH, BY_LENGTH = 1.2, 0.6  # k1 and b of BM25


class Index:
    """The excerpts of one language. words: all folded words; weights: {term: {excerpt index: weight}}."""

    def __init__(self, found: Iterable[Excerpt], lexicon: Lexicon) -> None:
        self.excerpts = tuple(found)
        self.lexicon = lexicon
        self.words: set[str] = set()
        self.weights: dict[str, dict[int, float]] = {}
        counted = [self._counted(excerpt) for excerpt in self.excerpts]
        average = sum(map(_length, counted)) / max(1, len(counted))
        for place, terms in enumerate(counted):
            pays = ENOUGH * (1 - BY_LENGTH + BY_LENGTH * _length(terms) / average)
            factor = _factor(self.excerpts[place])
            for term, times in terms.items():
                self.weights.setdefault(term, {})[place] = factor * times * (ENOUGH + 1) / (times + pays)

    def idf(self, term: str) -> float:
        """Return the inverse document frequency of a term; highest for an unknown one."""
        having = len(self.weights.get(term, ()))
        return log(1 + (len(self.excerpts) - having + 0.5) / (having + 0.5))

    @property
    def idf_of_unknown(self) -> float:
        """The inverse document frequency of a word in no excerpt."""
        return self.idf("")

    def max_idf(self, wanted: QueryTerm) -> float:
        return max(self.idf(term) for term in wanted.terms)

    def scores(self, terms: Iterable[QueryTerm]) -> dict[int, tuple[float, float]]:
        """Return {excerpt index: (score, covered sum of the idf of required terms)}."""
        scores: dict[int, tuple[float, float]] = {}
        for wanted in terms:
            for place, (idf, weight) in self._best_terms(wanted).items():
                score, covered = scores.get(place, (0.0, 0.0))
                scores[place] = score + idf * weight * wanted.counts, covered + idf * wanted.needed
        return scores

    def _best_terms(self, wanted: QueryTerm) -> dict[int, tuple[float, float]]:
        """Return {excerpt index: (idf, weight)} of the best alternative term."""
        best: dict[int, tuple[float, float]] = {}
        for term, likely in wanted.terms.items():
            idf = self.idf(term) * likely
            for place, weight in self.weights.get(term, {}).items():
                if place not in best or idf * weight > best[place][0] * best[place][1]:
                    best[place] = idf, weight
        return best

    def is_of(self, place: int, variants: frozenset[str]) -> bool:
        return not variants or self.excerpts[place].variant in variants

    def beginnings(self, variants: frozenset[str]) -> tuple[Excerpt, ...]:
        """Return the first excerpt of each of these variants."""
        first: dict[str, Excerpt] = {}
        for excerpt in self.excerpts:
            first.setdefault(excerpt.variant, excerpt)
        return tuple(excerpt for key, excerpt in first.items() if key in variants)

    def _counted(self, excerpt: Excerpt) -> dict[str, float]:
        counted: dict[str, float] = defaultdict(float)
        for found, weight in ((excerpt.words, 1.0), (words_of(excerpt.section), IN_TITLE)):
            words = [word.folded for word in found]
            self.words.update(words)
            for term in self.lexicon.terms(words):
                counted[term] += weight
        return counted


def _factor(excerpt: Excerpt) -> float:
    if excerpt.is_option:
        return AN_OPTION
    if excerpt.is_price:
        return A_PRICE
    if excerpt.repeats:
        return A_REPEAT
    return A_GAP if excerpt.is_decided else 1.0


def _length(terms: Mapping[str, float]) -> float:
    return max(1.0, sum(terms.values()))
