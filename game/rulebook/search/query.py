"""Parsing of a query: the variants it names and the terms it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.rulebook.search.folding import words_of
from game.rulebook.search.lexicon import QUANTITY, Lexicon, TermSpan, is_number, literal_term, pair_term
from game.rulebook.search.spelling import Spelling
from game.rulebook.search.variant_names import VariantNames

# Weights relative to a term: neighbours, those after a strong binder, the exact word, a word within a phrase,
# a number, a stopword.
NEIGHBOURS, BOUND, LITERAL, WITHIN, NUMBER, LITTLE = 0.4, 1.0, 0.3, 0.5, 0.5, 0.15
SEVERAL = "set_of_cards"  # term for “three sevens”
SENSE = 0.6  # probability of a less common sense of a word


@dataclass(frozen=True)
class QueryTerm:
    """One requested item. terms: alternatives with their probabilities, 0 to 1.

    counts: weight; needed: whether it counts for the coverage of the query.
    """

    terms: Mapping[str, float]
    counts: float = 1.0
    needed: bool = True


@dataclass(frozen=True)
class SearchQuery:
    """variants: keys of the named ones. has_unknown_words: whether a word resembles no known one."""

    variants: frozenset[str]
    wanted: tuple[QueryTerm, ...]
    has_unknown_words: bool

    @property
    def needed_terms(self) -> frozenset[str]:
        return frozenset(term for wanted in self.wanted if wanted.needed for term in wanted.terms)


@dataclass(frozen=True)
class MeantWord:
    """A word of the query: possible terms and words with probabilities, most likely first."""

    terms: Mapping[str, float]
    words: Mapping[str, float]
    is_little: bool
    is_stopword: bool
    counts_cards: bool

    @property
    def likeliest(self) -> str:
        return next(iter(self.terms))


class QueryReader:
    """Parses queries. words: all folded words of the rules."""

    def __init__(self, words: set[str], lexicon: Lexicon) -> None:
        self.lexicon, self.names = lexicon, VariantNames(lexicon)
        self.terms = set(map(lexicon.term, words - self.names.keys.keys()))
        self.spelling = Spelling({*words, *lexicon.groups, *self.names.keys})

    def read(self, text: str) -> SearchQuery:
        variants: set[str] = set()
        words, has_unknown_words = [], False
        for word in self.names.without_repeated_names(list(words_of(text))):
            spelt = self._spelt(word.folded)
            if not spelt:
                has_unknown_words = True
            elif spelt.keys() <= self.names.keys.keys():
                variants |= self.names.variants_named(spelt, text[word.start : word.end])
            else:
                words.append(spelt)
        return SearchQuery(frozenset(variants), tuple(self._wanted(self._meant(words))), has_unknown_words)

    def _spelt(self, folded: str) -> dict[str, float]:
        """Return {word: probability}: itself if known, otherwise similar words."""
        known = self.lexicon.knows(folded) or self.lexicon.term(folded) in self.terms
        if known or folded in self.names.keys or self.lexicon.numerals.value(folded):
            return {folded: 1.0}
        return self.spelling.meant_by(folded)

    def _meant(self, words: Sequence[Mapping[str, float]]) -> list[MeantWord]:
        likeliest = [max(spelt, key=lambda word: spelt[word]) for spelt in words]
        meant: list[MeantWord] = []
        for spelt, likely, terms in zip(words, likeliest, self.lexicon.read(likeliest), strict=True):
            others = {self.lexicon.term(word): share for word, share in spelt.items() if word != likely}
            share = spelt[likely]
            counted = self.lexicon.numerals.counts_cards(likeliest, len(meant))
            meant.append(
                MeantWord(
                    terms={term: of * share for term, of in terms.items()} | others,
                    words=spelt,
                    is_little=all(word in self.lexicon.stopwords for word in spelt),
                    is_stopword=all(map(self.lexicon.is_stopword, spelt)),
                    counts_cards=counted,
                )
            )
        return meant

    def _wanted(self, meant_words: Sequence[MeantWord]) -> Iterator[QueryTerm]:
        parts = list(self.lexicon.query_spans([meant.likeliest for meant in meant_words]))
        phrases = [part for part in parts if part.is_phrase]
        within = {place for part in phrases for place in range(part.first, part.last + 1)}
        telling_phrases = [phrase for phrase in phrases if phrase.term not in self.lexicon.binders]
        only_little = not telling_phrases and all(
            meant.is_stopword or is_number(meant.likeliest) for meant in meant_words
        )
        for place, meant in enumerate(meant_words):
            counts = self._counts(meant, place in within)
            needed = counts == 1.0 or (only_little and place not in within)
            yield QueryTerm(self._senses(meant.terms), counts, needed)
            if not meant.is_stopword:
                very = {literal_term(word): likely for word, likely in meant.words.items()}
                yield QueryTerm(very, LITERAL * counts, needed=False)
            if meant.counts_cards:
                yield QueryTerm(self._senses({SEVERAL: 1.0}), NEIGHBOURS, needed=False)
        for phrase in phrases:
            telling = phrase.term not in self.lexicon.binders
            yield QueryTerm(self._senses({phrase.term: 1.0}), 1.0 if telling else LITTLE, telling)
        yield from self._neighbours(parts, meant_words)

    def _counts(self, meant: MeantWord, within: bool) -> float:
        if meant.is_stopword:
            return LITTLE
        if is_number(meant.likeliest):
            return NUMBER
        return WITHIN if within else 1.0

    def _senses(self, terms: Mapping[str, float]) -> dict[str, float]:
        """Return the terms with their less common senses."""
        senses = self.lexicon.senses
        others = {other: SENSE * likely for term, likely in terms.items() for other in senses.get(term, ())}
        return others | dict(terms)

    def _neighbours(self, parts: Sequence[TermSpan], meant_words: Sequence[MeantWord]) -> Iterator[QueryTerm]:
        telling = [part.term for part in parts if part.is_phrase or not meant_words[part.first].is_little]
        for pair in self.lexicon.neighbours(telling):
            counts = BOUND if pair.split()[0] in self.lexicon.strong_binders else NEIGHBOURS
            yield QueryTerm({pair: 1.0}, counts, needed=False)
        content = [term for term in telling if term not in self.lexicon.binders]
        if len(content) == 1 and content[0] in self.lexicon.alone:
            yield QueryTerm({self.lexicon.alone[content[0]]: 1.0})
        for one, other in pairwise(parts):
            if one.term == QUANTITY:
                yield QueryTerm(
                    {pair_term(QUANTITY, meant_words[other.first].likeliest): 1.0}, BOUND, needed=False
                )
