"""Reminders of a variant that a table sees if it has chosen certain options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.scoring.rules import Prompt

PLACEHOLDERS = ("dealer", "leader", "cards")
PLACEHOLDER = re.compile(r"%\((\w+)\)s|%(?!%)|%%")  # %% stands for a percent sign


@dataclass(frozen=True, eq=False)
class OptionalPrompt:
    """only_if: values of options required to show it."""

    prompt: Prompt
    only_if: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> OptionalPrompt:
        """Build a reminder from its table in variant.toml, where `only_if` is called `if`."""
        first_in_block = entry.get("first_in_block", False)
        prompt = Prompt(entry["moment"], entry.get("lead"), entry["text"], first_in_block=first_in_block)
        return cls(prompt, entry.get("if", {}))

    def applies(self, chosen: Mapping[str, Any]) -> bool:
        return all(chosen[key] == value for key, value in self.only_if.items())
