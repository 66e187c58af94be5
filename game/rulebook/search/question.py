"""What somebody typed, understood: which variants it names, and which terms it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.rulebook.search.folding import words_of
from game.rulebook.search.lexicon import QUANTITY, Lexicon, Part, is_number, joined, literal
from game.rulebook.search.naming import Names
from game.rulebook.search.spelling import Spelling

# What counts beside a term: neighbours, those that begin with “on” or the like, the very word, a word within
# a phrase, a number, a little word.
NEIGHBOURS, BOUND, LITERAL, WITHIN, NUMBER, LITTLE = 0.4, 1.0, 0.3, 0.5, 0.5, 0.15
SEVERAL = "set_of_cards"  # what “three sevens” are
SENSE = 0.6  # how likely a word stands for what it means less often


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
    """A typed word: the terms that may be meant, with how likely each is, the likeliest first."""

    terms: Mapping[str, float]
    words: Mapping[str, float]
    is_little: bool
    tells_little: bool
    counts_cards: bool

    @property
    def likeliest(self) -> str:
        return next(iter(self.terms))


class Reader:
    """Understands questions; `words` are those that the rules are written in, folded."""

    def __init__(self, words: set[str], lexicon: Lexicon) -> None:
        self.lexicon, self.names = lexicon, Names(lexicon)
        self.terms = set(map(lexicon.term, words - self.names.keys.keys()))
        self.spelling = Spelling({*words, *lexicon.groups, *self.names.keys})

    def read(self, text: str) -> Question:
        variants: set[str] = set()
        words, lost = [], False
        for word in self.names.without_rest(list(words_of(text))):
            spelt = self._spelt(word.folded)
            if not spelt:
                lost = True
            elif spelt.keys() <= self.names.keys.keys():
                variants |= self.names.named_by(spelt, text[word.start : word.end])
            else:
                words.append(spelt)
        return Question(frozenset(variants), tuple(self._wanted(self._meant(words))), lost)

    def _spelt(self, folded: str) -> dict[str, float]:
        """The words that may be meant: itself where it is known, none where it is like nothing that is."""
        known = self.lexicon.knows(folded) or self.lexicon.term(folded) in self.terms
        if known or folded in self.names.keys or self.lexicon.numerals.value(folded):
            return {folded: 1.0}
        return self.spelling.meant_by(folded)

    def _meant(self, words: Sequence[Mapping[str, float]]) -> list[Meant]:
        likeliest = [max(spelt, key=lambda word: spelt[word]) for spelt in words]
        meant: list[Meant] = []
        for spelt, likely, terms in zip(words, likeliest, self.lexicon.read(likeliest), strict=True):
            others = {self.lexicon.term(word): share for word, share in spelt.items() if word != likely}
            share = spelt[likely]
            counted = self.lexicon.numerals.counts_cards(likeliest, len(meant))
            meant.append(
                Meant(
                    terms={term: of * share for term, of in terms.items()} | others,
                    words=spelt,
                    is_little=all(word in self.lexicon.little for word in spelt),
                    tells_little=all(map(self.lexicon.tells_little, spelt)),
                    counts_cards=counted,
                )
            )
        return meant

    def _wanted(self, said: Sequence[Meant]) -> Iterator[Wanted]:
        parts = list(self.lexicon.asked([meant.likeliest for meant in said]))
        phrases = [part for part in parts if part.is_phrase]
        within = {place for part in phrases for place in range(part.first, part.last + 1)}
        telling_phrases = [phrase for phrase in phrases if phrase.term not in self.lexicon.binding]
        only_little = not telling_phrases and all(
            meant.tells_little or is_number(meant.likeliest) for meant in said
        )
        for place, meant in enumerate(said):
            counts = self._counts(meant, place in within)
            needed = counts == 1.0 or (only_little and place not in within)
            yield Wanted(self._senses(meant.terms), counts, needed)
            if not meant.tells_little:
                very = {literal(word): likely for word, likely in meant.words.items()}
                yield Wanted(very, LITERAL * counts, needed=False)
            if meant.counts_cards:
                yield Wanted(self._senses({SEVERAL: 1.0}), NEIGHBOURS, needed=False)
        for phrase in phrases:
            telling = phrase.term not in self.lexicon.binding
            yield Wanted(self._senses({phrase.term: 1.0}), 1.0 if telling else LITTLE, telling)
        yield from self._neighbours(parts, said)

    def _counts(self, meant: Meant, within: bool) -> float:
        if meant.tells_little:
            return LITTLE
        if is_number(meant.likeliest):
            return NUMBER
        return WITHIN if within else 1.0

    def _senses(self, terms: Mapping[str, float]) -> dict[str, float]:
        """The terms, and what else they may stand for."""
        senses = self.lexicon.senses
        others = {other: SENSE * likely for term, likely in terms.items() for other in senses.get(term, ())}
        return others | dict(terms)

    def _neighbours(self, parts: Sequence[Part], said: Sequence[Meant]) -> Iterator[Wanted]:
        telling = [part.term for part in parts if part.is_phrase or not said[part.first].is_little]
        for pair in self.lexicon.neighbours(telling):
            counts = BOUND if pair.split()[0] in self.lexicon.firmly else NEIGHBOURS
            yield Wanted({pair: 1.0}, counts, needed=False)
        content = [term for term in telling if term not in self.lexicon.binding]
        if len(content) == 1 and content[0] in self.lexicon.alone:
            yield Wanted({self.lexicon.alone[content[0]]: 1.0})
        for one, other in pairwise(parts):
            if one.term == QUANTITY:
                yield Wanted({joined(QUANTITY, said[other.first].likeliest): 1.0}, BOUND, needed=False)
