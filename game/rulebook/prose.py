"""Parser for a rules text: sections of passages. Mistakes are reported with file and line.

A file has the sections of SECTIONS, in that order, each a heading `## Title [#key]`. Sections hold
paragraphs, lists and subheads `### Title [#id]`. A paragraph or list item is a template of its own; one that
renders to nothing is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from game.rulebook.notation import CITATION, BadNotation, blocks, parse_line
from game.rulebook.template import BadTemplate, PassageTemplate
from game.variants.citations import is_known
from game.variants.option import Option

SECTIONS = (
    "breath",
    "deal",
    "turn",
    "special",
    "call",
    "out",
    "scoring",
    "rounds",
    "gaps",
    "variations",
    "source",
)
NEEDED = {"variations": "option_list"}  # functions a section must call: every page links to their blocks
LISTS = ("bullet_list", "ordered_list")
HEADING = re.compile(r"(?P<title>.*?)\s*\[#(?P<id>[a-z][a-z0-9-]*)\]")


class BadProse(ValueError):
    """A mistake in a rules text; the message names file and line."""


@dataclass(frozen=True)
class ProsePassage:
    """One passage before rendering. kind: "paragraph", "item" or "heading".

    id: depends only on the place in the file. list: number of its list in the file.
    """

    kind: str
    id: str
    line: int
    template: PassageTemplate
    list: int = 0
    ordered: bool = False


@dataclass(frozen=True)
class ProseSection:
    key: str
    title: str
    passages: tuple[ProsePassage, ...]


@dataclass(frozen=True)
class Prose:
    file: str
    sections: tuple[ProseSection, ...]

    def refuse(self, line: int, mistake: str) -> NoReturn:
        raise BadProse(f"{self.file}:{line}: {mistake}")


def read_prose(text: str, file: str, language: str, options: Sequence[Option]) -> Prose:
    """Parse a rules text. file: name for messages. options: of the variant. Raises BadProse."""
    return _Reader(file, language, options).read(text)


class _Reader:
    """Parses one file."""

    def __init__(self, file: str, language: str, options: Sequence[Option]) -> None:
        self.file, self.language = file, language
        self.options = {option.key: option for option in options}
        self.ids: set[str] = set(SECTIONS)
        self.lists = 0

    def read(self, text: str) -> Prose:
        parts = self._parts(text)
        keys = [key for key, _title, _nodes in parts]
        if keys != list(SECTIONS):
            differing = (key for key, due in zip(keys, SECTIONS, strict=False) if key != due)
            wrong = next(differing, "the last one")
            self._refuse(1, f"the sections are {', '.join(SECTIONS)}, in this order: look at “{wrong}”")
        sections = tuple(self._section(*part) for part in parts)
        return Prose(self.file, sections)

    def _parts(self, text: str) -> list[tuple[str, str, list[SyntaxTreeNode]]]:
        """Return key, title and blocks of each section."""
        parts: list[tuple[str, str, list[SyntaxTreeNode]]] = []
        for node in blocks(text):
            if node.type == "heading" and node.tag == "h2":
                title, key = self._heading(node)
                parts.append((key, title, []))
            elif not parts:
                self._refuse(_line(node), "text before the first heading")
            else:
                parts[-1][2].append(node)
        return parts

    def _section(self, key: str, title: str, nodes: Sequence[SyntaxTreeNode]) -> ProseSection:
        passages = tuple(self._passages(key, nodes))
        needed = NEEDED.get(key)
        if needed and not any(needed in passage.template.names for passage in passages):
            self._refuse(1, f"“{key}” needs a line {{{{ {needed}() }}}}")
        return ProseSection(key, title, passages)

    def _passages(self, section: str, nodes: Sequence[SyntaxTreeNode]) -> Iterator[ProsePassage]:
        place = 0
        for node in nodes:
            if node.type in LISTS:
                self.lists += 1
                ordered = node.type == "ordered_list"
                for item in node.children:
                    place += 1
                    anchor, template = f"{section}-{place}", self._item(item)
                    yield ProsePassage("item", anchor, _line(item), template, self.lists, ordered)
                continue
            place += 1
            if node.type == "heading":
                yield self._subhead(node)
            elif node.type == "paragraph":
                template = self._template(node)
                yield ProsePassage("paragraph", f"{section}-{place}", _line(node), template)
            else:
                self._refuse(_line(node), f"no {node.type} here")

    def _subhead(self, node: SyntaxTreeNode) -> ProsePassage:
        if node.tag != "h3":
            self._refuse(_line(node), "a heading is ## or ###")
        title, anchor = self._heading(node)
        if anchor in self.ids:
            self._refuse(_line(node), f"a second “{anchor}”")
        self.ids.add(anchor)
        return ProsePassage("heading", anchor, _line(node), PassageTemplate(title, self.language, {}))

    def _heading(self, node: SyntaxTreeNode) -> tuple[str, str]:
        """Return the title and the id."""
        found = HEADING.fullmatch(_content(node))
        if not found:
            self._refuse(_line(node), "a heading ends with its id, [#…]")
        if any(token.type != "text" for token in self._read(found["title"], _line(node))):
            self._refuse(_line(node), "a heading is plain text")
        return found["title"], found["id"]

    def _item(self, item: SyntaxTreeNode) -> PassageTemplate:
        if not item.children:
            self._refuse(_line(item), "an item that says nothing")
        if [node.type for node in item.children] != ["paragraph"]:
            self._refuse(_line(item), "an item is one paragraph")
        return self._template(item.children[0])

    def _template(self, paragraph: SyntaxTreeNode) -> PassageTemplate:
        line = _line(paragraph)
        try:
            template = PassageTemplate(_content(paragraph), self.language, self.options)
        except BadTemplate as bad:
            self._refuse(line + bad.line - 1, str(bad))
        for within, typed in template.typed:
            self._check_citations(self._read(typed, line + within - 1), line + within - 1)
        return template

    def _read(self, text: str, line: int) -> Sequence[Token]:
        try:
            return parse_line(text)
        except BadNotation as bad:
            self._refuse(line, f"no such notation: {bad}")

    def _check_citations(self, tokens: Sequence[Token], line: int) -> None:
        for token in tokens:
            if token.type == CITATION and not is_known(token.meta["cited"]):
                self._refuse(line, f"no fact or decision {token.content}")

    def _refuse(self, line: int, mistake: str) -> NoReturn:
        raise BadProse(f"{self.file}:{line}: {mistake}")


def _content(node: SyntaxTreeNode) -> str:
    """Return the source of a paragraph or heading."""
    return node.children[0].content if node.children else ""


def _line(node: SyntaxTreeNode) -> int:
    return node.map[0] + 1 if node.map else 1
