"""The word that was meant: one that begins so, or is the same but for a slip of the finger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

LEAST_BEGUN = 3  # letters before the rest of a word is guessed
LEAST_MISSPELT = 4
LEAST_TWICE = 8  # letters from which on two slips are forgiven
BEGUN, ONE_SLIP, TWO_SLIPS = 0.9, 0.8, 0.6


class Spelling:
    """Knows some words. Two are alike when they become the same by taking a letter from one or each: a letter
    too many, too few, a wrong one, or two that changed places. In long words that may happen twice.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(set(words))
        self.longest = max(map(len, self.words), default=0)
        self.shortened: dict[str, list[str]] = {}
        for word in self.words:
            for short in {short for slips in _slips(word) for short in _shortened(word, slips)}:
                self.shortened.setdefault(short, []).append(word)

    def meant_by(self, typed: str) -> dict[str, float]:
        """Words that may be meant, with how likely (0 to 1); none for a word that is like no other."""
        if len(typed) > self.longest + 2:
            return {}
        begun = {}
        if len(typed) >= LEAST_BEGUN:
            begun = {word: BEGUN for word in self.words if word.startswith(typed)}
        for slips, likely in zip(_slips(typed), (ONE_SLIP, TWO_SLIPS), strict=False):
            near = {word for short in _shortened(typed, slips) for word in self.shortened.get(short, ())}
            alike = {word: likely for word in near if _are_alike(word, typed, slips)}
            if alike:
                return alike | begun
        return begun


def _slips(word: str) -> range:
    """How many slips are forgiven: 1, or 1 and then 2."""
    return range(1, 1 + (len(word) >= LEAST_MISSPELT) + (len(word) >= LEAST_TWICE))


def _shortened(word: str, slips: int) -> Iterator[str]:
    """The word without up to so many of its letters."""
    for gone in range(slips + 1):
        for kept in combinations(word, len(word) - gone):
            yield "".join(kept)


def _are_alike(word: str, typed: str, slips: int) -> bool:
    """Exactly; the short forms of a long word are those for two slips."""
    if abs(len(word) - len(typed)) > slips:
        return False
    return not {*_shortened(word, slips)}.isdisjoint(_shortened(typed, slips))
