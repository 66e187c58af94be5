"""What stands on a page: passages of prose, and what is drawn from the data.

Every block has an `id`, the same whatever options are chosen, a `kind` that says how it is drawn, and its
plain `text`, with cards as they are written: “8”, “9♥”.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from rulebook.notation import CITATION
from rulebook.prose import inner
from variants.option import Option


@dataclass(frozen=True)
class Passage:
    """kind: "paragraph", "item" or "heading". list: the number of the list that an item stands in."""

    kind: str
    id: str
    text: str
    tokens: tuple[Token, ...]
    list: int = 0
    ordered: bool = False

    @property
    def cited(self) -> tuple[str, ...]:
        """The facts and decisions it rests on, in the order they are named."""
        return tuple(token.meta["cited"] for token in inner(self.tokens) if token.type == CITATION)


@dataclass(frozen=True)
class Priced:
    """A card as it counts in a hand; `danger` where it is one of the dear ones."""

    rank: str
    points: int
    danger: bool
    suit: str = ""


@dataclass(frozen=True)
class PointTable:
    """Each row holds cards that cost alike."""

    id: str
    text: str
    rows: tuple[tuple[Priced, ...], ...]
    kind: str = "points"


@dataclass(frozen=True)
class WorkedHand:
    id: str
    text: str
    cards: tuple[Priced, ...]
    kind: str = "hand"

    @property
    def total(self) -> int:
        return sum(card.points for card in self.cards)


@dataclass(frozen=True)
class OptionEntry:
    option: Option
    text: str
    kind: str = "option"

    @property
    def id(self) -> str:
        return f"option-{self.option.key}"

    @property
    def cited(self) -> tuple[str, ...]:
        return self.option.facts


@dataclass(frozen=True)
class Cited:
    """A fact, or a decision where the texts are silent (its source is None), and its number on this page.

    Its id is the citation itself.
    """

    id: str
    text: str
    number: int
    source: str | None
    kind: str = "fact"


Block = Passage | PointTable | WorkedHand | OptionEntry | Cited


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def id(self) -> str:
        return self.key

    def lists_and_others(self) -> list[list[Block]]:
        """The blocks in order, those of one list together."""
        grouped: list[list[Block]] = []
        for block in self.blocks:
            if grouped and _belong(grouped[-1][-1], block):
                grouped[-1].append(block)
            else:
                grouped.append([block])
        return grouped


@dataclass(frozen=True)
class Page:
    """One variant's rules under the options of a table.

    chosen: every option, None for one that waits for the players. numbers: the number of each citation here.
    dangers: the ranks that cost most.
    """

    variant_key: str
    language: str
    chosen: Mapping[str, Any]
    differing: tuple[Option, ...]
    values: Mapping[str, int]
    numbers: Mapping[str, int]
    dangers: frozenset[str]
    sections: tuple[Section, ...]


def _belong(one: Block, other: Block) -> bool:
    if isinstance(one, Passage) and isinstance(other, Passage):
        return one.list == other.list != 0
    return one.kind == other.kind and one.kind in ("option", "fact")
