"""The word that was meant: one that begins so, or is the same but for a slip of the finger."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

LEAST_BEGUN = 3  # letters before the rest of a word is guessed
BEGUN = 0.9
FORGIVEN = {1: (4, 0.8), 2: (8, 0.6)}  # slips: in words of how many letters, and how likely it is meant


class Spelling:
    """Knows some words. A slip is a letter too many, too few, a wrong one, or two that changed places."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(set(words))

    def meant_by(self, typed: str) -> dict[str, float]:
        """Words that may be meant, with how likely (0 to 1); none for a word that is like no other."""
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
