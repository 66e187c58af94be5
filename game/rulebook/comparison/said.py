"""One thing that a rule says, as data: two variants agree where they say the same about the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Said:
    """`law` names the phrase, `ranks` the cards it is about, `about` what it names: numbers, ranks, words.

    ours: the decision that it rests on where no text says it; two variants play alike with and without one.
    """

    law: str
    ranks: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)
    ours: str = field(default="", compare=False)


Cell = tuple[Said, ...]  # empty where a card is an ordinary one
MOOT = frozenset({"only_counted", "not_in_pack", "melded"})  # the question does not arise


def is_moot(cell: Cell) -> bool:
    return any(said.law in MOOT for said in cell)


def say(law: str, *ranks: str, **about: Any) -> Said:
    return Said(law, ranks, about)
