"""What somebody typed, understood: which variants it names, and which terms it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.search.folding import words_of
from rulebook.search.lexicon import QUANTITY, Lexicon, Part, joined, literal
from rulebook.search.naming import Names
from rulebook.search.spelling import Spelling

# What counts beside a term: neighbours, those that begin with “on” or the like, the very word, a little word.
NEIGHBOURS, BOUND, LITERAL, LITTLE = 0.5, 1.0, 0.3, 0.15


@dataclass(frozen=True)
class Wanted:
    """One thing asked for: terms that would do, with how likely each is meant (0 to 1).

    counts: how much it matters; needed: whether an answer without it is only half an answer.
    """

    terms: Mapping[str, float]
    counts: float = 1.0
    needed: bool = True


@dataclass(frozen=True)
class Question:
    """variants: keys of those that are named, empty where none is. lost: some word is like no other."""

    variants: frozenset[str]
    wanted: tuple[Wanted, ...]
    lost: bool

    @property
    def needed_terms(self) -> frozenset[str]:
        return frozenset(term for wanted in self.wanted if wanted.needed for term in wanted.terms)


@dataclass(frozen=True)
class Meant:
    """A typed word: the folded words that may be meant, with how likely each is."""

    words: Mapping[str, float]
    lexicon: Lexicon

    @property
    def terms(self) -> dict[str, float]:
        return {self.lexicon.term(word): likely for word, likely in self.words.items()}

    @property
    def likeliest(self) -> str:
        return self.lexicon.term(max(self.words, key=lambda word: self.words[word]))

    @property
    def is_little(self) -> bool:
        return all(word in self.lexicon.little for word in self.words)

    @property
    def tells_little(self) -> bool:
        return all(map(self.lexicon.tells_little, self.words))


class Reader:
    """Understands questions; `words` are those that the rules are written in, folded."""

    def __init__(self, words: set[str], lexicon: Lexicon) -> None:
        self.lexicon, self.names = lexicon, Names(lexicon)
        self.terms = set(map(lexicon.term, words - self.names.keys.keys()))
        self.spelling = Spelling({*words, *lexicon.groups, *self.names.keys})

    def read(self, text: str) -> Question:
        variants: set[str] = set()
        said, lost = [], False
        for word in self.names.without_rest(list(words_of(text))):
            meant = self._meant(word.folded)
            if not meant:
                lost = True
            elif meant.keys() <= self.names.keys.keys():
                variants |= self.names.named_by(meant, text[word.start : word.end])
            else:
                said.append(Meant(meant, self.lexicon))
        return Question(frozenset(variants), tuple(self._wanted(said)), lost)

    def _meant(self, folded: str) -> dict[str, float]:
        """The words that may be meant: itself where it is known, none where it is like nothing that is."""
        known = self.lexicon.knows(folded) or self.lexicon.term(folded) in self.terms
        if known or folded in self.names.keys:
            return {folded: 1.0}
        return self.spelling.meant_by(folded)

    def _wanted(self, said: Sequence[Meant]) -> Iterator[Wanted]:
        parts = list(self.lexicon.said([meant.likeliest for meant in said]))
        phrases = [part for part in parts if part.is_phrase]
        within = {place for part in phrases for place in range(part.first, part.last + 1)}
        only_little = all(meant.tells_little for meant in said)
        for place, meant in enumerate(said):
            needed = (only_little or not meant.tells_little) and place not in within
            yield Wanted(meant.terms, LITTLE if meant.tells_little else 1.0, needed)
            if not meant.tells_little:
                very = {literal(word): likely for word, likely in meant.words.items()}
                yield Wanted(very, LITERAL, needed=False)
        for phrase in phrases:
            telling = phrase.term not in self.lexicon.binding
            yield Wanted({phrase.term: 1.0}, 1.0 if telling else LITTLE, telling)
        yield from self._neighbours(parts, said)

    def _neighbours(self, parts: Sequence[Part], said: Sequence[Meant]) -> Iterator[Wanted]:
        telling = [part.term for part in parts if part.is_phrase or not said[part.first].is_little]
        for pair in self.lexicon.neighbours(telling):
            counts = BOUND if pair.split()[0] in self.lexicon.binding else NEIGHBOURS
            yield Wanted({pair: 1.0}, counts, needed=False)
        for one, other in pairwise(parts):
            if one.term == QUANTITY:
                yield Wanted({joined(QUANTITY, said[other.first].likeliest): 1.0}, BOUND, needed=False)
