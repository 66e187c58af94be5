"""Whether a numeral counts something or is a card: “two eights”, “an 8 on a two”; often only a guess."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

FIGURES = re.compile(r"(\d+)(?:s|an?|or|orna)?")  # “8s”, “2an”

LONGEST = 3  # digits of a number that somebody means


class Reading(Enum):
    CARD = "card"
    NUMBER = "number"
    EITHER = "either"


def without_ending(folded: str) -> str:
    """“8s” and “8an” are an 8."""
    found = FIGURES.fullmatch(folded)
    return found[1] if found else folded


@dataclass(frozen=True)
class Numerals:
    """values: of words that may be numbers; articles: words that a card follows; counted: words that a number
    precedes, beside `ranks`, every form of a card's name; alternatives: what stands between two of a kind.
    """

    values: Mapping[str, int]
    articles: frozenset[str]
    counted: frozenset[str]
    ranks: frozenset[str]
    alternatives: frozenset[str]

    def value(self, word: str) -> int | None:
        return int(word) if word.isdecimal() and len(word) <= LONGEST else self.values.get(word)

    def reading(self, words: Sequence[str], place: int) -> Reading | None:
        """Of the word there; None where it is no numeral."""
        if self.value(words[place]) is None:
            return None
        before = words[place - 1] if place else ""
        if before in self.articles:
            return Reading.CARD if words[place] in self.ranks else Reading.NUMBER
        if self._counts(words, place) or words[place] not in self.ranks:
            return Reading.NUMBER
        another = before in self.alternatives and any(self._counts(words, each) for each in range(place))
        return Reading.NUMBER if another else Reading.EITHER

    def counts_cards(self, words: Sequence[str], place: int) -> bool:
        """“Three sevens”: a number before a card’s name."""
        after = words[place + 1] if place + 1 < len(words) else ""
        named = without_ending(after) in self.ranks and self.value(after) is None
        return self.value(words[place]) is not None and named

    def _counts(self, words: Sequence[str], place: int) -> bool:
        if self.value(words[place]) is None:
            return False
        after = words[place + 1] if place + 1 < len(words) else ""
        return after in self.counted or self.counts_cards(words, place)
