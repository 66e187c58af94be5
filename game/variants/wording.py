"""What a session keeps of its variant for people to read; scoring.rules.Rules is what it is counted by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from game.scoring.rules import CardClass
from game.variants.prompt import Prompt
from game.variants.text import Text, in_language


@dataclass(frozen=True, eq=False)
class NamedClass(CardClass):
    """A card class with what stands on its key, and what one and several of its cards are called."""

    label: Text
    one: Text
    many: Text


class Wording:
    """Frozen rules, read for their texts. words: the table's words for a round and its parts, None where
    the variant has no such part.
    """

    def __init__(self, frozen: Mapping[str, Any]) -> None:
        self.name: Text = frozen["name"]
        self.words: Mapping[str, Text | None] = frozen["words"]
        self._frozen = frozen

    @cached_property
    def classes(self) -> tuple[NamedClass, ...]:
        """In pad order."""
        return named_classes(self._frozen["classes"])

    def in_figures(self, cards: Mapping[str, int], language: str) -> str:
        """Cards by class for the eye: "8, 5 ×2"."""
        return ", ".join(
            in_language(c.label, language) + (f" ×{cards[c.key]}" if cards[c.key] > 1 else "")
            for c in self.classes
            if cards.get(c.key)
        )

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return tuple(Prompt(**prompt) for prompt in self._frozen["prompts"])


def named_classes(frozen: list[Mapping[str, Any]]) -> tuple[NamedClass, ...]:
    return tuple(NamedClass.from_dict(card_class) for card_class in frozen)
