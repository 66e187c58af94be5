"""Completion and correction of words."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

LEAST_BEGUN = 3  # letters before completion
BEGUN = 0.9  # probability of a completion
FORGIVEN = {1: (4, 0.8), 2: (8, 0.6)}  # edit distance: fewest letters of the word, and probability


class Spelling:
    """Suggests known words by prefix and by edit distance (including transposition)."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(set(words))

    def meant_by(self, typed: str) -> dict[str, float]:
        """Return {word: probability}; {} if no word is similar."""
        begun = {}
        if len(typed) >= LEAST_BEGUN:
            begun = {word: BEGUN for word in self.words if word.startswith(typed)}
        for slips, (letters, likely) in FORGIVEN.items():
            alike = self._alike(typed, slips) if len(typed) >= letters else []
            if alike:
                return dict.fromkeys(alike, likely) | begun
        return begun

    def _alike(self, typed: str, slips: int) -> list[str]:
        found = extract(typed, self.words, scorer=OSA.distance, score_cutoff=slips, limit=None)
        return [word for word, _slips, _place in found]
