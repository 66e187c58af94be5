"""Split a block copied from a spreadsheet or a message into the cells of a score sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.player import same_name

MAX_LINES = 200
MAX_CELLS = 40
LINE_OF_TOTALS = re.compile(r"(total|totals|totalt|summa|sum|start)\b", re.IGNORECASE)
COLUMNS = re.compile(r"\t|;|(?<!\s)\s*+\|\s*|\|\s*")  # no run of blanks is gone through twice
SEVERAL_BLANKS = re.compile(r"\s{2,}")


def spread(text: str, names: Sequence[str]) -> list[list[str]]:
    """The cells of each line, one for each name, in the order of the names.

    Columns are split at tabs, semicolons, bars or wide gaps. A first line of names assigns the columns; a
    first column of running numbers and a line of totals are skipped.
    """
    lines = [_cells(line) for line in text.splitlines()[:MAX_LINES] if line.strip()]
    lines = [line for line in lines if not LINE_OF_TOTALS.match(line[0])]
    columns = _columns(lines[0], names) if lines else None
    if columns is not None:
        lines = lines[1:]
    elif _is_numbered(lines, len(names)):
        lines = [line[1:] for line in lines]
    wanted = columns if columns is not None else list(range(len(names)))
    return [[line[c] if c is not None and c < len(line) else "" for c in wanted] for line in lines]


def _cells(line: str) -> list[str]:
    parts = COLUMNS.split(line) if COLUMNS.search(line) else SEVERAL_BLANKS.split(line.strip())
    return [part.strip() for part in parts[:MAX_CELLS]]


def _columns(heads: Sequence[str], names: Sequence[str]) -> list[int | None] | None:
    """The column of each name; None if the first line has no names."""
    columns = [next((c for c, head in enumerate(heads) if same_name(head, name)), None) for name in names]
    return None if all(column is None for column in columns) else columns


def _is_numbered(lines: Sequence[Sequence[str]], names: int) -> bool:
    """Whether each line has one cell more than there are names, and the first cells count up."""
    numbers = [line[0].rstrip(".") for line in lines]
    count_on = [str(number) for number in range(1, len(lines) + 1)]
    return numbers == count_on and any(len(line) > names for line in lines)
