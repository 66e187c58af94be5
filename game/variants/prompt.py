"""Reminders for the table, such as the dealer's duties and questions before counting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.variants.text import Text

PLACEHOLDERS = ("dealer", "leader", "cards")
PLACEHOLDER = re.compile(r"%\((\w+)\)s|%(?!%)|%%")  # %% stands for a percent sign


@dataclass(frozen=True, eq=False)
class Prompt:
    """only_if: values of options required to show it. The texts may contain PLACEHOLDERS."""

    moment: str
    text: Text
    lead: Text | None = None
    only_if: Mapping[str, Any] = field(default_factory=dict)
    first_in_block: bool = False

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Prompt:
        """Build a reminder from its table in variant.toml, where `only_if` is called `if`."""
        own = {key: value for key, value in entry.items() if key not in ("if", "facts")}
        return cls(**own, only_if=entry.get("if", {}))

    def applies(self, chosen: Mapping[str, Any]) -> bool:
        return all(chosen[key] == value for key, value in self.only_if.items())

    def frozen(self) -> dict[str, Any]:
        return {
            "moment": self.moment,
            "lead": None if self.lead is None else dict(self.lead),
            "text": dict(self.text),
            "first_in_block": self.first_in_block,
        }
