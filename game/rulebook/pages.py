"""One variant's rules as a page: the prose under a table's options, with what is drawn from the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from game import variants
from game.rulebook.blocks import Block, Page, Passage, Section, WorkedHand
from game.rulebook.drawn import layout, option_entry, point_table, with_sources, worked_hand
from game.rulebook.prose import Prose, Written, WrittenSection
from game.rulebook.prose_reader import read_prose
from game.rulebook.values import chosen_by, values_of
from game.rulebook.wording import plain
from game.scoring.hand import IllegalHand
from game.scoring.rules import Rules
from game.variants import Variant
from game.variants.option import Option
from game.variants.wording import Wording

FOLDER = Path(variants.__file__).parent


def page(
    variant: Variant,
    language: str,
    options: Mapping[str, Any],
    players: int | None = None,
    prose: Prose | None = None,
) -> Page:
    """The rules as they are at a table with these options; `players` sit at it, None where nobody does yet.

    Raises IllegalOption, and BadProse where the prose names what the variant has not.
    """
    return _Setting(variant, language, options, players, prose or prose_of(variant, language)).page()


@cache
def prose_of(variant: Variant, language: str) -> Prose:
    """A variant's own prose; raises BadProse."""
    file = FOLDER / variant.key / f"rules.{language}.md"
    name = f"{FOLDER.name}/{variant.key}/{file.name}"
    return read_prose(file.read_text(encoding="utf-8"), name, variant.options)


def differing(variant: Variant, chosen: Mapping[str, Any], players: int | None) -> tuple[Option, ...]:
    """The options that are not as usual with so many players, and have an effect beside the others."""
    usual = chosen_by(variant, {}, players)
    return tuple(o for o in variant.options if chosen[o.key] != usual[o.key] and o.holds(chosen))


class _Setting:
    """A table's choices, and the prose that is read under them."""

    def __init__(
        self, variant: Variant, language: str, options: Mapping[str, Any], players: int | None, prose: Prose
    ) -> None:
        self.variant, self.language, self.prose = variant, language, prose
        self.chosen = chosen_by(variant, options, players)
        self.values = values_of(variant, self.chosen, players)
        self.differing = differing(variant, self.chosen, players)
        given = {key: value for key, value in self.chosen.items() if value is not None}
        frozen = variant.freeze(given, players or variant.players[0])
        self.rules = Rules.from_dict(frozen)
        self.wording = Wording(frozen)

    def page(self) -> Page:
        sections = [self._section(section) for section in self.prose.sections]
        return Page(
            variant_key=self.variant.key,
            language=self.language,
            chosen=self.chosen,
            differing=self.differing,
            values=self.values,
            dangers=frozenset(rank for c in self.rules.classes if c.danger for rank in c.ranks),
            sections=with_sources(sections, self.language),
        )

    def _section(self, section: WrittenSection) -> Section:
        blocks = [block for written in section.shown(self.chosen) for block in self._blocks(written)]
        return Section(section.key, section.title, tuple(blocks))

    def _blocks(self, written: Written) -> list[Block]:
        """What a passage comes to: nothing where it draws points and none are counted."""
        if written.kind == "options":
            return list(self._options())
        if written.kind == "layout":
            return [layout(written.id, written.cards, self.rules)]
        if written.kind == "points":
            block: Block | None = point_table(written.id, self.wording.classes, self.rules, self.language)
        elif written.kind == "hand":
            block = self._worked_hand(written)
        else:
            block = self._passage(written)
        return [] if block is None else [block]

    def _passage(self, written: Written) -> Passage:
        try:
            text = plain(written.tokens, self.values, self.language)
        except KeyError as missing:
            self.prose.refuse(written.line, f"no value {missing} here")
        return Passage(written.kind, written.id, text, written.tokens, written.list, written.ordered)

    def _worked_hand(self, written: Written) -> WorkedHand | None:
        try:
            return worked_hand(written.id, written.cards, self.rules, self.language)
        except IllegalHand as illegal:
            self.prose.refuse(written.line, f"in the hand: {illegal}")

    def _options(self) -> Iterator[Block]:
        for option in self.variant.options:
            yield option_entry(option, self.language)
