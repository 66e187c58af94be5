"""Which excerpts speak of what, and how much each term tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import log

from game.rulebook.search.excerpt import Excerpt
from game.rulebook.search.folding import words_of
from game.rulebook.search.lexicon import Lexicon
from game.rulebook.search.question import Wanted

IN_TITLE = 0.5  # a term of the section’s title counts so much of one in the excerpt itself
AN_OPTION = 0.6  # it tells what a table may choose, and a rule what holds
A_PRICE = 0.7  # it is much shorter than a rule, and names the card as well
A_REPEAT = 0.8  # the passage that it repeats tells more
A_GAP = 0.75  # it tells only what was decided where the rules are silent
ENOUGH, BY_LENGTH = 1.2, 0.6  # BM25: how soon repeating stops counting, and what a long excerpt pays


class Index:
    """The excerpts of one language. words: all their words, folded; weights: of a term in each excerpt."""

    def __init__(self, found: Iterable[Excerpt], lexicon: Lexicon) -> None:
        self.excerpts = tuple(found)
        self.lexicon = lexicon
        self.words: set[str] = set()
        self.weights: dict[str, dict[int, float]] = {}
        counted = [self._counted(excerpt) for excerpt in self.excerpts]
        usual = sum(map(_length, counted)) / max(1, len(counted))
        for place, terms in enumerate(counted):
            pays = ENOUGH * (1 - BY_LENGTH + BY_LENGTH * _length(terms) / usual)
            worth = _worth(self.excerpts[place])
            for term, times in terms.items():
                self.weights.setdefault(term, {})[place] = worth * times * (ENOUGH + 1) / (times + pays)

    def tells(self, term: str) -> float:
        """How much a term tells: the rarer the more, and most where no excerpt has it."""
        having = len(self.weights.get(term, ()))
        return log(1 + (len(self.excerpts) - having + 0.5) / (having + 0.5))

    @property
    def tells_unknown(self) -> float:
        """How much a word would tell that no excerpt has."""
        return self.tells("")

    def most_told(self, wanted: Wanted) -> float:
        return max(self.tells(term) for term in wanted.terms)

    def scores(self, asked: Iterable[Wanted]) -> dict[int, tuple[float, float]]:
        """Of each excerpt that has anything of it: its score, and how much of what is needed it covers."""
        scores: dict[int, tuple[float, float]] = {}
        for wanted in asked:
            for place, (telling, weight) in self._best_terms(wanted).items():
                score, covered = scores.get(place, (0.0, 0.0))
                scores[place] = score + telling * weight * wanted.counts, covered + telling * wanted.needed
        return scores

    def _best_terms(self, wanted: Wanted) -> dict[int, tuple[float, float]]:
        """Of each excerpt: what the best of the terms tells, and its weight there."""
        best: dict[int, tuple[float, float]] = {}
        for term, likely in wanted.terms.items():
            telling = self.tells(term) * likely
            for place, weight in self.weights.get(term, {}).items():
                if place not in best or telling * weight > best[place][0] * best[place][1]:
                    best[place] = telling, weight
        return best

    def is_of(self, place: int, variants: frozenset[str]) -> bool:
        return not variants or self.excerpts[place].variant in variants

    def beginnings(self, variants: frozenset[str]) -> tuple[Excerpt, ...]:
        """How the rules of these variants begin."""
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


def _worth(excerpt: Excerpt) -> float:
    if excerpt.is_option:
        return AN_OPTION
    if excerpt.is_price:
        return A_PRICE
    if excerpt.repeats:
        return A_REPEAT
    return A_GAP if excerpt.is_decided else 1.0


def _length(terms: Mapping[str, float]) -> float:
    return max(1.0, sum(terms.values()))
