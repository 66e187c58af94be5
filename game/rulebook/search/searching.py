"""Answer a query: verdicts of the referee, and the passages that match best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.referee.eights.rules import EightsRules
from game.referee.rummy.melding import Melding
from game.rulebook.notation import MARK
from game.rulebook.search.entries import Entry, Hit, TableChoice, hits_of
from game.rulebook.search.index import Index, index
from game.rulebook.search.melds import meld_cases, meld_in
from game.rulebook.search.names import split_names
from game.rulebook.search.position import Case, cases, position_in
from game.rulebook.search.text import Word, terms_of, words_of
from game.texts import LANGUAGES
from game.variants import VARIANTS

MOST_HITS = 8
LEAST = 0.26  # score of an answer; chosen on questions of which a fifth have no answer
LEAST_ELSEWHERE = 0.35  # of an answer from other games than asked about, or in the other language
LEAST_SHARE = 0.4  # of the score of the best hit
NEAREST = 2  # sections shown without an answer
SUMMARY = "short-aim"  # the passage for a query that only names a variant


@dataclass(frozen=True)
class GameVerdict:
    """The referee's answer for one variant. names_suits: whether the query leaves no suit open."""

    variant: str
    names_suits: bool
    cases: tuple[Case, ...]


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
    given = frozenset({variant} if variant else ())
    named = mentioned & given or mentioned or given
    tables = [
        table if table and table.key == key else TableChoice(key)
        for key in VARIANTS
        if not named or key in named
    ]
    if not words:
        return SearchResult(language, named, hits=tuple(_summaries(language, tables)) if named else ())
    asked = " ".join(text[word.start : word.end] for word in words)
    first, second = (
        _Found(index(each), asked, tables) for each in sorted(LANGUAGES, key=lambda each: each != language)
    )
    found = second if first.best < LEAST and second.best >= LEAST_ELSEWHERE else first
    verdicts = tuple(_verdicts(found.words, tables))
    is_answered = bool(verdicts or found.hits)
    return SearchResult(
        found.language,
        named,
        found.terms,
        verdicts,
        hits=found.hits,
        row="" if verdicts else found.row,
        elsewhere=found.elsewhere if named and not is_answered else (),
        nearest=found.nearest if not is_answered else (),
    )


class _Found:
    """The best entries in one language. words: of the corrected query.

    best: score of the best entry, 0 if it is a topic without rules.
    row: of the comparison, if several variants are asked about and it is better than any passage.
    """

    def __init__(self, searched: Index, text: str, tables: Sequence[TableChoice]) -> None:
        self.words = words_of(searched.corrected(text))
        terms = terms_of(self.words, searched.language)
        self.language, self.terms = searched.language, searched.telling(terms)
        scores = dict(searched.scores(terms))
        for entry, score in scores.items():
            if set(terms) <= searched.contents[entry]:
                scores[entry] = max(score, LEAST_ELSEWHERE)
        keys = {table.key for table in tables}
        near = list(_shown(searched, {e: score for e, score in scores.items() if e.variant in keys}, tables))
        no_rule = max((score for entry, score in scores.items() if entry.is_unanswered), default=0.0)
        best = near[0][0] if near else 0.0
        self.best = best if best > no_rule else 0.0
        self.hits = tuple(hit for _score, hit in near) if self.best >= LEAST else ()
        rows = {entry.key: score for entry, score in scores.items() if entry.is_row}
        row = max(rows, key=lambda key: rows[key], default="")
        self.row = row if len(tables) > 1 and row and rows[row] >= max(LEAST, self.best) else ""
        self.nearest = _of_different_sections([hit for _score, hit in near])[:NEAREST]
        others = {e: score for e, score in scores.items() if e.variant in VARIANTS.keys() - keys}
        elsewhere = _shown(searched, others, [TableChoice(key) for key in VARIANTS])
        self.elsewhere = tuple(hit for score, hit in elsewhere if score >= LEAST_ELSEWHERE)


def _shown(
    searched: Index, scores: Mapping[Entry, float], tables: Sequence[TableChoice]
) -> Iterator[tuple[float, Hit]]:
    """Yield the best entries with their scores, as they stand on the page of their table if it shows them."""
    by_key = {table.key: table for table in tables}
    least, shown = 0.0, 0
    for entry, score in sorted(scores.items(), key=lambda scored: -scored[1]):
        if score <= least or shown == MOST_HITS:
            return
        hit = hits_of(searched.language, by_key[entry.variant]).get(entry.key)
        if hit:
            least, shown = least or score * LEAST_SHARE, shown + 1
            yield score, hit


def _summaries(language: str, tables: Sequence[TableChoice]) -> Iterator[Hit]:
    return (hits_of(language, table)[SUMMARY] for table in tables)


def _of_different_sections(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the best hit of each section."""
    best: dict[tuple[str, str], Hit] = {}
    for hit in hits:
        best.setdefault((hit.variant, hit.section), hit)
    return tuple(best.values())


def _verdicts(words: Sequence[Word], tables: Sequence[TableChoice]) -> Iterator[GameVerdict]:
    position, meld = position_in(words), meld_in(words)
    families = {VARIANTS[table.key].play["family"] for table in tables}
    for table in tables:
        variant, options = VARIANTS[table.key], table.options
        players = table.players or variant.players[0]
        rules = variant.rules(options, players)
        played = variant.play_rules(options, players)
        if position and variant.play["family"] == "eights":
            eights = EightsRules.from_dict(played, decks=rules.decks)
            yield GameVerdict(variant.key, position.names_suits, cases(eights, position))
        elif meld and families == {"rummy"}:
            melding = Melding.from_dict(played, decks=rules.decks, jokers=rules.jokers)
            found = meld_cases(melding, meld, words)
            yield GameVerdict(variant.key, not found[0].suit, found)
