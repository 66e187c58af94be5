"""Elements of a page for tests: a tree on lxml, nested exactly as the tags stand in the source.

A browser repairs the nesting while it parses, and so do parsers of HTML. Here nothing is repaired, so that a
check can find what a browser would repair, and mistakes in the syntax are listed. One pass over the tags
translates the source to XML, which libxml2 parses: 1 ms for a page of 25 KB, a tenth of what a parser of HTML
in Python takes.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from html import escape, unescape
from typing import NamedTuple

from cssselect import GenericTranslator
from lxml import etree

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNREAD = {"script", "style", "template"}  # their text is not part of the text around them
CODE = {"script", "style"}  # without character references
ATTRIBUTES = r"((?:[^>\"']++|\"[^\"]*\"|'[^']*')*+)"  # quoted values may contain ">"
TOKEN = re.compile(
    rf"<(?:(script|style|textarea|title)(?=[\s>]){ATTRIBUTES}>(.*?)</\1\s*>"  # these contain only text
    rf"|(/?[a-zA-Z][\w-]*+)(?=[\s/>]){ATTRIBUTES}>"
    r"|!(?i:doctype)[^>]*>"
    r"|!--(.*?)-->)",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"([a-zA-Z_][\w.-]*+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]++)))?")
WELL_FORMED = re.compile(rf"(?:\s+{ATTRIBUTE.pattern})*\s*/?")
NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class Element:
    """An element; `element["name"]` is the value of an attribute, and that of `class` a list."""

    __slots__ = ("node",)

    def __init__(self, node: etree._Element) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self.node is other.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        """The source of the element, with all its attributes quoted."""
        return str(etree.tostring(self.node, method="html", encoding="unicode", with_tail=False))

    def __getitem__(self, attribute: str) -> str | list[str]:
        value = self.get(attribute)
        if value is None:
            raise KeyError(attribute)
        return value

    def __setitem__(self, attribute: str, value: str) -> None:
        self.node.set(attribute, value)

    def __getattr__(self, name: str) -> Element | None:
        """The first element with this tag inside: `table.caption`."""
        if name.startswith("_"):
            raise AttributeError(name)
        node = next(self.node.iterdescendants(name), None)
        return None if node is None else Element(node)

    def get(self, attribute: str, default: str | None = None) -> str | list[str] | None:
        value = self.node.get(attribute, default)
        return value.split() if attribute == "class" and value is not None else value

    def has_attr(self, attribute: str) -> bool:
        return attribute in self.node.attrib

    @property
    def attrs(self) -> dict[str, str]:
        return dict(self.node.attrib)

    @property
    def name(self) -> str:
        return str(self.node.tag)

    @property
    def parent(self) -> Element:
        return Element(self.node.getparent())

    @property
    def parents(self) -> list[Element]:
        """The elements around this one, the nearest one first."""
        return [Element(node) for node in self.node.iterancestors()]

    @property
    def children(self) -> list[Element]:
        return [Element(node) for node in self.node]

    def find_parent(self, *names: str) -> Element | None:
        """The nearest element around this one with one of these tags."""
        node = next(self.node.iterancestors(*names), None)
        return None if node is None else Element(node)

    def select(self, selector: str) -> list[Element]:
        """The elements inside that match a CSS selector, which may also name elements around this one."""
        root = self.node.getroottree().getroot()
        nodes = _matcher(selector)(root)
        if self.node is not root:
            nodes = [node for node in nodes if self.node in node.iterancestors()]
        return [Element(node) for node in nodes]

    def select_one(self, selector: str) -> Element | None:
        return next(iter(self.select(selector)), None)

    def get_text(self, separator: str = "", *, strip: bool = False) -> str:
        """The text, without that of scripts, styles and templates inside.

        separator: between pieces of text that tags separate. strip: remove blanks around each piece, and
        empty pieces.
        """
        pieces = _pieces(self.node)
        if strip:
            pieces = filter(None, (piece.strip() for piece in pieces))
        return separator.join(pieces)

    @property
    def text(self) -> str:
        return self.get_text()

    def decompose(self) -> None:
        """Remove the element, and keep the text after it."""
        around, before = self.node.getparent(), self.node.getprevious()
        if self.node.tail:
            if before is None:
                around.text = (around.text or "") + self.node.tail
            else:
                before.tail = (before.tail or "") + self.node.tail
        around.remove(self.node)


class Document(Element):
    """The root of a parsed page or fragment.

    by_name, by_attribute: the elements with a tag or an attribute, in the order of the source. mistakes: tags
    that are not closed in order, attributes that occur twice in a tag, and other errors of syntax.
    """

    __slots__ = ("by_attribute", "by_name", "mistakes")

    def __init__(self, text: str) -> None:
        translation = _Translation(text)
        super().__init__(translation.parsed())
        self.mistakes = translation.mistakes
        self.by_name: dict[str, list[Element]] = defaultdict(list)
        self.by_attribute: dict[str, list[Element]] = defaultdict(list)
        for node, tag in zip(self.node.iterdescendants(), translation.tags, strict=True):
            element = Element(node)
            self.by_name[tag.name].append(element)
            for attribute in tag.attributes:
                self.by_attribute[attribute].append(element)

    def __str__(self) -> str:
        return "".join(str(child) for child in self.children)

    def with_id(self, value: str) -> Element | None:
        return next((element for element in self.by_attribute.get("id", ()) if element["id"] == value), None)

    def find_text(self, pattern: re.Pattern[str], *, outside: set[str]) -> list[str]:
        """Pieces of text in which a pattern occurs, but not those within some elements."""
        pieces = [(node.text, node) for node in self.node.iter() if node.text]
        pieces += [(node.tail, node.getparent()) for node in self.node.iter() if node.tail]
        matches = [(text, node) for text, node in pieces if pattern.search(text)]
        return [
            text
            for text, node in matches
            if node.tag not in outside and not any(node.iterancestors(*outside))
        ]


class _Tag(NamedTuple):
    """An opening tag. source: the same in XML. is_empty: no closing tag belongs to it."""

    name: str
    attributes: tuple[str, ...]
    source: str
    is_empty: bool
    mistakes: tuple[str, ...]


class _Translation:
    """A page in well-formed XML, with its opening tags and its mistakes."""

    def __init__(self, text: str) -> None:
        self.source, self.opened = ["<document>"], ["document"]
        self.tags: list[_Tag] = []
        self.mistakes: list[str] = []
        *parts, last = TOKEN.split(text)
        groups = iter(parts)
        for before, text_only, *text_only_rest, name, attributes, comment in zip(*[groups] * 7, strict=True):
            if before:
                self._add_text(before)
            if name is None:
                self._add_special(text_only, *text_only_rest, comment)
            elif name[0] == "/":
                self._close(name[1:].lower(), before)
            else:
                tag = self._add_tag(name, attributes)
                if not tag.is_empty:
                    self.opened.append(tag.name)
        self._add_text(last)
        self.mistakes += [f"never closed: {name}" for name in self.opened[1:]]
        self._close_until("document")

    def parsed(self) -> etree._Element:
        source = "".join(self.source).replace("\r", "&#13;")  # XML would drop it
        try:
            return etree.fromstring(source)
        except etree.XMLSyntaxError:
            return etree.fromstring(NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", source))

    def _add_text(self, text: str) -> None:
        if "<" in text:
            self.mistakes.append(f"no tag: {text[text.index('<') :][:40]}")
        self.source.append(_escaped(text))

    def _add_tag(self, name: str, attributes: str) -> _Tag:
        tag = _tag(name, attributes)
        self.tags.append(tag)
        self.source.append(tag.source)
        self.mistakes += tag.mistakes
        return tag

    def _add_special(
        self, name: str | None, attributes: str | None, text: str | None, comment: str | None
    ) -> None:
        """An element that contains only text, a comment, or the document type."""
        if name is not None:
            self._add_tag(name, attributes or "")
            self.source.append(escape(text) if name in CODE else _escaped(text))
            self.source.append(f"</{name}>")
        elif comment is not None:
            self.mistakes.append(f"a comment: {comment}")

    def _close(self, name: str, before: str) -> None:
        if self.opened[-1] != name:
            self.mistakes.append(f"</{name}> closes nothing after “{before.strip()[-40:]}”")
        if name in self.opened[1:]:
            self._close_until(name)

    def _close_until(self, name: str) -> None:
        closed = None
        while closed != name:
            closed = self.opened.pop()
            self.source.append(f"</{closed}>")


@lru_cache(maxsize=5_000)
def _tag(name: str, source: str) -> _Tag:
    name = name.lower()
    attributes = [
        (attribute.lower(), unescape(double or single or bare))
        for attribute, double, single, bare in ATTRIBUTE.findall(source)
    ]
    counted = Counter(attribute for attribute, _value in attributes)
    mistakes = [f"{attribute} twice in {name}" for attribute, count in counted.items() if count > 1]
    rest = WELL_FORMED.sub("", source, count=1)
    if rest:
        mistakes.append(f"malformed attributes in {name}: {rest[:80]}")
    is_empty = name in VOID or source.endswith("/")
    values = dict(attributes)
    values.pop("xmlns", None)  # says nothing in HTML, and lxml would put it into the names of elements
    written = "".join(f' {attribute}="{_escaped_value(value)}"' for attribute, value in values.items())
    return _Tag(name, tuple(values), f"<{name}{written}{'/' if is_empty else ''}>", is_empty, tuple(mistakes))


def _escaped_value(value: str) -> str:
    """XML would replace line ends in values by blanks."""
    return escape(value).replace("\n", "&#10;").replace("\t", "&#9;")


def _escaped(text: str) -> str:
    """Text of a page, without the references that only HTML has."""
    return escape(unescape(text), quote=False) if "&" in text or "<" in text or ">" in text else text


@lru_cache(maxsize=2_000)
def _matcher(selector: str) -> etree.XPath:
    return etree.XPath(GenericTranslator().css_to_xpath(selector))


def _pieces(node: etree._Element) -> Iterator[str]:
    if node.text:
        yield node.text
    for child in node:
        if child.tag not in UNREAD:
            yield from _pieces(child)
        if child.tail:
            yield child.tail
