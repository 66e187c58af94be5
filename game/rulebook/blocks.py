"""What stands on a page: passages of prose, and what is drawn from the data.

Every block has an `id`, the same whatever options are chosen, a `kind` that says how it is drawn, and its
plain `text`, with cards as they are written: “8”, “9♥”.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markdown_it.token import Token

from game.referee.cards import SUIT_SIGNS
from game.rulebook.notation import CITATION, Cards
from game.scoring.hand import points_of
from game.scoring.rules import RANKS, Rules
from game.variants.citations import source_of, text_of
from game.variants.option import Option
from game.variants.text import in_language
from game.variants.wording import NamedClass

POINTS = {"en": "points", "sv": "poäng"}


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
        return tuple(token.meta["cited"] for token in self.tokens if token.type == CITATION)


@dataclass(frozen=True)
class CardPrice:
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
    rows: tuple[tuple[CardPrice, ...], ...]
    kind: str = "points"


@dataclass(frozen=True)
class WorkedHand:
    id: str
    text: str
    cards: tuple[CardPrice, ...]
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
    cards: Cards
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

    language: str
    chosen: Mapping[str, Any]
    differing: tuple[Option, ...]
    dangers: frozenset[str]
    sections: tuple[Section, ...]


def point_table(anchor: str, classes: Sequence[NamedClass], rules: Rules, language: str) -> PointTable | None:
    """None where the table counts no points."""
    rows, texts = [], []
    for card_class in classes:
        points = card_class.points
        if points is None or rules.counts_wins:
            return None
        ranks = sorted(card_class.ranks, key=RANKS.index)
        rows.append(tuple(CardPrice(rank, points, card_class.danger) for rank in ranks))
        texts.append(f"{in_language(card_class.many, language)} ({', '.join(ranks)}): {points}")
    return PointTable(anchor, f"{POINTS[language]}: {'; '.join(texts)}", tuple(rows))


def worked_hand(anchor: str, cards: Cards, rules: Rules, language: str) -> WorkedHand | None:
    """None where the table counts no points; raises IllegalHand for a card that the variant does not know."""
    priced = []
    for rank, suit in cards:
        points = points_of({rank: 1}, rules)
        if points is None:
            return None
        danger = rules.by_key[rules.class_of_rank[rank]].danger
        priced.append(CardPrice(rank, points, danger, suit))
    total = sum(card.points for card in priced)
    sum_of_cards = " + ".join(f"{card.rank}{SUIT_SIGNS.get(card.suit, '')} {card.points}" for card in priced)
    return WorkedHand(anchor, f"{sum_of_cards} = {total} {POINTS[language]}", tuple(priced))


def option_entry(option: Option, language: str) -> OptionEntry:
    texts = [option.name, option.help, *(choice.name for choice in (*option.special, *option.choices))]
    return OptionEntry(option, " · ".join(in_language(text, language) for text in texts))


def layout(anchor: str, cards: Cards, rules: Rules) -> Layout:
    """These lie face up beside the stock."""
    text = " ".join(rank + SUIT_SIGNS.get(suit, "") for rank, suit in cards)
    return Layout(anchor, text, cards, has_pile=rules.turn_up > 0)


def with_sources(sections: Sequence[Section], language: str) -> tuple[Section, ...]:
    """Each with what it rests on; a citation is at home where it is told, not where it is summed up."""
    homes: dict[str, str] = {}
    for section in (*sections[1:], *sections[:1]):
        for citation in section.cited:
            homes.setdefault(citation, section.key)
    return tuple(
        replace(
            section,
            sources=tuple(_cited(c, language, at_home=homes[c] == section.key) for c in section.cited),
        )
        for section in sections
    )


def _cited(citation: str, language: str, *, at_home: bool) -> Cited:
    return Cited(citation, in_language(text_of(citation), language), source_of(citation), at_home)


def _belong(one: Block, other: Block) -> bool:
    if isinstance(one, Passage) and isinstance(other, Passage):
        return one.list == other.list != 0
    return one.kind == other.kind == "option"
