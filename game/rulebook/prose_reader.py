"""From a Markdown file to sections of passages; every mistake is named by file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from markdown_it.token import Token

from game.rulebook.choices import are_ours, marked
from game.rulebook.conditions import Condition
from game.rulebook.notation import ANCHOR, CITATION, CONDITION, DRAWN, BadNotation, reader
from game.rulebook.prose import SECTIONS, BadProse, Prose, Written, WrittenSection, inner
from game.variants.citations import is_known
from game.variants.option import Option

LISTS = ("bullet_list", "ordered_list")


def read_prose(text: str, file: str, options: Sequence[Option]) -> Prose:
    """`file` and the variant's options are for naming mistakes; raises BadProse."""
    return _Reader(text, file, {option.key: option for option in options}).read()


class _Reader:
    """Reads one file from its first line to its last."""

    def __init__(self, text: str, file: str, options: Mapping[str, Option]) -> None:
        self.text, self.file, self.options = text, file, options
        self.ids: set[str] = set(SECTIONS)
        self.lists = 0

    def read(self) -> Prose:
        parts = self._parts()
        keys = [key for key, _title, _tokens in parts]
        if keys != list(SECTIONS):
            wrong = next(
                (key for key, due in zip(keys, SECTIONS, strict=False) if key != due), "the last one"
            )
            self._refuse(1, f"the sections are {', '.join(SECTIONS)}, in this order: look at “{wrong}”")
        sections = tuple(
            WrittenSection(key, title, tuple(self._passages(key, tokens))) for key, title, tokens in parts
        )
        for section in sections:
            if section.lacks:
                self._refuse(1, f"“{section.key}” needs a line {{{section.lacks}}}")
        return Prose(self.file, sections)

    def _parts(self) -> list[tuple[str, str, list[Token]]]:
        """Key, title and tokens of each section."""
        parts: list[tuple[str, str, list[Token]]] = []
        tokens = iter(self._tokens())
        for token in tokens:
            if token.type == "heading_open" and token.tag == "h2":
                key, heading = self._heading(next(tokens), _line(token))
                parts.append((key, "".join(t.content for t in heading), []))
                next(tokens)  # the heading’s end
            elif not parts:
                self._refuse(_line(token), "text before the first heading")
            else:
                parts[-1][2].append(token)
        return parts

    def _tokens(self) -> list[Token]:
        try:
            return reader().parse(self.text)
        except BadNotation as bad:
            line = self.text[: self.text.find(str(bad))].count("\n") + 1
            raise BadProse(f"{self.file}:{line}: no such notation: {bad}") from bad

    def _passages(self, section: str, tokens: list[Token]) -> Iterator[Written]:
        """Those of one section; the tokens of Markdown come as open, inner, close."""
        place, at = 0, 0
        while at < len(tokens):
            token, end = tokens[at], _end(tokens, at)
            place += 1
            if token.type == "heading_open":
                yield self._subhead(tokens[at + 1], token)
            elif token.type == "paragraph_open":
                yield self._passage((section, place), _line(token), tokens[at + 1 : end])
            elif token.type.removesuffix("_open") in LISTS:
                self.lists += 1
                items = list(self._items(section, place, tokens[at + 1 : end], token))
                place += len(items) - 1
                yield from items
            else:
                self._refuse(_line(token), f"no {token.type.removesuffix('_open')} here")
            at = end + 1

    def _items(self, section: str, place: int, tokens: list[Token], of: Token) -> Iterator[Written]:
        at, number = 0, place
        while at < len(tokens):
            end = _end(tokens, at)
            ordered = of.type.startswith("ordered")
            within = tokens[at + 1 : end]
            yield self._passage((section, number), _line(tokens[at]), within, self.lists, ordered=ordered)
            at, number = end + 1, number + 1

    def _subhead(self, inline: Token, opened: Token) -> Written:
        line = _line(opened)
        if opened.tag != "h3":
            self._refuse(line, "a heading is ## or ###")
        anchor, tokens = self._heading(inline, line)
        if anchor in self.ids:
            self._refuse(line, f"a second “{anchor}”")
        self.ids.add(anchor)
        return Written("heading", anchor, line, tuple(tokens))

    def _heading(self, inline: Token, line: int) -> tuple[str, list[Token]]:
        """The anchor and what is read."""
        children = inline.children or []
        if not children or children[-1].type != ANCHOR:
            self._refuse(line, "a heading ends with its anchor, {#…}")
        if any(token.type != "text" for token in children[:-1]):
            self._refuse(line, "a heading is plain text")
        return str(children[-1].meta["id"]), children[:-1]

    def _passage(
        self, at: tuple[str, int], line: int, tokens: list[Token], number: int = 0, *, ordered: bool = False
    ) -> Written:
        """at: the key of its section, and its place there."""
        section, place = at
        anchor = f"{section}-{place}"
        first = next((token for token in tokens if token.type == "inline"), None)
        if first is None:
            self._refuse(line, "an item that says nothing")
        conditions = self._conditions(first, line)
        self._check(tokens, line)
        children = first.children or []
        if len(children) == 1 and children[0].type == DRAWN and not number:
            drawn = children[0].meta
            return Written(drawn["what"], anchor, line, (), conditions, cards=tuple(drawn["cards"].split()))
        if any(token.type == DRAWN for token in inner(tokens)):
            self._refuse(line, "what is drawn from the data stands on a line of its own")
        if are_ours(section, conditions, self.options):
            for token in tokens:
                token.children = token.children and list(marked(token.children))
        shown = tuple(tokens) if number else tuple(first.children or ())
        return Written("item" if number else "paragraph", anchor, line, shown, conditions, number, ordered)

    def _conditions(self, inline: Token, line: int) -> tuple[Condition, ...]:
        """Those that a passage begins with, taken out of it."""
        children, found = inline.children or [], []
        while children and (children[0].type == CONDITION or not _says_something(children[0])):
            token = children.pop(0)
            if token.type == CONDITION:
                meta = token.meta
                found.append(Condition(meta["option"], meta.get("value"), bool(meta["never"])))
        for condition in found:
            mistake = condition.mistake(self.options)
            if mistake:
                self._refuse(line, mistake)
        if children and children[0].type == "text":
            children[0].content = children[0].content.lstrip()
        return tuple(found)

    def _check(self, tokens: list[Token], line: int) -> None:
        for token in inner(tokens):
            if token.type in (CONDITION, ANCHOR):
                self._refuse(line, f"{token.content} stands in the middle")
            if token.type == CITATION and not is_known(token.meta["cited"]):
                self._refuse(line, f"no fact or decision {token.content}")

    def _refuse(self, line: int, mistake: str) -> NoReturn:
        raise BadProse(f"{self.file}:{line}: {mistake}")


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where what begins at `at` ends."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += tokens[place].nesting
        if depth == 0:
            return place
    return len(tokens) - 1


def _says_something(token: Token) -> bool:
    return token.type != "text" or bool(token.content.strip())
