"""What a passage waits for: an option of the variant with some value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.variants.option import Option


@dataclass(frozen=True)
class Condition:
    """`value` None: the option is on, or has a value at all. `never` turns the condition round."""

    option: str
    value: str | None = None
    never: bool = False

    def holds(self, chosen: Mapping[str, Any]) -> bool:
        """`chosen`: every option of the variant; None is an option that the table has yet to agree on."""
        given = chosen[self.option]
        met = bool(given) if self.value is None else str(given) == self.value
        return met is not self.never

    def mistake(self, options: Mapping[str, Option]) -> str | None:
        """What is wrong with it, None where nothing is."""
        option = options.get(self.option)
        if option is None:
            return f"no option “{self.option}”"
        named = {str(choice.value) for choice in (*option.choices, *option.special)}
        if self.value is None and option.kind == "choice":
            return f"“{self.option}” needs one of its values"
        if self.value is not None and self.value not in named and option.kind != "count":
            return f"“{self.option}” is never “{self.value}”"
        return None
