"""XML from strangers: read by Python's own parser, which is let go at the first sign of a definition.

Every known attack on XML (entities that grow, files and addresses that are fetched) needs a document type;
what we read never has one. So it is refused before any of it is read. Hardened readers refuse it as well, but
defusedxml tells no line, lxml breaks off at other places, and neither bounds the attributes: what is refused
here takes them 300 and 490 megabytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from xml.parsers import expat

from exchange.document.checks import BadDocument

DEEPEST = 20
MOST_PARTS = 1_000_000  # elements and their attributes: some 25,000 plays
LONGEST_TAG = 1_000_000  # bytes; the parser tells of a tag when it has all of it
AT_ONCE = 100_000
NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(slots=True)
class Element:
    """One element: its name, attributes, children, the text in it, and its line in the file.

    A million of them shall fit anywhere: what has no attributes and no children has no room for them.
    """

    name: str
    attributes: Mapping[str, str]
    line: int
    children: Sequence[Element] = ()
    text: str = ""

    def add(self, child: Element) -> None:
        if isinstance(self.children, list):
            self.children.append(child)
        else:
            self.children = [child]

    def all(self, name: str) -> list[Element]:
        return [child for child in self.children if child.name == name]

    def first(self, name: str) -> Element | None:
        return next(iter(self.all(name)), None)

    def get(self, attribute: str) -> str:
        return " ".join(self.attributes.get(attribute, "").split())


def tree_of(text: str) -> Element:
    """The root of an XML text; raises BadDocument where it is none, or more than it should be."""
    growing = _Growing()
    try:
        growing.read(text)
    except expat.ExpatError as wrong:
        raise BadDocument(f"{wrong.lineno}:{wrong.offset + 1}", "this is where the XML breaks off") from None
    return growing.root.children[0]


class _Growing:
    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close
        self.parser.CharacterDataHandler = self._text
        self.root = Element("", NONE, 0)
        self.within = [self.root]
        self.said: list[list[str]] = [[]]  # the pieces of text in each of them, joined only once
        self.count = 0

    def read(self, text: str) -> None:
        """Piece by piece, so that a tag without end is noticed before it fills the memory."""
        fed = 0
        for start in range(0, len(text), AT_ONCE):
            piece = text[start : start + AT_ONCE]
            self.parser.Parse(piece, False)
            fed += len(piece.encode())
            if fed - self.parser.CurrentByteIndex > LONGEST_TAG:
                raise BadDocument(self._line, "more than such a file can hold")
        self.parser.Parse("", True)

    def _refuse(self, *_told: object) -> None:
        raise BadDocument(self._line, "a document type has no place in this file")

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1 + len(attributes)
        if self.count > MOST_PARTS:
            raise BadDocument(self._line, "more than such a file can hold")
        if len(self.within) > DEEPEST:
            raise BadDocument(self._line, "nested too deep")
        element = Element(name, attributes or NONE, self.parser.CurrentLineNumber)
        self.within[-1].add(element)
        self.within.append(element)
        self.said.append([])

    def _close(self, _name: str) -> None:
        self.within.pop().text = "".join(self.said.pop())

    def _text(self, text: str) -> None:
        self.said[-1].append(text)

    @property
    def _line(self) -> str:
        return str(self.parser.CurrentLineNumber)
