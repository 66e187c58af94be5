"""Reminders for the table: what the dealer has to watch for, what to ask before counting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from variants.fields import Fields
from variants.text import LANGUAGES, Text

MOMENTS = ("deal", "count")
PLACEHOLDERS = ("dealer", "leader", "cards")
PLACEHOLDER = re.compile(r"%\((\w+)\)s|%")


@dataclass(frozen=True, eq=False)
class Prompt:
    """`only_if` names the options under which it is shown; texts may hold PLACEHOLDERS."""

    moment: str
    text: Text
    lead: Text | None = None
    only_if: Mapping[str, Any] = field(default_factory=dict)
    first_in_block: bool = False

    def holds(self, chosen: Mapping[str, Any]) -> bool:
        return all(chosen[key] == value for key, value in self.only_if.items())

    def frozen(self) -> dict[str, Any]:
        return {
            "moment": self.moment,
            "lead": None if self.lead is None else dict(self.lead),
            "text": dict(self.text),
            "first_in_block": self.first_in_block,
        }


def read_prompt(entry: Fields) -> Prompt:
    prompt = Prompt(
        moment=entry.one_of("moment", MOMENTS),
        lead=_filled_in(entry, "lead") if "lead" in entry else None,
        text=_filled_in(entry, "text"),
        only_if=entry.value("if", {}),
        first_in_block=entry.flag("first_in_block", default=False),
    )
    entry.cited()
    entry.done()
    return prompt


def _filled_in(entry: Fields, key: str) -> Text:
    """A text whose placeholders are all known."""
    text = entry.text(key)
    for language in LANGUAGES:
        for found in PLACEHOLDER.finditer(text[language]):
            if found[1] not in PLACEHOLDERS:
                entry.refuse(f"{key}.{language}", f"unknown placeholder “{found[0]}”")
    return text
