"""Tables of cells, as spreadsheets save them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator

from files.cells import as_written
from files.document.checks import BadDocument

SEPARATORS = ("\t", ";", ",")
MOST_LINES = 2 / 3  # of those with another mark
MAX_COLUMNS = 200
MAX_ROWS = 20_000  # with something in them, and of several empty ones the first
MAX_LINES = 400_000
MAX_LINE_LENGTH = 1_000_000  # characters
LINE = re.compile(r"[^\r\n]*+(?:\r\n?|\n)|[^\r\n]++\Z")
DECLARED = re.compile(r"sep=([,;\t])\s*\n", re.IGNORECASE)  # what Excel writes on top, and reads
BEGINNING = 2_000  # characters, which show the separator
GAPS = re.compile(r"\s*\|\s*|\s{2,}")
BLANK = re.compile(r"\s+")
RULE = re.compile(r"[-=+|_:\s]+")  # a line drawn under the names
Line = tuple[int, list[str]]  # its number in the file, and its cells


def lines_of(text: str) -> list[Line]:
    """The lines of a text with their cells, at most MAX_ROWS.

    Of several empty lines only the first is there, and no line has empty cells at its end: spreadsheets save
    whole areas of them.

    Without a separator, columns are split at bars or several blanks, else at single blanks.
    """
    separator = _separator(text)
    if separator:
        found = _without_gaps(_lines(text))
    else:
        found = _between_blanks(text)
    if len(found) > MAX_ROWS:
        raise BadDocument(str(found[MAX_ROWS][0]), "more than %(most)s rows", most=MAX_ROWS)
    return found


def _without_gaps(lines: Iterable[Line]) -> list[Line]:
    kept: list[Line] = []
    for number, line in lines:
        cells = [as_written(cell.strip()) for cell in line]
        while cells and not cells[-1]:
            cells.pop()
        if cells or (kept and kept[-1][1]):
            kept.append((number, cells))
    return kept


def _between_blanks(text: str) -> list[Line]:
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in numbered if line and not RULE.fullmatch(line)]
    gap = GAPS if any(GAPS.search(line) for _number, line in lines) else BLANK
    found = [
        (number, [cell.strip() for cell in gap.split(line.strip("|").strip())]) for number, line in lines
    ]
    widest = max((len(cells) for _number, cells in found[1:]), default=0)
    if found and len(found[0][1]) == widest - 1:  # nothing stands above the first column
        found[0][1].insert(0, "")
    if any(len(cells) > MAX_COLUMNS for _number, cells in found):
        raise BadDocument("1", "more cells than columns")
    return found


def _separator(text: str) -> str:
    """The separator: a tab or semicolon if nearly as many of the first lines have one as have a comma, which
    may be in numbers and dates.
    """
    declared = DECLARED.match(text)
    if declared:
        return declared[1]
    lines = text[:BEGINNING].splitlines()
    counts = {mark: sum(mark in line for line in lines) for mark in SEPARATORS}
    likely = (mark for mark, count in counts.items() if count and count >= MOST_LINES * max(counts.values()))
    return next(likely, "")


def _lines(text: str) -> Iterator[Line]:
    declared = DECLARED.match(text)
    separator = _separator(text) or ","
    rows = csv.reader(_not_too_long(text), delimiter=separator, strict=True)
    number = 0
    if declared:
        next(rows)
    try:
        for number, cells in enumerate(rows, 2 if declared else 1):
            if len(cells) > MAX_COLUMNS:
                raise BadDocument(str(number), "more cells than columns")
            if number > MAX_LINES:
                raise BadDocument(str(number), "more than %(most)s rows", most=MAX_LINES)
            yield number, cells
    except csv.Error:
        raise BadDocument(str(number + 1), "this row is not well-formed") from None


def _not_too_long(text: str) -> Iterator[str]:
    """Yield lines; raises BadDocument for a line that is too long before it is split."""
    for number, line in enumerate(LINE.finditer(text), 1):
        if line.end() - line.start() > MAX_LINE_LENGTH:
            raise BadDocument(str(number), "more cells than columns")
        yield line[0]


def letters(index: int) -> str:
    return (chr(ord("A") + index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)  # noqa: PLR2004
