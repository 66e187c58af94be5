"""Words of a text as search terms: cards, numbers, and stems of all other words."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import snowballstemmer

from game.referee.cards import SUIT_SIGNS

WORD = re.compile(r"\d+(?::?(?:an|orna|or|ar|a|s))?(?![^\W_])|[^\W_]+(?:[’'][^\W_]+)*|[♠♥♦♣]")
CARD = re.compile(r"(10|[2-9])([HDChdc])|([AKQJ])([SHDC])")  # “8h”, “KS”; “8s” is several eights
FIGURES = re.compile(r"(\d+):?[a-z]*")
MAX_DIGITS = 3
SNOWBALL = {"en": "english", "sv": "swedish"}
SENTENCE_BEGINS = re.compile(r"[.:;!?…(“”]\W*$")
LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "’": "", "'": ""})


@dataclass(frozen=True)
class Word:
    """A word and its position in the text. folded: in small letters without accents.

    rank, suit: of the card that it names, or ""; number: its value if it is a numeral.
    """

    start: int
    end: int
    folded: str
    rank: str = ""
    suit: str = ""
    number: int | None = None

    @property
    def is_plural(self) -> bool:
        """Whether it names several cards of a rank: “8s”, “eights”, “åttor”."""
        return bool(self.rank) and self.folded.endswith(("s", "or", "ar", "na"))


@dataclass(frozen=True)
class CardWords:
    """The tables of words.toml, folded. known: the words of all tables.

    counted, rounds: words after a number that counts, and before or after it. same: term by word.
    """

    known: frozenset[str]
    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    numbers: Mapping[str, int]
    counted: frozenset[str]
    rounds: frozenset[str]
    position: Mapping[str, frozenset[str]]
    meld: Mapping[str, frozenset[str]]
    same: Mapping[str, str]


@cache
def card_words() -> CardWords:
    file = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    keys = {
        table: {fold(word): key for key, words in file[table].items() for word in words.split()}
        for table in ("ranks", "suits", "numbers", "same")
    }
    sets = {
        table: {key: frozenset(map(fold, words.split())) for key, words in lists.items()}
        for table, lists in file.items()
    }
    numerals = {word: int(rank) for word, rank in keys["ranks"].items() if rank.isdecimal()}
    return CardWords(
        known=frozenset().union(*(words for lists in sets.values() for words in lists.values())),
        ranks=keys["ranks"],
        suits=keys["suits"] | {sign: suit for suit, sign in SUIT_SIGNS.items()},
        numbers=numerals | {word: int(number) for word, number in keys["numbers"].items()},
        counted=sets["counted"]["rounds"] | sets["counted"]["things"],
        rounds=sets["counted"]["rounds"],
        position=sets["position"],
        meld=sets["meld"],
        same={word: f"~{term}" for word, term in keys["same"].items()},
    )


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Return the text in small letters without accents; idempotent.

    >>> fold("Vändåtta")
    'vandatta'
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", bare.casefold()).translate(LETTERS)


def words_of(text: str, cards: Collection[int] = ()) -> list[Word]:
    """Return all words. A, or E in Swedish, is an ace unless it begins a sentence.

    cards: positions in the text at which a card stands in any case.
    """
    begins, words = True, []
    for match in WORD.finditer(text):
        place = match.start()
        begins = begins or bool(SENTENCE_BEGINS.search(text, 0, place))
        meaning = _meaning(match[0], may_be_ace=place in cards or not begins)
        words.append(Word(place, match.end(), *meaning))
        begins = place in cards  # after the cards that stand before a sentence as well
    return words


@lru_cache(maxsize=8192)
def _meaning(word: str, *, may_be_ace: bool) -> tuple[str, str, str, int | None]:
    """Return a word folded, and the rank, suit and number that it names."""
    folded, known = fold(word), card_words()
    written = CARD.fullmatch(word)
    if written:
        return folded, written[1] or written[3], (written[2] or written[4]).upper(), None
    suit, rank = _compound(folded)
    if suit:
        return folded, rank, suit, None
    figures = FIGURES.fullmatch(folded)
    bare = figures[1] if figures else folded
    rank = "A" if word in ("A", "E") and may_be_ace else known.ranks.get(bare, "")
    number = int(bare) if bare.isdecimal() and len(bare) <= MAX_DIGITS else known.numbers.get(bare)
    return folded, rank, known.suits.get(folded, ""), number


def _compound(folded: str) -> tuple[str, str]:
    """Return suit and rank of a Swedish compound: “ruteress”, “klöverfemma”; ("", "") for other words."""
    known = card_words()
    for name, suit in known.suits.items():
        rank = known.ranks.get(folded.removeprefix(name)) if folded.startswith(name) else None
        if rank and len(name) > 1:
            return suit, rank
    return "", ""


def terms_of(words: Sequence[Word], language: str) -> list[str]:
    """Return a term for each word: “ace”, “A” and “aces” have the same; numbers of players differ from cards.

    >>> terms_of(words_of("Can two players play eights?"), "en")
    ['can', '#2', 'player', '~play', '8']
    """
    known, terms = card_words(), []
    for place, word in enumerate(words):
        following = words[place + 1].folded if place + 1 < len(words) else ""
        if word.number is not None and following in known.counted:
            terms.append(f"#{word.number}")
        else:
            term = word.rank or word.suit or known.same.get(word.folded)
            terms.append(term or _stem(word.folded, language))
    return terms


@lru_cache(maxsize=8192)
def _stem(folded: str, language: str) -> str:
    stem: str = _stemmer(language).stemWord(folded)
    return stem


@cache
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(SNOWBALL[language])
