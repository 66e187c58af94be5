"""Normalization of words for the search: small letters, no accents, no endings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")  # can’t is one word
LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "’": "", "'": ""}
)  # no accent to take off
SENTENCE_BEGINS = re.compile(r"[.:;!?…(“”]\W*$")
ACE = ("A", "E")
LEAST_STEM = 3
# English and Swedish alike, the longest first: a word never needs to say which language it is.
ENDINGS = (
    "ornas", "arnas", "ernas", "orna", "arna", "erna", "ande", "ade", "ing", "ens", "ets",
    "or", "ar", "er", "en", "et", "an", "na", "ed", "es", "at", "ad", "s", "a", "e",
)  # fmt: skip


@dataclass(frozen=True)
class Word:
    """One word of a text with its position and its normalized form."""

    start: int
    end: int
    folded: str


@lru_cache(maxsize=8192)  # the rules have some two thousand words, again and again
def fold(text: str) -> str:
    """Return the text in small letters without accents; idempotent.

    >>> fold("Vändåtta")
    'vandatta'
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", bare.casefold()).translate(LETTERS)


def words_of(text: str, cards: Collection[int] = ()) -> Iterator[Word]:
    """Yield every word.

    A, or E in Swedish, is an ace if it begins no sentence, or if its position is in `cards`.
    """
    begins = True  # after the cards that stand before a sentence as well
    for found in WORD.finditer(text):
        place, folded = found.start(), fold(found[0])
        if found[0] in ACE and (place in cards or not (begins or SENTENCE_BEGINS.search(text, 0, place))):
            folded = "ace"
        begins = place in cards
        yield Word(place, found.end(), folded)


def stem(folded: str) -> str:
    """Return a folded word without its ending.

    >>> stem("korten"), stem("eights"), stem("attorna")
    ('kort', 'eight', 'att')
    """
    for ending in ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) >= LEAST_STEM:
            return folded[: -len(ending)]
    return folded
