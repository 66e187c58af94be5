"""Recognition of variants by words of their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from game.rulebook.search.folding import Word, words_of
from game.rulebook.search.lexicon import Lexicon
from game.variants import VARIANTS

LEAST = 5  # letters of a word that identifies a name


class VariantNames:
    """Words of the variants’ names without another meaning: “pursuit”, but not “order” and “eight”."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.keys: dict[str, set[str]] = {}
        self.whole: set[tuple[str, ...]] = set()
        for variant in VARIANTS.values():
            for name in variant.name.values():
                words = tuple(word.folded for word in words_of(name))
                self.whole.add(words)
                for word in words:
                    if len(word) >= LEAST and not lexicon.knows(word):
                        for form in (word, f"{word}s"):  # “Vatikans jokrar”
                            self.keys.setdefault(form, set()).add(variant.key)

    def without_repeated_names(self, words: Sequence[Word]) -> Iterator[Word]:
        """Yield the words, but only the first one of a complete name."""
        place = 0
        while place < len(words):
            yield words[place]
            following = tuple(word.folded for word in words[place:])
            place += max((len(name) for name in self.whole if following[: len(name)] == name), default=1)

    def variants_named(self, folded: Iterable[str], typed: str) -> set[str]:
        """Return the keys of the variants that the words name.

        Accents in `typed` must match a name exactly.
        """
        keys = set().union(*(self.keys.get(word, ()) for word in folded))
        spelt = {key for key in keys if any(_holds(name, typed) for name in VARIANTS[key].name.values())}
        return keys if typed.isascii() else spelt or keys


def _holds(name: str, typed: str) -> bool:
    return typed.casefold() in name.casefold()
