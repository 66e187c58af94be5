"""What a page draws from the data: the point table, a worked hand, the options, the table, the sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.referee.cards import SUIT_SIGNS
from game.rulebook.blocks import Cited, Layout, OptionEntry, PointTable, Priced, Section, WorkedHand
from game.rulebook.wording import rank_and_suit
from game.scoring.hand import points_of
from game.scoring.rules import RANKS, Rules
from game.variants.citations import source_of, text_of
from game.variants.option import Option
from game.variants.text import in_language
from game.variants.wording import NamedClass

POINTS = {"en": "points", "sv": "poäng"}


def point_table(anchor: str, classes: Sequence[NamedClass], rules: Rules, language: str) -> PointTable | None:
    """None where the table counts no points."""
    rows, said = [], []
    for card_class in classes:
        points = card_class.points
        if points is None or rules.counts_wins:
            return None
        ranks = sorted(card_class.ranks, key=RANKS.index)
        rows.append(tuple(Priced(rank, points, card_class.danger) for rank in ranks))
        said.append(f"{in_language(card_class.many, language)} ({', '.join(ranks)}): {points}")
    return PointTable(anchor, f"{POINTS[language]}: {'; '.join(said)}", tuple(rows))


def worked_hand(anchor: str, cards: Sequence[str], rules: Rules, language: str) -> WorkedHand | None:
    """None where the table counts no points; raises IllegalHand for a card that the variant does not know."""
    priced = []
    for card in cards:
        rank, suit = rank_and_suit(card)
        points = points_of({rank: 1}, rules)
        if points is None:
            return None
        danger = rules.by_key[rules.class_of_rank[rank]].danger
        priced.append(Priced(rank, points, danger, suit))
    total = sum(card.points for card in priced)
    said = " + ".join(f"{card.rank}{SUIT_SIGNS.get(card.suit, '')} {card.points}" for card in priced)
    return WorkedHand(anchor, f"{said} = {total} {POINTS[language]}", tuple(priced))


def option_entry(option: Option, language: str) -> OptionEntry:
    texts = [option.name, option.help, *(choice.name for choice in (*option.special, *option.choices))]
    return OptionEntry(option, " · ".join(in_language(text, language) for text in texts))


def layout(anchor: str, cards: Sequence[str], rules: Rules) -> Layout:
    """These lie face up beside the stock."""
    shown = tuple(rank_and_suit(card) for card in cards)
    said = " ".join(rank + SUIT_SIGNS.get(suit, "") for rank, suit in shown)
    return Layout(anchor, said, shown, has_pile=rules.turn_up > 0)


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
