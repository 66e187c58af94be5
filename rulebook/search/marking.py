"""An excerpt in pieces: the cards it begins with, and where it says what was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from rulebook.search.excerpt import Excerpt
from rulebook.search.folding import words_of
from rulebook.search.lexicon import Lexicon


@dataclass(frozen=True)
class Piece:
    """A stretch of the text. kind: "card" is drawn as one, "mark" was asked for, "" is neither."""

    text: str
    kind: str = ""


def pieces(excerpt: Excerpt, terms: Set[str], lexicon: Lexicon) -> Iterator[Piece]:
    """The whole text, from its first letter to its last."""
    cards = [(start, start + length) for start, length in excerpt.cards.items()]
    said = [place for place in _said(excerpt, terms, lexicon) if place not in cards]
    places = [(*place, "card") for place in cards] + [(*place, "mark") for place in said]
    done = 0
    for start, end, kind in sorted(places):
        if start >= done:
            yield Piece(excerpt.text[done:start])
            yield Piece(excerpt.text[start:end], kind)
            done = end
    yield Piece(excerpt.text[done:])


def _said(excerpt: Excerpt, terms: Set[str], lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Where the words and phrases stand that were asked for."""
    words = list(words_of(excerpt.text, excerpt.cards))
    for part in lexicon.said([lexicon.term(word.folded) for word in words]):
        places = list(range(part.first, part.last + 1))
        if part.term not in terms:
            places = [place for place in places if lexicon.term(words[place].folded) in terms]
        if places:
            yield words[places[0]].start, words[places[-1]].end
