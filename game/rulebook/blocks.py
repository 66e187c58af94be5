"""Blocks of a rules page: passages of text, and tables and hands generated from the data.

Every block has an `id` that does not depend on the options, a `kind` for its template, and a plain `text`,
with cards as “8”, “9♥”.
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
from game.texts import in_language
from game.variants.citations import source_of, text_of
from game.variants.option import Option

POINTS = {"en": "points", "sv": "poäng"}


@dataclass(frozen=True)
class Passage:
    """kind: "paragraph", "item" or "heading". list: number of the list of an item, otherwise 0."""

    kind: str
    id: str
    text: str
    tokens: tuple[Token, ...]
    list: int = 0
    ordered: bool = False

    @property
    def cited(self) -> tuple[str, ...]:
        """Cited facts and decisions, in order."""
        return tuple(token.meta["cited"] for token in self.tokens if token.type == CITATION)


@dataclass(frozen=True)
class CardPrice:
    """A card with its points in a hand; danger: marked as costly."""

    rank: str
    points: int
    danger: bool
    suit: str = ""


@dataclass(frozen=True)
class PointTable:
    """Each row contains cards with equal points."""

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
    """A picture of the table: the stock, and beside it the discard pile or, without a pile, melds."""

    id: str
    text: str
    cards: Cards
    has_pile: bool
    kind: str = "layout"


Block = Passage | PointTable | WorkedHand | OptionEntry | Layout


@dataclass(frozen=True)
class CitedSource:
    """A cited fact, or a decision, which has no source. id: the citation.

    at_home: links to this citation lead here; true once on a page.
    """

    id: str
    text: str
    source: str | None
    at_home: bool


@dataclass(frozen=True)
class Section:
    """sources: facts and decisions cited in the section, in order."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    sources: tuple[CitedSource, ...] = ()

    @property
    def id(self) -> str:
        return self.key

    @property
    def cited(self) -> tuple[str, ...]:
        citing = (block for block in self.blocks if isinstance(block, Passage | OptionEntry))
        return tuple(dict.fromkeys(cited for block in citing for cited in block.cited))

    def lists_and_others(self) -> list[list[Block]]:
        """Return the blocks in order, with those of one list grouped."""
        grouped: list[list[Block]] = []
        for block in self.blocks:
            if grouped and _belong(grouped[-1][-1], block):
                grouped[-1].append(block)
            else:
                grouped.append([block])
        return grouped


@dataclass(frozen=True)
class Page:
    """One variant's rules for a set of options.

    chosen: values of all options, None if one depends on the unknown number of players. differing: options
    that differ from their default. dangers: ranks marked as costly.
    """

    language: str
    chosen: Mapping[str, Any]
    differing: tuple[Option, ...]
    dangers: frozenset[str]
    sections: tuple[Section, ...]


def point_table(anchor: str, rules: Rules, language: str) -> PointTable | None:
    """Return the table of points; None if the session counts no points."""
    rows, texts = [], []
    for card_class in rules.classes:
        points = card_class.points
        if points is None or rules.counts_wins:
            return None
        ranks = sorted(card_class.ranks, key=RANKS.index)
        rows.append(tuple(CardPrice(rank, points, card_class.danger) for rank in ranks))
        texts.append(f"{in_language(card_class.many, language)} ({', '.join(ranks)}): {points}")
    return PointTable(anchor, f"{POINTS[language]}: {'; '.join(texts)}", tuple(rows))


def worked_hand(anchor: str, cards: Cards, rules: Rules, language: str) -> WorkedHand | None:
    """Return an example hand; None if no points are counted. Raises IllegalHand for an unknown card."""
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
    """cards: those face up beside the stock."""
    text = " ".join(rank + SUIT_SIGNS.get(suit, "") for rank, suit in cards)
    return Layout(anchor, text, cards, has_pile=rules.turn_up > 0)


def with_sources(sections: Sequence[Section], language: str) -> tuple[Section, ...]:
    """Add the sources of each section; the first section, a summary, is the last choice for `at_home`."""
    homes: dict[str, str] = {}
    for section in (*sections[1:], *sections[:1]):
        for citation in section.cited:
            homes.setdefault(citation, section.key)
    complete = []
    for section in sections:
        sources = [
            CitedSource(
                id=citation,
                text=in_language(text_of(citation), language),
                source=source_of(citation),
                at_home=homes[citation] == section.key,
            )
            for citation in section.cited
        ]
        complete.append(replace(section, sources=tuple(sources)))
    return tuple(complete)


def _belong(one: Block, other: Block) -> bool:
    if isinstance(one, Passage) and isinstance(other, Passage):
        return one.list == other.list != 0
    return one.kind == other.kind == "option"
