"""The texts in the frozen rules of a session. Their numbers are read by scoring.rules.Rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from game.scoring.rules import CardClass, Multiplier
from game.variants.prompt import Prompt
from game.variants.text import Text, in_language


@dataclass(frozen=True, eq=False)
class NamedClass(CardClass):
    """A card class with the label of its key, and the names of one and of several of its cards."""

    label: Text
    one: Text
    many: Text


@dataclass(frozen=True, eq=False)
class NamedMultiplier(Multiplier):
    """A multiplier with the reason why it applies."""

    name: Text


class Wording:
    """The texts of frozen rules. words: by the keys of [words] in variant.toml ("round", "Round", …);
    None if the variant has no such term.
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
        """Return cards by class as a short text: "8, 5 ×2"."""
        return ", ".join(
            in_language(c.label, language) + (f" ×{cards[c.key]}" if cards[c.key] > 1 else "")
            for c in self.classes
            if cards.get(c.key)
        )

    @cached_property
    def multipliers(self) -> tuple[NamedMultiplier, ...]:
        return tuple(map(NamedMultiplier.from_dict, self._frozen.get("multipliers", ())))

    def multipliers_of(self, of: str) -> list[NamedMultiplier]:
        """Those of each "hand", or of the whole "round"."""
        return [multiplier for multiplier in self.multipliers if multiplier.of == of]

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return tuple(Prompt(**prompt) for prompt in self._frozen["prompts"])


def named_classes(frozen: list[Mapping[str, Any]]) -> tuple[NamedClass, ...]:
    return tuple(NamedClass.from_dict(card_class) for card_class in frozen)
