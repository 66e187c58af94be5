"""Prose as it is written: sections of passages.

A file has the sections of SECTIONS, in that order, each a heading `## Title {#key}`. Sections hold
paragraphs, lists, subheads `### Title {#id}` and lines that are drawn from the data. A paragraph or list item
that begins with conditions is shown only where all of them hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from markdown_it.token import Token

from game.rulebook.conditions import Condition

SECTIONS = (
    "breath",
    "deal",
    "turn",
    "special",
    "call",
    "out",
    "scoring",
    "rounds",
    "gaps",
    "variations",
    "source",
)
NEEDED = {"variations": "options"}  # drawn from the data, and looked for by every page


class BadProse(ValueError):
    """A mistake in a file of prose; the message names file and line."""


@dataclass(frozen=True)
class Written:
    """One passage as it is written. kind: "paragraph", "item", "heading", or what is drawn from the data.

    id: stable for the same place of the file, whatever is shown. list: the number of its list in the file.
    tokens: of an item with all that is in it, otherwise those of its one line. cards: those to draw.
    """

    kind: str
    id: str
    line: int
    tokens: tuple[Token, ...]
    conditions: tuple[Condition, ...] = ()
    list: int = 0
    ordered: bool = False
    cards: tuple[str, ...] = ()

    def is_shown(self, chosen: Mapping[str, Any]) -> bool:
        """Whether it is read at a table that chose so."""
        return all(condition.holds(chosen) for condition in self.conditions)


@dataclass(frozen=True)
class WrittenSection:
    key: str
    title: str
    passages: tuple[Written, ...]

    def shown(self, chosen: Mapping[str, Any]) -> list[Written]:
        return [passage for passage in self.passages if passage.is_shown(chosen)]

    @property
    def lacks(self) -> str | None:
        """The line drawn from the data that it needs and has not."""
        needed = NEEDED.get(self.key)
        return None if needed in [None, *(passage.kind for passage in self.passages)] else needed


@dataclass(frozen=True)
class Prose:
    file: str
    sections: tuple[WrittenSection, ...]

    def refuse(self, line: int, mistake: str) -> NoReturn:
        raise BadProse(f"{self.file}:{line}: {mistake}")


def inner(tokens: Sequence[Token]) -> Iterator[Token]:
    """Every token in these, at whatever depth."""
    for token in tokens:
        yield token
        yield from inner(token.children or ())
