"""The index of one language: BM25 over questions, texts and titles, each by words and by pairs of words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from math import log

from rapidfuzz.distance import DamerauLevenshtein
from rapidfuzz.process import extractOne

from game.rulebook.search.entries import Entry, entries
from game.rulebook.search.text import card_words, terms_of, words_of

# Weights of the fields, and of a pair of words relative to a word. Chosen on the questions of the tests: the
# share of right answers changes by less than 3 in 100 if one of them is halved or doubled.
FIELDS: dict[str, tuple[float, Callable[[Entry], Sequence[str]]]] = {
    "questions": (0.6, lambda entry: entry.questions),
    "text": (0.15, lambda entry: (entry.text,)),
    "title": (0.2, lambda entry: (entry.title,)),
}
PAIR = 0.45
OPTION_FACTOR = 0.9  # rules are more important
ROW_FACTOR = 0.8  # a row of the comparison: the rule is more complete
K1, B = 1.2, 0.6  # parameters of BM25: saturation, and influence of the length
MIN_COMMON_SHARE = 0.12  # share of the entries from which on a term is common
MIN_SIMILARITY = 0.74  # of a misspelt word to the word that is meant
MIN_MISSPELT = 4  # letters
MIN_BEGINNING = 3
MIN_PART = 5  # of a compound: “straff” in “straffkort”


class Index:
    """words: all folded words, and the names of cards. contents: the terms of each entry.

    frequencies: number of entries by term.
    """

    def __init__(self, language: str) -> None:
        self.entries, self.language = tuple(entries(language)), language
        self.words = Counter(card_words().ranks.keys() | card_words().suits.keys())
        self.contents: dict[Entry, set[str]] = {entry: set() for entry in self.entries}
        self._weights: dict[str, dict[Entry, float]] = defaultdict(dict)
        for weight, texts_of in FIELDS.values():
            texts = {entry: [self._terms(text) for text in texts_of(entry)] for entry in self.entries}
            for entry, lists in texts.items():
                self.contents[entry].update(chain.from_iterable(lists))
            self._add({entry: Counter(chain(*lists)) for entry, lists in texts.items()}, weight)
            neighbours = {entry: Counter(chain(*map(_pairs, lists))) for entry, lists in texts.items()}
            self._add(neighbours, weight * PAIR)
        self.frequencies = Counter(chain.from_iterable(self.contents.values()))

    def scores(self, terms: Sequence[str]) -> dict[Entry, float]:
        """Return the entries with any of the terms, with a score relative to the query: 0 to about 1.5."""
        scores: dict[Entry, float] = defaultdict(float)
        for term in dict.fromkeys([*terms, *_pairs(terms)]):
            for entry, weight in self._weights.get(term, {}).items():
                scores[entry] += weight
        maximum = sum(_rarity(self.frequencies[term], len(self.entries)) for term in set(terms))
        return {entry: score * _factor(entry) / maximum for entry, score in scores.items()}

    def _add(self, counted: Mapping[Entry, Counter[str]], field_weight: float) -> None:
        """Add the BM25 weights of one field."""
        having = Counter(chain.from_iterable(counted.values()))
        average = sum(times.total() for times in counted.values()) / max(1, len(counted))
        for entry, times in counted.items():
            length = 1 - B + B * times.total() / average
            for term, count in times.items():
                weight = _rarity(having[term], len(counted)) * count / (count + K1 * length)
                self._weights[term][entry] = self._weights[term].get(entry, 0.0) + field_weight * weight

    def uncommon(self, terms: Iterable[str]) -> frozenset[str]:
        """Return the cards, and the terms that occur in few entries."""
        cards = card_words().ranks.values()
        limit = MIN_COMMON_SHARE * len(self.entries)
        return frozenset(term for term in terms if term in cards or self.frequencies[term] < limit)

    def corrected(self, text: str) -> str:
        """Return a query with misspelt and unfinished words replaced by words of the rules."""
        known, pieces, done = card_words().known, [], 0
        for word in words_of(text):
            is_known = word.rank or word.suit or word.folded in self.words or word.folded in known
            meant = self._meant(word.folded) if word.folded.isalpha() and not is_known else None
            if meant:
                pieces += [text[done : word.start], meant]
                done = word.end
        return "".join([*pieces, text[done:]])

    @cache  # noqa: B019 - an index lives as long as the process
    def _meant(self, folded: str) -> str | None:
        begun = [word for word in self.words if word.startswith(folded)]
        if begun and len(folded) >= MIN_BEGINNING:
            return max(begun, key=lambda word: self.words[word])
        if len(folded) < MIN_MISSPELT:
            return None
        similarity = DamerauLevenshtein.normalized_similarity
        similar = extractOne(folded, self.words.keys(), scorer=similarity, score_cutoff=MIN_SIMILARITY)
        if similar:
            return str(similar[0])
        parts = [word for word in self.words if len(word) >= MIN_PART and folded.startswith(word)]
        return max(parts, key=len, default=None)

    def _terms(self, text: str) -> list[str]:
        words = words_of(text)
        self.words.update(word.folded for word in words)
        return terms_of(words, self.language)


@cache
def index(language: str) -> Index:
    """Build the index once; the rules do not change at run time."""
    return Index(language)


def _pairs(terms: Sequence[str]) -> list[str]:
    """Return neighbouring terms as one; distinguishes “on ace” from “ace on”."""
    return [f"{one} {other}" for one, other in pairwise(terms)]


def _rarity(having: int, entries: int) -> float:
    """Return the inverse document frequency of a term that so many entries have."""
    return log(1 + (entries - having + 0.5) / (having + 0.5))


def _factor(entry: Entry) -> float:
    if entry.is_row:
        return ROW_FACTOR
    return OPTION_FACTOR if entry.is_option else 1.0
