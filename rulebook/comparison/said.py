"""One thing that a rule says, as data: two variants agree where they say the same about the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Said:
    """`law` names the phrase, `ranks` the cards it is about, `about` what it names: numbers, ranks, words."""

    law: str
    ranks: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)


Cell = tuple[Said, ...]  # empty where a variant has nothing of the kind


def say(law: str, *ranks: str, **about: Any) -> Said:
    return Said(law, ranks, about)
