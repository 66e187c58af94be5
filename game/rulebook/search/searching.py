"""Search for the excerpts that match a query, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from game.rulebook.notation import MARK
from game.rulebook.search.excerpt import Excerpt, TableChoice, excerpts
from game.rulebook.search.index import Index
from game.rulebook.search.query import QueryReader, SearchQuery
from game.rulebook.search.wordlist import lexicon
from game.variants.text import LANGUAGES

MOST_HITS = 8
LEAST_COVERED = 0.2  # share of the idf of the required terms
UNKNOWN_WORD = 0.8  # weight of an unknown word, which may be a misspelling
LEAST_SHARE = 0.2  # of the score of the best hit
MOST_TABLES = 8  # cached indexes for tables with own options: 2 MB each


@dataclass(frozen=True)
class SearchResult:
    """hits: best first, all in one language. named: keys of the variants in the query.

    terms: required terms of the query. elsewhere: the hits are of other variants, since these have none.
    """

    hits: tuple[Excerpt, ...]
    language: str
    named: frozenset[str]
    terms: frozenset[str]
    elsewhere: bool = False

    @property
    def mentions_our_choice(self) -> bool:
        """Whether any hit has the mark of a decision."""
        return any(MARK in hit.text for hit in self.hits)


def search_rules(
    text: str, language: str, variant: str | None = None, table: TableChoice | None = None
) -> SearchResult:
    """Search in one language, or in the other if there are no hits.

    variant: used if the query names none, or an ambiguous name. table: options for the excerpts of its
    variant. Raises IllegalOption.
    """
    question = query_reader().read(text)
    terms = question.needed_terms
    given = frozenset({variant} if variant else ())
    named = question.variants & given or question.variants or given
    everywhere = frozenset[str]()
    for variants in (named, everywhere) if named else (everywhere,):
        for other_language in sorted(LANGUAGES, key=lambda each: each != language):
            searched = index_of(other_language, table) if table else index(other_language)
            best = _best(searched, question, variants)
            if best:
                return SearchResult(tuple(best), other_language, named, terms, elsewhere=variants != named)
    return SearchResult((), language, named, terms)


@cache
def index(language: str) -> Index:
    """Build the index once; the rules do not change at run time."""
    return Index(excerpts(language), lexicon())


@lru_cache(maxsize=MOST_TABLES)
def index_of(language: str, table: TableChoice) -> Index:
    return Index(excerpts(language, table), lexicon())


@cache
def query_reader() -> QueryReader:
    return QueryReader({word for language in LANGUAGES for word in index(language).words}, lexicon())


def _best(searched: Index, question: SearchQuery, variants: frozenset[str]) -> Sequence[Excerpt]:
    """Return the best excerpts, [] if none covers enough of the query."""
    if not question.wanted:
        return () if question.has_unknown_words else searched.beginnings(variants)
    needed_idf = sum(searched.max_idf(wanted) for wanted in question.wanted if wanted.needed)
    needed_idf = needed_idf + UNKNOWN_WORD * question.has_unknown_words * searched.idf_of_unknown or 1.0
    ranked = []
    for place, (score, covered) in searched.scores(question.wanted).items():
        share = covered / needed_idf
        if share >= LEAST_COVERED and searched.is_of(place, variants):
            ranked.append((-score * share, place))
    ranked.sort()
    least = ranked[0][0] * LEAST_SHARE if ranked else 0.0
    return [searched.excerpts[place] for score, place in ranked[:MOST_HITS] if score <= least]
