"""Searchable excerpts: one for each paragraph, list item, option and card value of the rules."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.rulebook.blocks import Block, OptionEntry, Passage, PointTable, option_entry
from game.rulebook.notation import CARD, MARK, rank_and_suit
from game.rulebook.pages import page
from game.rulebook.search.folding import Word, words_of
from game.rulebook.search.wordlist import lexicon
from game.variants import VARIANTS, Variant
from game.variants.citations import is_decision
from game.variants.option_values import read_value
from game.variants.text import in_language
from game.variants.wording import NamedClass, Wording

IN_SHORT, EXAMPLE = "breath", "example"
POINTS = {"en": ("point", "points"), "sv": ("poäng", "poäng")}


@dataclass(frozen=True)
class TableChoice:
    """Options of a table for the variant `key`, as in query strings, and its number of players."""

    key: str
    values: frozenset[tuple[str, str]]
    players: int | None = None

    @property
    def options(self) -> dict[str, Any]:
        """Raises IllegalOption."""
        by_key = {option.key: option for option in VARIANTS[self.key].options}
        return {key: read_value(by_key[key], text) for key, text in self.values}


@dataclass(frozen=True)
class Excerpt:
    """A passage of a page, at `anchor` under the title `section`.

    cited: facts, decisions and values of the data (`points.K`). is_price: only states card values. repeats:
    part of the summary. cards: {position: length} of the cards at its beginning, after the lead.
    """

    variant: str
    language: str
    section: str
    anchor: str
    text: str
    cited: tuple[str, ...] = ()
    is_option: bool = False
    is_price: bool = False
    repeats: bool = False
    cards: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_decided(self) -> bool:
        """Whether it rests only on decisions."""
        return bool(self.cited) and all(map(is_decision, self.cited))

    @property
    def words(self) -> Iterator[Word]:
        return words_of(self.text, self.cards)

    def segments(self, terms_wanted: Container[str]) -> Iterator[tuple[str, str]]:
        """Yield the complete text in pairs (text, kind).

        terms_wanted: terms of the query. kind: "card", "mark" (a hit), "ours" (mark of a decision) or "".
        """
        cards = [(start, start + length) for start, length in self.cards.items()]
        marked = [place for place in self._marked(terms_wanted) if place not in cards]
        ours = [(place, place + len(MARK)) for place, sign in enumerate(self.text) if sign == MARK]
        places = [(*place, "card") for place in cards] + [(*place, "mark") for place in marked]
        places += [(*place, "ours") for place in ours]
        done = 0
        for start, end, kind in sorted(places):
            if start >= done:
                yield self.text[done:start], ""
                yield self.text[start:end], kind
                done = end
        yield self.text[done:], ""

    def _marked(self, terms_wanted: Container[str]) -> Iterator[tuple[int, int]]:
        """Yield (start, end) of the words and phrases of the query."""
        words = list(self.words)
        terms = lexicon().likeliest([word.folded for word in words])
        for part in lexicon().spans(terms):
            places = list(range(part.first, part.last + 1))
            if part.term not in terms_wanted:
                places = [place for place in places if terms[place] in terms_wanted]
            if places:
                yield words[places[0]].start, words[places[-1]].end


def excerpts(language: str, table: TableChoice | None = None) -> Iterator[Excerpt]:
    """Yield the excerpts of all variants, with the table's options for its variant and defaults for the
    others.

    Without the example turn and the lists of facts, which only repeat the rules.
    """
    for variant in VARIANTS.values():
        at = table if table and table.key == variant.key else TableChoice(variant.key, frozenset())
        options, players = at.options, at.players
        wording = Wording(variant.freeze(options, players or variant.players[0]))
        for section in page(variant, language, options, players).sections:
            title, lead, under = section.title, "", section.key
            for block in section.blocks:
                if block.kind == "heading":
                    title, under = block.text, block.id
                elif under == EXAMPLE:
                    continue
                elif isinstance(block, PointTable):
                    yield from _prices(wording.classes, variant, language, title, block.id)
                elif isinstance(block, Passage | OptionEntry) and not _lead(block, ""):
                    leading = f"{lead} " if lead and block.kind == "item" else ""
                    yield Excerpt(
                        variant=variant.key,
                        language=language,
                        section=title,
                        anchor=block.id,
                        text=leading + block.text,
                        cited=block.cited,
                        is_option=isinstance(block, OptionEntry),
                        repeats=section.key == IN_SHORT,
                        cards=_cards(block, len(leading)),
                    )
                lead = _lead(block, lead)
        yield from _own_values(variant, language, options)


def _lead(block: Block, lead: str) -> str:
    """Return the lead of list items: the paragraph before the list, if it ends with a colon."""
    if block.kind == "item":
        return lead
    return block.text if block.kind == "paragraph" and block.text.endswith(":") else ""


def _prices(
    classes: Iterable[NamedClass], variant: Variant, language: str, title: str, anchor: str
) -> Iterator[Excerpt]:
    """Yield an excerpt for each class: “Kings (K): 20 points”."""
    for cards in classes:
        many = in_language(cards.many, language)
        ranks = ", ".join(cards.ranks)
        points = POINTS[language][cards.points != 1]
        text = f"{many[:1].upper()}{many[1:]} ({ranks}): {cards.points} {points}"
        values = tuple(f"points.{rank}" for rank in cards.ranks)
        yield Excerpt(variant.key, language, title, anchor, text, values, is_price=True)


def _own_values(variant: Variant, language: str, options: Mapping[str, Any]) -> Iterator[Excerpt]:
    """Yield the card values of options that are not in effect."""
    chosen = variant.resolve(options, variant.players[0])
    for option in variant.options:
        if option.kind == "points" and not option.applies(chosen):
            entry = option_entry(option, language)
            title = in_language(option.name, language)
            under = variant.freeze(dict(option.only_if), variant.players[0])
            for priced in _prices(Wording(under).classes, variant, language, title, entry.id):
                yield replace(priced, cited=(*priced.cited, *entry.cited), is_option=True)


def _cards(block: Block, place: int) -> dict[int, int]:
    """Return {position: length} of the cards at the beginning of a passage whose text starts at `place`."""
    found: dict[int, int] = {}
    if isinstance(block, Passage):
        for token in (token for token in block.tokens if token.type == CARD or token.content.strip()):
            if token.type != CARD:
                break
            rank, suit = rank_and_suit(token.meta["card"])
            found[place] = len(rank) + len(suit)  # a suit is one sign
            place += found[place] + 1
    return found
