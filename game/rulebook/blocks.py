"""What stands on a page: passages of prose, and what is drawn from the data.

Every block has an `id`, the same whatever options are chosen, a `kind` that says how it is drawn, and its
plain `text`, with cards as they are written: “8”, “9♥”.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from game.rulebook.notation import CITATION
from game.rulebook.prose import inner
from game.variants.option import Option


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
class Layout:
    """The table: the stock, and beside it the pile with its top card, or melds where there is none."""

    id: str
    text: str
    cards: tuple[tuple[str, str], ...]  # rank and suit
    has_pile: bool
    kind: str = "layout"


Block = Passage | PointTable | WorkedHand | OptionEntry | Layout


@dataclass(frozen=True)
class Cited:
    """A fact, or a decision where the texts are silent: then its source is None. The id is its citation.

    at_home: a link to this citation leads here, however often it is cited on the page.
    """

    id: str
    text: str
    source: str | None
    at_home: bool


@dataclass(frozen=True)
class Section:
    """sources: what its sentences rest on, in the order they are met."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    sources: tuple[Cited, ...] = ()

    @property
    def id(self) -> str:
        return self.key

    @property
    def cited(self) -> tuple[str, ...]:
        resting = (block for block in self.blocks if isinstance(block, Passage | OptionEntry))
        return tuple(dict.fromkeys(cited for block in resting for cited in block.cited))

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

    chosen: every option, None for one that waits for the players. dangers: the ranks that cost most.
    """

    variant_key: str
    language: str
    chosen: Mapping[str, Any]
    differing: tuple[Option, ...]
    values: Mapping[str, int]
    dangers: frozenset[str]
    sections: tuple[Section, ...]


def _belong(one: Block, other: Block) -> bool:
    if isinstance(one, Passage) and isinstance(other, Passage):
        return one.list == other.list != 0
    return one.kind == other.kind == "option"
