"""Plays of BoardGameGeek, saved as a file: <plays> with a <play> for each entry.

Scores are free text, players may be missing, an entry may stand for several plays of one day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from types import MappingProxyType
from xml.parsers import expat

from exchange.document.checks import BadDocument
from exchange.formats.plays import Person, Plays, Score, check_game, check_number_of
from exchange.formats.text import minutes, when
from game.variants import Variant
from models.names import tidy

DEEPEST = 20
MOST_PARTS = 1_000_000  # elements and their attributes: some 25,000 plays
LONGEST_TAG = 1_000_000  # bytes; the parser tells of a tag when it has all of it
AT_ONCE = 100_000
NONE: Mapping[str, str] = MappingProxyType({})


def is_bgg(root: Element) -> bool:
    return root.name in ("plays", "play")


class Bgg(Plays):
    """Plays, oldest first; the file has the newest first."""

    source = "bgg"

    def __init__(self, root: Element, zone: tzinfo, own: Sequence[Variant] = ()) -> None:
        super().__init__(zone, own)
        entries = [root] if root.name == "play" else root.all("play")
        check_number_of(entries, root.name)
        for entry in sorted(entries, key=lambda e: (e.get("date"), e.get("id").zfill(20))):
            with self.leaving_out(" · ".join(filter(None, (entry.get("date"), _game(entry))))):
                self._read(entry, str(entry.line))

    def _read(self, entry: Element, at: str) -> None:
        if entry.get("incomplete") == "1":
            raise BadDocument(at, "not played to the end")
        if entry.get("nowinstats") == "1":
            raise BadDocument(at, "marked there as not counting")
        date, game, comments = entry.get("date"), _game(entry), entry.first("comments")
        began = when(date, at, self.zone)
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
        count = _quantity(entry)
        if count > 1:
            raise BadDocument(
                at, "logged as %(count)s games with one set of points: one of them is imported", count=count
            )

    def _scores(self, entry: Element, at: str) -> list[Score]:
        players = entry.first("players")
        if players is None:
            raise BadDocument(at, "the file does not say who played")
        game = _game(entry)
        scores = [self._score(player, game) for player in players.all("player")]
        check_game(scores, at)
        return scores

    def _score(self, player: Element, game: str) -> Score:
        at, name, user = str(player.line), player.get("name"), player.get("username")
        if not (name or user):
            raise BadDocument(at, "somebody here has no name")
        person = Person(f"user:{user.casefold()}" if user else f"name:{tidy(name)}", name or user)
        won = {"1": True, "0": False}.get(player.get("win"))
        starts = player.get("startposition") == "1"
        return self.score(person, player.get("score"), at, game=game, won=won, starts=starts)


def _quantity(entry: Element) -> int:
    written = entry.get("quantity")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 5 else 1  # noqa: PLR2004


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


def tree_of(text: str) -> Element:
    """Parse XML; raises BadDocument if it is malformed or too large."""
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
        self.texts: list[list[str]] = [[]]  # of each of them, in parts, joined only once
        self.count = 0

    def read(self, text: str) -> None:
        """Feed the text in parts, to notice an endless tag before it fills the memory."""
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
        self.texts.append([])

    def _close(self, _name: str) -> None:
        self.within.pop().text = "".join(self.texts.pop())

    def _text(self, text: str) -> None:
        self.texts[-1].append(text)

    @property
    def _line(self) -> str:
        return str(self.parser.CurrentLineNumber)
