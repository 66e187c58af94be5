"""Parser for a rules text: sections of passages. Mistakes are reported with file and line.

A file has the sections of SECTIONS, in that order, each a heading `## Title [#key]`. Sections hold
paragraphs, lists and subheads `### Title [#id]`. A paragraph or list item is a template of its own, followed
by its id, as `{% if … %}…{% endif %} [#id]`; one that renders to nothing is not shown. Passages with
conditions may share an id if never two of them are shown (`pages.py`).
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
ID = re.compile(r"\[#(?P<id>[a-z][a-z0-9-]*)\]\Z")


class BadProse(ValueError):
    """A mistake in a rules text; the message names file and line."""


@dataclass(frozen=True)
class ProsePassage:
    """One passage before rendering. kind: "paragraph", "item" or "heading".

    id: unique on the page. list: number of its list in the file.
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
        self.ids = dict.fromkeys(SECTIONS, False)  # True: of passages with conditions
        self.list_count = 0

    def read(self, text: str) -> Prose:
        parts = self._parts(text)
        keys = [key for key, _title, _nodes in parts]
        if keys != list(SECTIONS):
            differing = (key for key, expected in zip(keys, SECTIONS, strict=False) if key != expected)
            wrong = next(differing, "the last one")
            self._refuse(1, f"the sections are {', '.join(SECTIONS)}, in this order: look at “{wrong}”")
        return Prose(self.file, tuple(self._section(*part) for part in parts))

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
        passages = tuple(self._passages(nodes))
        needed = NEEDED.get(key)
        if needed and not any(needed in passage.template.names for passage in passages):
            self._refuse(1, f"“{key}” needs a line {{{{ {needed}() }}}}")
        return ProseSection(key, title, passages)

    def _passages(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[ProsePassage]:
        for node in nodes:
            if node.type in LISTS:
                self.list_count += 1
                ordered = node.type == "ordered_list"
                for item in node.children:
                    if not item.children:
                        self._refuse(_line(item), "an item that says nothing")
                    if [child.type for child in item.children] != ["paragraph"]:
                        self._refuse(_line(item), "an item is one paragraph")
                    yield self._passage("item", item.children[0], self.list_count, ordered)
            elif node.type == "heading":
                yield self._subhead(node)
            elif node.type == "paragraph":
                yield self._passage("paragraph", node)
            else:
                self._refuse(_line(node), f"no {node.type} here")

    def _passage(
        self, kind: str, paragraph: SyntaxTreeNode, number: int = 0, ordered: bool = False
    ) -> ProsePassage:
        """number: of its list."""
        line = _line(paragraph)
        text, anchor = self._text_and_id(paragraph, "a paragraph or item")
        if not text:
            self._refuse(line, f"“{anchor}” says nothing")
        try:
            template = PassageTemplate(text, self.language, self.options)
        except BadTemplate as bad:
            self._refuse(line + bad.line - 1, str(bad))
        for offset, constant in template.constant_texts:
            self._check_citations(constant, line + offset - 1)
        self._claim(anchor, line, shared=template.has_conditions)
        return ProsePassage(kind, anchor, line, template, number, ordered)

    def _subhead(self, node: SyntaxTreeNode) -> ProsePassage:
        if node.tag != "h3":
            self._refuse(_line(node), "a heading is ## or ###")
        title, anchor = self._heading(node)
        self._claim(anchor, _line(node))
        return ProsePassage("heading", anchor, _line(node), PassageTemplate(title, self.language, {}))

    def _heading(self, node: SyntaxTreeNode) -> tuple[str, str]:
        """Return the title and the id."""
        title, anchor = self._text_and_id(node, "a heading")
        if any(token.type != "text" for token in self._read(title, _line(node))):
            self._refuse(_line(node), "a heading is plain text")
        return title, anchor

    def _text_and_id(self, node: SyntaxTreeNode, called: str) -> tuple[str, str]:
        content = node.children[0].content.rstrip() if node.children else ""
        match = ID.search(content)
        if not match:
            self._refuse(_line(node), f"{called} ends with its id, [#…]")
        return content[: match.start()].rstrip(), match["id"]

    def _claim(self, anchor: str, line: int, *, shared: bool = False) -> None:
        """Refuse an id that is in use. shared: other passages with conditions may have it as well."""
        if anchor.startswith("option-"):
            self._refuse(line, f"“{anchor}” would be the id of an option")
        if anchor in self.ids and not (shared and self.ids[anchor]):
            self._refuse(line, f"a second “{anchor}”")
        self.ids[anchor] = shared

    def _check_citations(self, text: str, line: int) -> None:
        for token in self._read(text, line):
            if token.type == CITATION and not is_known(token.meta["cited"]):
                self._refuse(line, f"no fact or decision {token.content}")

    def _read(self, text: str, line: int) -> Sequence[Token]:
        try:
            return parse_line(text)
        except BadNotation as bad:
            self._refuse(line, f"no such notation: {bad}")

    def _refuse(self, line: int, mistake: str) -> NoReturn:
        raise BadProse(f"{self.file}:{line}: {mistake}")


def _line(node: SyntaxTreeNode) -> int:
    return node.map[0] + 1 if node.map else 1
