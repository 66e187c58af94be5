"""From a question to the excerpts that answer it, the best first, and where they say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
class Hit:
    """An excerpt, and the terms that were asked for."""

    excerpt: Excerpt
    terms: frozenset[str]

    @property
    def pieces(self) -> Iterator[tuple[str, str]]:
        """The whole text, from its first letter to its last, in stretches: what is read, and how.

        "card" is drawn as one, "mark" was asked for, "ours" marks our own choice, "" is none of them.
        """
        text = self.excerpt.text
        cards = [(start, start + length) for start, length in self.excerpt.cards.items()]
        said = [place for place in self._said() if place not in cards]
        ours = [(place, place + len(MARK)) for place, sign in enumerate(text) if sign == MARK]
        places = [(*place, "card") for place in cards] + [(*place, "mark") for place in said]
        places += [(*place, "ours") for place in ours]
        done = 0
        for start, end, kind in sorted(places):
            if start >= done:
                yield text[done:start], ""
                yield text[start:end], kind
                done = end
        yield text[done:], ""

    def _said(self) -> Iterator[tuple[int, int]]:
        """Where the words and phrases stand that were asked for."""
        words = list(self.excerpt.words)
        terms = lexicon().likeliest([word.folded for word in words])
        for part in lexicon().said(terms):
            places = list(range(part.first, part.last + 1))
            if part.term not in self.terms:
                places = [place for place in places if terms[place] in self.terms]
            if places:
                yield words[places[0]].start, words[places[-1]].end


@dataclass(frozen=True)
class Answer:
    """hits: the best first, all in one language. named: keys of the variants that were asked about.

    elsewhere: the hits are of other variants, because those say nothing that fits.
    """

    hits: tuple[Hit, ...]
    language: str
    named: frozenset[str]
    elsewhere: bool = False

    @property
    def tells_a_choice(self) -> bool:
        """Whether any of them bears the mark of our own choice."""
        return any(MARK in hit.excerpt.text for hit in self.hits)


def ask(text: str, language: str, variant: str | None = None, table: Chosen | None = None) -> Answer:
    """What the rules say to a question, in a language, or in the other where this one has nothing that fits.

    `variant` is the one that is meant where the question names none, or a name that it shares; of `table` it
    is told what that chose. Raises IllegalOption.
    """
    question = reader().read(text)
    asked_at = frozenset({variant} if variant else ())
    named = question.variants & asked_at or question.variants or asked_at
    everywhere = frozenset[str]()
    for variants in (named, everywhere) if named else (everywhere,):
        for spoken in sorted(LANGUAGES, key=lambda each: each != language):
            searched = index_of(spoken, table) if table else index(spoken)
            best = _best(searched, question, variants)
            if best:
                hits = tuple(Hit(excerpt, question.needed_terms) for excerpt in best)
                return Answer(hits, spoken, named, elsewhere=variants != named)
    return Answer((), language, named)


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
