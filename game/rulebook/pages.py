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
from game.rulebook.values import points_by_rank, resolved_options, values_of
from game.variants import Variant
from game.variants.option import Option

FOLDER = Path(variants.__file__).parent
EXPLAINED_ONCE = "gaps"  # this section states once that all its sentences are decisions
DRAWN = "\N{OBJECT REPLACEMENT CHARACTER}"  # placeholder for a generated block


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
        given = {key: value for key, value in self.chosen.items() if value is not None}
        self.rules = variant.rules(given, players or variant.players[0])
        self.points = points_by_rank(self.rules)
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
        for written in section.passages:
            found = self._blocks(written, section.key)
            if found and written.id in self.shown:
                self.prose.refuse(written.line, f"two passages “{written.id}” are shown")
            self.shown.update([written.id] if found else [])
            blocks += found
        return Section(section.key, section.title, tuple(blocks))

    def _blocks(self, written: ProsePassage, section: str) -> list[Block]:
        """Return the blocks of a passage; [] if its condition is false or if it needs points not counted."""
        drawn: list[Block] = []
        try:
            text = self._text(written, self.chosen, drawn)
        except BadTemplate as bad:
            self.prose.refuse(written.line + bad.line - 1, str(bad))
        if drawn:
            if text != DRAWN or written.kind != "paragraph":
                self.prose.refuse(written.line, "what is drawn from the data stands on a line of its own")
            return drawn
        if not text:
            return []
        tokens = parse_line(text)
        if section != EXPLAINED_ONCE and self._is_default(written):
            tokens = tuple(with_marks(tokens))
        passage = Passage(written.kind, written.id, plain_text(tokens), tokens, written.list, written.ordered)
        return [passage]

    def _is_default(self, written: ProsePassage) -> bool:
        """Whether the passage is shown with default options.

        Others depend on the table's choice, not ours.
        """
        try:
            return bool(self._text(written, self.defaults, []))
        except BadTemplate:
            return True  # it is shown, once the number is known

    def _text(self, written: ProsePassage, chosen: Mapping[str, Any], drawn: list[Block]) -> str:
        """Render a passage; generated blocks are appended to `drawn`. Raises BadTemplate."""
        values = {**self.values, **self._functions(written.id, drawn), "options": SimpleNamespace(**chosen)}
        return written.template.render(values).strip()

    def _functions(self, anchor: str, drawn: list[Block]) -> dict[str, Callable[..., Any]]:
        """Return the functions that a text may call."""
        rules, language = self.rules, self.language

        def draw(*blocks: Block | None) -> str:
            found = [block for block in blocks if block]
            drawn.extend(found)
            return DRAWN if found else ""

        return {
            "points": self._points_of,
            "point_table": lambda: draw(point_table(anchor, self.rules.classes, rules, language)),
            "hand": lambda cards: draw(worked_hand(anchor, parse_cards(str(cards)), rules, language)),
            "layout": lambda cards: draw(layout(anchor, parse_cards(str(cards)), rules)),
            "option_list": lambda: draw(*(option_entry(o, language) for o in self.variant.options)),
        }

    def _points_of(self, card: object) -> int:
        """Return the points of a card, by its rank."""
        points = self.points.get(str(card))
        if points is None:
            raise ValueError(f"no points for “{card}” here")
        return points
