"""Plays of BoardGameGeek, saved as a file: <plays> with a <play> for each entry.

Scores are free text, players may be missing, an entry may stand for several plays of one day.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from types import MappingProxyType
from xml.parsers import expat

from files.document.checks import BadDocument
from files.importing.draft import FileWarning, left_out
from files.readers.dates import only_reading
from files.readers.plays import (
    LONGEST_WORDS,
    NAMELESS,
    Person,
    Plays,
    Score,
    check_game,
    check_number_of,
    is_anonymous,
    separate_guests,
)
from files.readers.text import minutes
from game.variants import Variant
from models.names import tidy

DEEPEST = 20
MOST_PARTS = 1_000_000  # elements and their attributes: some 25,000 plays
LONGEST_TAG = 1_000_000  # bytes; the parser tells of a tag when it has all of it
AT_ONCE = 100_000
MOST_JOINED = 1_000  # documents in a file
MOST_AROUND = 2  # elements around one of plays
BLANKS = re.compile(rb"(?:\s|\xef\xbb\xbf)*+")  # with byte order marks
NUMBER = re.compile(r"[0-9]{1,6}")
NONE: Mapping[str, str] = MappingProxyType({})


class Bgg(Plays):
    """Plays of all pages in a file, oldest first; the pages have the newest first.

    roots: the documents of the file. Raises BadDocument if none of them has plays.
    """

    source = "bgg"

    def __init__(self, roots: Sequence[Element], zone: tzinfo, own: Sequence[Variant] = ()) -> None:
        super().__init__(zone, own)
        pages: list[Element] = []
        for root in roots:
            found = list(_pages(root))
            pages += found
            if not found:
                self._leave_out_root(root)
        if not pages:
            raise BadDocument(str(roots[0].line), "there are no plays in this file")
        entries = [entry for page in pages for entry in page.all("play")]
        check_number_of(len(entries), pages[0].name)
        self._count(pages)
        for entry in sorted(entries, key=lambda e: (e.get("date"), e.get("id").zfill(20))):
            with self.leaving_out(" · ".join(filter(None, (entry.get("date"), _game(entry))))):
                self._read(entry, str(entry.line))

    def _leave_out_root(self, root: Element) -> None:
        why = BadDocument(str(root.line), "there are no plays in this part of the file")
        self.left_out.append(left_out(f"<{root.name[:LONGEST_WORDS]}>", why))

    def _count(self, pages: Sequence[Element]) -> None:
        """Warn if a user has more plays than the pages."""
        totals: dict[str, int] = {}
        ids: defaultdict[str, set[str]] = defaultdict(set)
        for page in pages:
            user = page.get("username")
            totals[user] = max(totals.get(user, 0), _number(page.get("total"), 0))
            ids[user].update(entry.get("id") or str(entry.line) for entry in page.all("play"))
        count, total = sum(map(len, ids.values())), sum(totals.values())
        if count < total:
            self.warnings.append(FileWarning(at="", code="pages", values={"count": count, "total": total}))

    def _read(self, entry: Element, at: str) -> None:
        if entry.get("incomplete") == "1":
            raise BadDocument(at, "not played to the end")
        if entry.get("nowinstats") == "1":
            raise BadDocument(at, "marked there as not counting")
        date, game, comments = entry.get("date"), _game(entry), entry.first("comments")
        began = only_reading(date, at, self.zone)
        scores = self._scores(entry, at)
        self.add(
            at,
            entry.get("id") or f"{date}|{game}|{','.join(map(str, scores))}",
            game,
            began,
            scores,
            minutes=minutes(entry.get("length")),
            place=entry.get("location"),
            note=" ".join(comments.text.split()) if comments else "",
        )
        count = _number(entry.get("quantity"), 1)
        if count > 1:
            raise BadDocument(
                at, "logged as %(count)s games with one set of points: one of them is imported", count=count
            )

    def _scores(self, entry: Element, at: str) -> list[Score]:
        players = entry.first("players")
        if players is None:
            raise BadDocument(at, "the file does not say who played")
        game = _game(entry)
        entries = players.all("player")
        people = separate_guests(map(_person, entries))
        scores = [self._score(*each, game) for each in zip(people, entries, strict=True)]
        check_game(scores, at)
        return scores

    def _score(self, person: Person, player: Element, game: str) -> Score:
        won = {"1": True, "0": False}.get(player.get("win"))
        starts = player.get("startposition") == "1"
        return self.score(person, player.get("score"), str(player.line), game=game, won=won, starts=starts)


def _person(player: Element) -> Person:
    """A player by user name, or else by name; without both an anonymous one."""
    name, user = player.get("name"), player.get("username")
    if user:
        return Person(f"user:{user.casefold()}", name or user)
    return Person(f"name:{tidy(name or NAMELESS)}", name or NAMELESS, nameless=is_anonymous(name))


def _pages(root: Element, depth: int = MOST_AROUND) -> Iterator[Element]:
    """Elements of plays, in at most `depth` others; a single play counts as one."""
    if root.name == "play" and depth == MOST_AROUND:
        yield Element("plays", NONE, root.line, [root])
        return
    if root.name == "plays":
        yield root
    for child in root.children if depth else ():
        yield from _pages(child, depth - 1)


def _number(written: str, otherwise: int) -> int:
    return int(written) if NUMBER.fullmatch(written) else otherwise


def _game(entry: Element) -> str:
    item = entry.first("item")
    return item.get("name") if item else ""


@dataclass(slots=True)
class Element:
    """An XML element: name, attributes, children, text, and its line in the file.

    Files may have a million of them: an element without attributes or children allocates nothing for them.
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


