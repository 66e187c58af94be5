"""From a question to the excerpts that answer it, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rulebook.search.excerpt import Excerpt, excerpts
from rulebook.search.index import Index
from rulebook.search.lexicon import lexicon
from rulebook.search.marking import Piece, pieces
from rulebook.search.question import Question, Reader
from variants.text import LANGUAGES

MOST_HITS = 8
LEAST_COVERED = 0.2  # of what the question asks for, by how much it tells
LEAST_SHARE = 0.2  # of the best hit’s score


@dataclass(frozen=True)
class Hit:
    """An excerpt, and its whole text in pieces."""

    excerpt: Excerpt
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Answer:
    """hits: the best first, all in one language. named: keys of the variants that were asked about.

    elsewhere: the hits are of other variants, because those say nothing that fits.
    """

    hits: tuple[Hit, ...]
    language: str
    named: frozenset[str]
    elsewhere: bool = False


def ask(text: str, language: str, variant: str | None = None) -> Answer:
    """What the rules say to a question, in a language, or in the other where this one has nothing that fits.

    `variant` is the one that is meant where the question names none.
    """
    question = reader().read(text)
    named = question.variants or frozenset({variant} if variant else ())
    everywhere = frozenset[str]()
    for variants in (named, everywhere) if named else (everywhere,):
        for spoken in sorted(LANGUAGES, key=lambda each: each != language):
            best = _best(index(spoken), question, variants)
            if best:
                return Answer(_marked(best, question), spoken, named, elsewhere=variants != named)
    return Answer((), language, named)


@cache
def index(language: str) -> Index:
    """Read once; the rules do not change while the program runs."""
    return Index(excerpts(language), lexicon())


@cache
def reader() -> Reader:
    return Reader({word for language in LANGUAGES for word in index(language).words}, lexicon())


def _best(searched: Index, question: Question, variants: frozenset[str]) -> Sequence[Excerpt]:
    """None where nothing covers enough of the question."""
    if not question.wanted:
        return () if question.lost else searched.beginnings(variants)
    asked = sum(searched.most_told(wanted) for wanted in question.wanted if wanted.needed)
    ranked = []
    for place, (score, covered) in searched.scores(question.wanted).items():
        share = covered / asked
        if share >= LEAST_COVERED and searched.is_of(place, variants):
            ranked.append((-score * share, place))
    ranked.sort()
    least = ranked[0][0] * LEAST_SHARE if ranked else 0.0
    return [searched.excerpts[place] for score, place in ranked[:MOST_HITS] if score <= least]


def _marked(best: Sequence[Excerpt], question: Question) -> tuple[Hit, ...]:
    terms = {term for wanted in question.wanted if wanted.needed for term in wanted.terms}
    return tuple(Hit(excerpt, tuple(pieces(excerpt, terms, lexicon()))) for excerpt in best)
