"""The report: templates/results.md explains the figures, `table` prints them."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from flask import Flask, render_template

from tests.benchmarks.measuring import FIRST_MS, PAGE_MS, Row


def report(databases: Sequence[dict[str, Any]], turns: int) -> str:
    """databases: the rows for each, by table. turns: the number of requests to each page."""
    bars = {"page_ms": PAGE_MS, "first_ms": FIRST_MS}
    machine = {"now": datetime.now(UTC), "platform": platform, "cores": os.cpu_count()}
    with Flask(__name__).app_context():
        return render_template("results.md", table=table, databases=databases, turns=turns, **bars, **machine)


def table(rows: Sequence[Row]) -> str:
    """A Markdown table that is readable in a terminal too: the first column contains words, the others
    figures.
    """
    lines = [list(rows[0]), *([_cell(cell) for cell in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])])
    return "\n".join("| " + " | ".join(_padded(line, widths)) + " |" for line in lines)


def _cell(cell: object) -> str:
    """For a list of figures, one for each group, the first and the last."""
    if isinstance(cell, list):
        ends = _cell(cell[0]), _cell(cell[-1])
        return ends[0] if ends[0] == ends[1] else " → ".join(ends)
    if isinstance(cell, float):
        return f"{cell:.2g}" if 0 < cell < 0.1 else f"{cell:.2f}"
    return str(cell)


def _padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]
