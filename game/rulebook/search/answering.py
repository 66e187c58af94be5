"""From a question to the excerpts that answer it, the best first, and where they say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from game.rulebook.notation import MARK
from game.rulebook.search.excerpt import Chosen, Excerpt, excerpts
from game.rulebook.search.index import Index
from game.rulebook.search.question import Question, Reader
from game.rulebook.search.wordlist import lexicon
from game.variants.text import LANGUAGES

MOST_HITS = 8
LEAST_COVERED = 0.2  # of what the question asks for, by how much it tells
LOST = 0.8  # how much of an answer a word is that no rule has; it may be a slip of the pen
LEAST_SHARE = 0.2  # of the best hit’s score
MOST_TABLES = 8  # whose own rules are kept ready, in one language each: 2 MB


@dataclass(frozen=True)
class Answer:
    """hits: the best first, all in one language. named: keys of the variants that were asked about.

    terms: what was asked for. elsewhere: the hits are of other variants, because those say nothing that fits.
    """

    hits: tuple[Excerpt, ...]
    language: str
    named: frozenset[str]
    terms: frozenset[str]
    elsewhere: bool = False

    @property
    def tells_a_choice(self) -> bool:
        """Whether any of them bears the mark of our own choice."""
        return any(MARK in hit.text for hit in self.hits)


def ask(text: str, language: str, variant: str | None = None, table: Chosen | None = None) -> Answer:
    """What the rules say to a question, in a language, or in the other where this one has nothing that fits.

    `variant` is the one that is meant where the question names none, or a name that it shares; of `table` it
    is told what that chose. Raises IllegalOption.
    """
    question = reader().read(text)
    terms = question.needed_terms
    asked_at = frozenset({variant} if variant else ())
    named = question.variants & asked_at or question.variants or asked_at
    everywhere = frozenset[str]()
    for variants in (named, everywhere) if named else (everywhere,):
        for spoken in sorted(LANGUAGES, key=lambda each: each != language):
            searched = index_of(spoken, table) if table else index(spoken)
            best = _best(searched, question, variants)
            if best:
                return Answer(tuple(best), spoken, named, terms, elsewhere=variants != named)
    return Answer((), language, named, terms)


@cache
def index(language: str) -> Index:
    """Read once; the rules do not change while the program runs."""
    return Index(excerpts(language), lexicon())


@lru_cache(maxsize=MOST_TABLES)
def index_of(language: str, table: Chosen) -> Index:
    return Index(excerpts(language, table), lexicon())


@cache
def reader() -> Reader:
    return Reader({word for language in LANGUAGES for word in index(language).words}, lexicon())


def _best(searched: Index, question: Question, variants: frozenset[str]) -> Sequence[Excerpt]:
    """None where nothing covers enough of the question."""
    if not question.wanted:
        return () if question.lost else searched.beginnings(variants)
    asked = sum(searched.most_told(wanted) for wanted in question.wanted if wanted.needed)
    asked = asked + LOST * question.lost * searched.tells_unknown or 1.0
    ranked = []
    for place, (score, covered) in searched.scores(question.wanted).items():
        share = covered / asked
        if share >= LEAST_COVERED and searched.is_of(place, variants):
            ranked.append((-score * share, place))
    ranked.sort()
    least = ranked[0][0] * LEAST_SHARE if ranked else 0.0
    return [searched.excerpts[place] for score, place in ranked[:MOST_HITS] if score <= least]
