"""One variant's rules as a page: the prose under a table's options, with what is drawn from the data."""

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
from game.rulebook.notation import cards_named, marked, plain, read_line
from game.rulebook.prose import Prose, Written, WrittenSection, read_prose
from game.rulebook.template import BadTemplate
from game.rulebook.values import chosen_by, points_by_name, values_of
from game.scoring.rules import Rules
from game.variants import Variant
from game.variants.option import Option
from game.variants.wording import Wording

FOLDER = Path(variants.__file__).parent
EXPLAINED_ONCE = "gaps"  # the section that says for all of its sentences that they are our own choice
DRAWN = "\N{OBJECT REPLACEMENT CHARACTER}"  # stands in a text for a block that is drawn from the data


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
    return read_prose(file.read_text(encoding="utf-8"), name, language, variant.options)


def differing(variant: Variant, chosen: Mapping[str, Any], players: int | None) -> tuple[Option, ...]:
    """The options that are not as usual with so many players, and have an effect beside the others."""
    usual = chosen_by(variant, {}, players)
    return tuple(o for o in variant.options if chosen[o.key] != usual[o.key] and o.applies(chosen))


class _Setting:
    """A table's choices, and the prose that is read under them."""

    def __init__(
        self, variant: Variant, language: str, options: Mapping[str, Any], players: int | None, prose: Prose
    ) -> None:
        self.variant, self.language, self.prose = variant, language, prose
        self.chosen = chosen_by(variant, options, players)
        self.differing = differing(variant, self.chosen, players)
        given = {key: value for key, value in self.chosen.items() if value is not None}
        frozen = variant.freeze(given, players or variant.players[0])
        self.rules = Rules.from_dict(frozen)
        self.wording = Wording(frozen)
        self.points = points_by_name(self.rules)
        self.values = values_of(variant, self.chosen, players)
        self.usual = chosen_by(variant, {}, None)

    def page(self) -> Page:
        sections = [self._section(section) for section in self.prose.sections]
        return Page(
            language=self.language,
            chosen=self.chosen,
            differing=self.differing,
            dangers=frozenset(rank for c in self.rules.classes if c.danger for rank in c.ranks),
            sections=with_sources(sections, self.language),
        )

    def _section(self, section: WrittenSection) -> Section:
        blocks = [block for written in section.passages for block in self._blocks(written, section.key)]
        return Section(section.key, section.title, tuple(blocks))

    def _blocks(self, written: Written, section: str) -> list[Block]:
        """What a passage comes to: nothing where it waits for another choice or draws points not counted."""
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
        tokens = read_line(text)
        if section != EXPLAINED_ONCE and self._is_usual(written):
            tokens = tuple(marked(tokens))
        passage = Passage(written.kind, written.id, plain(tokens), tokens, written.list, written.ordered)
        return [passage]

    def _is_usual(self, written: Written) -> bool:
        """Whether a table reads it that has chosen nothing. What it reads of its own choice is not ours."""
        try:
            return bool(self._text(written, self.usual, []))
        except BadTemplate:
            return True  # it is there, and waits for a number

    def _text(self, written: Written, chosen: Mapping[str, Any], drawn: list[Block]) -> str:
        """A passage with its values; the blocks that it draws are added to `drawn`. Raises BadTemplate."""
        values = {**self.values, **self._functions(written.id, drawn), "options": SimpleNamespace(**chosen)}
        return written.template.render(values).strip()

    def _functions(self, anchor: str, drawn: list[Block]) -> dict[str, Callable[..., Any]]:
        """What a text may call: each draws something, or says what a card costs."""
        rules, language = self.rules, self.language

        def draw(*blocks: Block | None) -> str:
            found = [block for block in blocks if block]
            drawn.extend(found)
            return DRAWN if found else ""

        return {
            "points": self._points_of,
            "point_table": lambda: draw(point_table(anchor, self.wording.classes, rules, language)),
            "hand": lambda cards: draw(worked_hand(anchor, cards_named(str(cards)), rules, language)),
            "layout": lambda cards: draw(layout(anchor, cards_named(str(cards)), rules)),
            "option_list": lambda: draw(*(option_entry(o, language) for o in self.variant.options)),
        }

    def _points_of(self, card: object) -> int:
        """What a card costs, by its rank or the key of its class."""
        points = self.points.get(str(card))
        if points is None:
            raise ValueError(f"no points for “{card}” here")
        return points
