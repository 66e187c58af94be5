"""Heuristics whether a numeral is a number or a card: “two eights”, “an 8 on a two”."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

FIGURES = re.compile(r"(\d+)(?:s|an?|or|orna)?")  # “8s”, “2an”

LONGEST = 3  # digits of a number


class NumeralReading(Enum):
    CARD = "card"
    NUMBER = "number"
    EITHER = "either"


def without_ending(folded: str) -> str:
    """Return the digits of “8s” or “8an”; other words unchanged.

    >>> without_ending("8an"), without_ending("ess")
    ('8', 'ess')
    """
    found = FIGURES.fullmatch(folded)
    return found[1] if found else folded


@dataclass(frozen=True)
class Numerals:
    """values: numbers by word; articles: words before a card; counted: nouns after a number, besides
    `ranks`, all forms of card names; alternatives: conjunctions between two of a kind.
    """

    values: Mapping[str, int]
    articles: frozenset[str]
    counted: frozenset[str]
    ranks: frozenset[str]
    alternatives: frozenset[str]

    def value(self, word: str) -> int | None:
        return int(word) if word.isdecimal() and len(word) <= LONGEST else self.values.get(word)

    def reading(self, words: Sequence[str], place: int) -> NumeralReading | None:
        """Return the reading of a word; None if it is no numeral."""
        if self.value(words[place]) is None:
            return None
        before = words[place - 1] if place else ""
        if before in self.articles:
            return NumeralReading.CARD if words[place] in self.ranks else NumeralReading.NUMBER
        if self._counts(words, place) or words[place] not in self.ranks:
            return NumeralReading.NUMBER
        another = before in self.alternatives and any(self._counts(words, each) for each in range(place))
        return NumeralReading.NUMBER if another else NumeralReading.EITHER

    def counts_cards(self, words: Sequence[str], place: int) -> bool:
        """Whether it is a number before the name of a card: “three sevens”."""
        after = words[place + 1] if place + 1 < len(words) else ""
        named = without_ending(after) in self.ranks and self.value(after) is None
        return self.value(words[place]) is not None and named

    def _counts(self, words: Sequence[str], place: int) -> bool:
        if self.value(words[place]) is None:
            return False
        after = words[place + 1] if place + 1 < len(words) else ""
        return after in self.counted or self.counts_cards(words, place)