def trees_of(content: bytes) -> list[Element]:
    """Parse XML documents, in UTF-8, that stand one after the other.

    Raises BadDocument if one is malformed, or if they are too large.
    """
    growing = _Growing(content)
    try:
        growing.read()
    finally:
        del growing.parser  # which refers to it: without this cycle the content is freed at once
    return list(growing.root.children)


class _Growing:
    """Reads one document after the other. start, line: where the current one begins."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.parser = expat.ParserCreate()
        self.start = self.line = self.count = 0
        self.root = Element("", NONE, 0)
        self.within = [self.root]
        self.texts: list[list[str]] = [[]]  # of each of them, in parts, joined only once

    def read(self) -> None:
        next_start = self._after_blanks(0)
        while next_start < len(self.content):
            self.line += self.content.count(b"\n", self.start, next_start)
            self.start = next_start
            next_start = self._after_blanks(self._read_one())

    def _read_one(self) -> int:
        """Parse the document at `start`; return where it ends."""
        before = len(self.root.children)
        if before == MOST_JOINED:
            raise BadDocument(str(self.line + 1), "more than such a file can hold")
        try:
            self._parse()
        except expat.ExpatError as wrong:
            if len(self.within) == 1 and len(self.root.children) > before:  # something follows this document
                return self.start + self.parser.ErrorByteIndex
            raise BadDocument(self._place_of(wrong), "this is where the XML breaks off") from None
        return len(self.content)

    def _parse(self) -> None:
        """Feed the content in parts, to notice an endless tag before it fills the memory."""
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close
        self.parser.CharacterDataHandler = self._text
        for start in range(self.start, len(self.content), AT_ONCE):
            piece = self.content[start : start + AT_ONCE]
            self.parser.Parse(piece, False)
            if start + len(piece) - self.start - self.parser.CurrentByteIndex > LONGEST_TAG:
                raise BadDocument(self._line, "more than such a file can hold")
        self.parser.Parse(b"", True)

    def _after_blanks(self, start: int) -> int:
        blanks = BLANKS.match(self.content, start)
        return blanks.end() if blanks else start

    def _place_of(self, wrong: expat.ExpatError) -> str:
        """Line and column in the file."""
        column = wrong.offset + 1
        if wrong.lineno == 1:
            begins = self.content.rfind(b"\n", 0, self.start) + 1
            column += len(self.content[begins : self.start].decode(errors="replace"))
        return f"{self.line + wrong.lineno}:{column}"

    def _refuse(self, *_told: object) -> None:
        raise BadDocument(self._line, "a document type has no place in this file")

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1 + len(attributes)
        if self.count > MOST_PARTS:
            raise BadDocument(self._line, "more than such a file can hold")
        if len(self.within) > DEEPEST:
            raise BadDocument(self._line, "nested too deep")
        element = Element(name, attributes or NONE, self.line + self.parser.CurrentLineNumber)
        self.within[-1].add(element)
        self.within.append(element)
        self.texts.append([])

    def _close(self, _name: str) -> None:
        self.within.pop().text = "".join(self.texts.pop())

    def _text(self, text: str) -> None:
        self.texts[-1].append(text)

    @property
    def _line(self) -> str:
        return str(self.line + self.parser.CurrentLineNumber)
