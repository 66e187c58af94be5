"""Figures as tables that read well in a terminal and in Markdown alike."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table: the first column is words, the others are figures."""
    lines = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(_line(line, widths) for line in (lines[0], rule, *lines[1:]))


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.2f}"


def kilobytes(size: int) -> str:
    return f"{size / 1024:.1f}"


def number_of(count: int, word: str) -> str:
    return f"{count:,} {word if count == 1 else word + 's'}"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    words = first[0].ljust(first[1])
    return "| " + " | ".join([words, *(cell.rjust(width) for cell, width in others)]) + " |"
