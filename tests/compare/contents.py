"""Responses as lines that can be compared, with ids and marks replaced."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import openpyxl

from tests.compare.server import Answer

# Differ between two runs or two revisions without a meaning of their own, in this order.
IDS = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # UUIDs
    r"|\b[0-9a-f]{16}(?:[0-9a-f]{16})?\b"  # UUIDs without dashes, fingerprints of what a form has shown
    r"|(?:(?<=/join/)|(?<=/feeds/))[\w-]{20,}"  # secrets of links
)
MARKS = re.compile(
    r"(?<=name=\"csrf_token\" value=\")[^\"]+"
    r"|(?<=\?v=)[0-9a-f]{6,}"  # fingerprints of static files
    r"|(?<=data-keep=\")[^\"]+"  # marks of cached pages
    r"|\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b(?=</)"  # numbers of error reports
)
VOID = frozenset(("br", "circle", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use"))
BINARY = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def masked(text: str) -> tuple[str, list[str]]:
    """The text with "#id" in place of each id and "#mark" in place of each mark, and the ids in order."""
    text = MARKS.sub("#mark", text)
    return IDS.sub("#id", text), IDS.findall(text)


def kind_of_address(address: str) -> str:
    """The address without ids, numbers and the values of its query: the kind of page."""
    path, _mark, query = address.partition("?")
    path = re.sub(r"(?<=/)\d+(?=/|$)", "N", IDS.sub("ID", path))
    names = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    return f"{path}?{'&'.join(names)}" if names else path


def without_numbers(text: str) -> str:
    return NUMBER.sub("#", text)


class Ids:
    """Which id of the second revision stands for which of the first."""

    def __init__(self) -> None:
        self.there: dict[str, str] = {}
        self.here: dict[str, str] = {}
        self.equal_texts: list[
            bytes
        ] = []  # whose ids stand for themselves; read when that matters: it is slow

    def agree(self, here: list[str], there: list[str]) -> list[tuple[str, str]]:
        """Learn from two lists of corresponding ids; return the pairs that contradict earlier ones."""
        if here != there:
            self._read_equal_texts()
        contradictions = []
        for one, other in zip(here, there, strict=True):
            if self.there.setdefault(one, other) != other or self.here.setdefault(other, one) != one:
                contradictions.append((one, other))
        return contradictions

    def _read_equal_texts(self) -> None:
        texts, self.equal_texts = self.equal_texts, []
        for text in texts:
            for name in IDS.findall(text.decode(errors="replace")):
                self.there.setdefault(name, name)
                self.here.setdefault(name, name)

    def translated(self, text: str) -> str:
        """A text of the first revision with the ids of the second."""
        return IDS.sub(lambda match: self.there.get(match[0], match[0]), text)


def text_of_answer(answer: Answer) -> str:
    """The text of a response; of a workbook that of its cells."""
    if answer.media_type == BINARY or answer.body[:4] == b"PK\x03\x04":
        return "\n".join(_workbook_lines(answer.body))
    return answer.text


def lines_of(media_type: str, text: str) -> list[str]:
    """The lines to compare: tags and texts of pages, members of JSON, cells of CSV, otherwise lines."""
    if media_type in ("text/html", "image/svg+xml", "application/atom+xml"):
        return Lines(text).lines
    if "json" in media_type:
        try:
            return list(_members("", json.loads(text)))
        except ValueError:
            return text.splitlines()
    if media_type == "text/csv":
        return list(_cells(text))
    return text.splitlines()


class Lines(HTMLParser):
    """A page as lines: each tag with its attributes in order of their names, each text with its element."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        shown = [
            f' {name}="{_readable(value)}"' if value is not None else f" {name}"
            for name, value in sorted(attrs)
        ]
        self.lines.append(f"<{tag}{''.join(shown)}>")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        self.lines.append(f"</{tag}>")
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text:
            self.lines.append(f"{self.open[-1] if self.open else ''}: {text}")


def _readable(value: str) -> str:
    return unquote(" ".join(value.split()))


def _members(place: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, member in value.items():
            yield from _members(f"{place}.{name}" if place else name, member)
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for item in value:
            yield from _members(f"{place}[]", item)
    else:
        yield f"{place} = {json.dumps(value, ensure_ascii=False)}"


def _cells(text: str) -> Iterator[str]:
    separator = ";" if text.partition("\n")[0].count(";") else ","
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    for row in rows[:1]:
        yield " | ".join(row)
    for row in rows[1:]:
        named = zip(rows[0], row, strict=False) if len(rows[0]) == len(row) else enumerate(row)
        yield " | ".join(f"{name}: {cell}" for name, cell in named if cell)


def _workbook_lines(content: bytes) -> Iterator[str]:
    try:
        workbook = openpyxl.load_workbook(io.BytesIO(content))
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        yield f"not a workbook: {error}"
        return
    for sheet in workbook:
        yield f"sheet {sheet.title}, {sheet.dimensions}, merged {sorted(map(str, sheet.merged_cells.ranges))}"
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    link = f" → {cell.hyperlink.target}" if cell.hyperlink else ""
                    yield f"{sheet.title}!{cell.coordinate} = {cell.value!r} ({cell.number_format}){link}"
