"""A variant's rules as a page: its rules text rendered with a set of options, with generated blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from game import variants
from game.rulebook.blocks import (
    Block,
    Page,
    Passage,
    Section,
    layout,
    option_entry,
    point_table,
    with_sources,
    worked_hand,
)
from game.rulebook.notation import parse_cards, parse_line, plain_text, with_marks
from game.rulebook.prose import Prose, ProsePassage, ProseSection, read_prose
from game.rulebook.template import BadTemplate
from game.rulebook.values import resolved_options, values_of
from game.variants import Variant
from game.variants.cards import points_by_rank
from game.variants.option import Option

FOLDER = Path(variants.__file__).parent
UNMARKED_SECTION = "gaps"  # it states once that all its sentences are decisions
PLACEHOLDER = "\N{OBJECT REPLACEMENT CHARACTER}"  # for a generated block


def page(
    variant: Variant,
    language: str,
    options: Mapping[str, Any],
    players: int | None = None,
    prose: Prose | None = None,
) -> Page:
    """Return the rules for these options. players: None if unknown.

    Raises IllegalOption, and BadProse if the text uses a value that the variant does not have.
    """
    return _PageBuilder(variant, language, options, players, prose or prose_of(variant, language)).page()


@cache
def prose_of(variant: Variant, language: str) -> Prose:
    """Read a variant's rules text. Raises BadProse."""
    file = FOLDER / variant.key / f"rules.{language}.md"
    name = f"{FOLDER.name}/{variant.key}/{file.name}"
    return read_prose(file.read_text(encoding="utf-8"), name, language, variant.options)


def differing(variant: Variant, chosen: Mapping[str, Any], players: int | None) -> tuple[Option, ...]:
    """Return the options that differ from the default for so many players and have an effect."""
    defaults = resolved_options(variant, {}, players)
    return tuple(o for o in variant.options if chosen[o.key] != defaults[o.key] and o.applies(chosen))


class _PageBuilder:
    """Renders a rules text with a set of options."""

    def __init__(
        self, variant: Variant, language: str, options: Mapping[str, Any], players: int | None, prose: Prose
    ) -> None:
        self.variant, self.language, self.prose = variant, language, prose
        self.chosen = resolved_options(variant, options, players)
        self.differing = differing(variant, self.chosen, players)
        known = {key: value for key, value in self.chosen.items() if value is not None}
        self.rules = variant.rules(known, players or variant.players[0])
        self.values = values_of(variant, self.chosen, players)
        self.defaults = resolved_options(variant, {}, None)
        self.shown: set[str] = set()

    def page(self) -> Page:
        sections = [self._section(section) for section in self.prose.sections]
        return Page(
            language=self.language,
            chosen=self.chosen,
            differing=self.differing,
            dangers=frozenset(rank for c in self.rules.classes if c.danger for rank in c.ranks),
            sections=with_sources(sections, self.language),
        )

    def _section(self, section: ProseSection) -> Section:
        blocks: list[Block] = []
        for source in section.passages:
            rendered = self._blocks(source, section.key)
            if rendered and source.id in self.shown:
                self.prose.refuse(source.line, f"two passages “{source.id}” are shown")
            self.shown.update([source.id] if rendered else [])
            blocks += rendered
        return Section(section.key, section.title, tuple(blocks))

    def _blocks(self, source: ProsePassage, section: str) -> list[Block]:
        """Return the blocks of a passage; [] if its condition is false or if it needs points not counted."""
        generated: list[Block] = []
        try:
            text = self._text(source, self.chosen, generated)
        except BadTemplate as bad:
            self.prose.refuse(source.line + bad.line - 1, str(bad))
        if generated:
            if text != PLACEHOLDER or source.kind != "paragraph":
                self.prose.refuse(source.line, "what is drawn from the data stands on a line of its own")
            return generated
        if not text:
            return []
        tokens = parse_line(text)
        if section != UNMARKED_SECTION and self._is_default(source):
            tokens = tuple(with_marks(tokens))
        return [Passage(source.kind, source.id, plain_text(tokens), tokens, source.list, source.ordered)]

    def _is_default(self, source: ProsePassage) -> bool:
        """Whether the passage is shown with default options.

        Others depend on the table's choice, not ours.
        """
        try:
            return bool(self._text(source, self.defaults, []))
        except BadTemplate:
            return True  # it is shown, once the number is known

    def _text(self, source: ProsePassage, chosen: Mapping[str, Any], generated: list[Block]) -> str:
        """Render a passage; generated blocks are appended to `generated`. Raises BadTemplate."""
        functions = self._functions(source.id, generated)
        values = {**self.values, **functions, "options": SimpleNamespace(**chosen)}
        return source.template.render(values).strip()

    def _functions(self, anchor: str, generated: list[Block]) -> dict[str, Callable[..., Any]]:
        """Return the functions that a text may call."""
        rules, language = self.rules, self.language

        def insert(*blocks: Block | None) -> str:
            inserted = [block for block in blocks if block]
            generated.extend(inserted)
            return PLACEHOLDER if inserted else ""

        def points(card: object) -> int:
            value = points_by_rank(rules).get(str(card))
            if value is None:
                raise ValueError(f"no points for “{card}” here")
            return value

        return {
            "points": points,
            "point_table": lambda: insert(point_table(anchor, rules, language)),
            "hand": lambda cards: insert(worked_hand(anchor, parse_cards(str(cards)), rules, language)),
            "layout": lambda cards: insert(layout(anchor, parse_cards(str(cards)), rules)),
            "option_list": lambda: insert(*(option_entry(o, language) for o in self.variant.options)),
        }
