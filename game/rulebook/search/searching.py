"""Answer a query: verdicts of the referee, and the passages that match best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.rulebook.notation import MARK
from game.rulebook.search.entries import Entry, Hit, TableChoice, hits_of
from game.rulebook.search.index import Index, index
from game.rulebook.search.names import split_names
from game.rulebook.search.text import terms_of, words_of
from game.rulebook.search.verdicts import GameVerdict, verdicts
from game.texts import LANGUAGES
from game.variants import VARIANTS

MAX_HITS = 8
MIN_SCORE = 0.26  # of an answer; chosen on questions of which a fifth have no answer
MIN_SCORE_ELSEWHERE = 0.35  # of an answer from other games than asked about, or in the other language
MIN_SHARE = 0.4  # of the score of the best hit
MAX_NEAREST = 2  # sections shown without an answer
SUMMARY = "short-aim"  # the passage for a query that only names a variant


@dataclass(frozen=True)
class SearchResult:
    """named: keys of the variants asked about, none for all. terms: less common terms of the query.

    hits: of these variants, best first. elsewhere: of other variants, if these have none.
    nearest: passages of the nearest sections, if there is no answer. row: of the comparison, if it answers.
    """

    language: str
    named: frozenset[str]
    terms: frozenset[str] = frozenset()
    verdicts: tuple[GameVerdict, ...] = ()
    row: str = ""
    hits: tuple[Hit, ...] = ()
    elsewhere: tuple[Hit, ...] = ()
    nearest: tuple[Hit, ...] = ()

    @property
    def is_answered(self) -> bool:
        return bool(self.verdicts or self.row or self.hits)

    @property
    def mentions_our_choice(self) -> bool:
        """Whether any hit has the mark of a decision."""
        return any(MARK in hit.text for hit in (*self.hits, *self.elsewhere))


def search_rules(
    text: str, language: str, variant: str | None = None, table: TableChoice | None = None
) -> SearchResult:
    """Search in one language, or in the other if it answers better.

    variant: used if the query names none, or an ambiguous name. table: options for the rules of its variant.
    Raises IllegalOption.
    """
    words, mentioned = split_names(words_of(text), text)
    default = frozenset({variant} if variant else ())
    named = mentioned & default or mentioned or default
    tables = [
        table if table and table.key == key else TableChoice(key)
        for key in VARIANTS
        if not named or key in named
    ]
    if not words:
        summaries = (hits_of(language, table)[SUMMARY] for table in tables)
        return SearchResult(language, named, hits=tuple(summaries) if named else ())
    query = " ".join(text[word.start : word.end] for word in words)
    first, second = (
        _Matches(index(code), query, tables) for code in sorted(LANGUAGES, key=lambda code: code != language)
    )
    matches = second if first.best < MIN_SCORE and second.best >= MIN_SCORE_ELSEWHERE else first
    judged = tuple(verdicts(matches.words, tables))
    is_answered = bool(judged or matches.hits)
    return SearchResult(
        matches.language,
        named,
        matches.terms,
        judged,
        hits=matches.hits,
        row="" if judged else matches.row,
        elsewhere=matches.elsewhere if named and not is_answered else (),
        nearest=matches.nearest if not is_answered else (),
    )


class _Matches:
    """The best entries in one language. words: of the corrected query.

    best: score of the best entry, 0 if it is a topic without rules.
    row: of the comparison, if several variants are asked about and it is better than any passage.
    """

    def __init__(self, searched: Index, text: str, tables: Sequence[TableChoice]) -> None:
        self.words = words_of(searched.corrected(text))
        terms = terms_of(self.words, searched.language)
        self.language, self.terms = searched.language, searched.uncommon(terms)
        scores = dict(searched.scores(terms))
        for entry, score in scores.items():
            if set(terms) <= searched.contents[entry]:
                scores[entry] = max(score, MIN_SCORE_ELSEWHERE)
        keys = {table.key for table in tables}
        near = list(_shown(searched, {e: score for e, score in scores.items() if e.variant in keys}, tables))
        no_rule = max((score for entry, score in scores.items() if entry.is_unanswered), default=0.0)
        best = near[0][0] if near else 0.0
        self.best = best if best > no_rule else 0.0
        self.hits = tuple(hit for _score, hit in near) if self.best >= MIN_SCORE else ()
        rows = {entry.key: score for entry, score in scores.items() if entry.is_row}
        row = max(rows, key=lambda key: rows[key], default="")
        self.row = row if len(tables) > 1 and row and rows[row] >= max(MIN_SCORE, self.best) else ""
        best_of_sections: dict[tuple[str, str], Hit] = {}
        for _score, hit in near:
            best_of_sections.setdefault((hit.variant, hit.section), hit)
        self.nearest = tuple(best_of_sections.values())[:MAX_NEAREST]
        others = {e: score for e, score in scores.items() if e.variant in VARIANTS.keys() - keys}
        elsewhere = _shown(searched, others, [TableChoice(key) for key in VARIANTS])
        self.elsewhere = tuple(hit for score, hit in elsewhere if score >= MIN_SCORE_ELSEWHERE)


def _shown(
    searched: Index, scores: Mapping[Entry, float], tables: Sequence[TableChoice]
) -> Iterator[tuple[float, Hit]]:
    """Yield the best entries with their scores, as they stand on the page of their table if it shows them."""
    by_key = {table.key: table for table in tables}
    least, shown = 0.0, 0
    for entry, score in sorted(scores.items(), key=lambda scored: -scored[1]):
        if score <= least or shown == MAX_HITS:
            return
        hit = hits_of(searched.language, by_key[entry.variant]).get(entry.key)
        if hit:
            least, shown = least or score * MIN_SHARE, shown + 1
            yield score, hit
