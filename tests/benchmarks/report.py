"""What is asked of one database: one question, one table. templates/results.md says what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from models import Session
from tests.benchmarks.asking import Asking, database_ms, in_turns
from tests.benchmarks.bare import bare_app
from tests.benchmarks.groups import Visit
from tests.benchmarks.pages import IN_A_SESSION, QUESTIONS, Page

OLD_RATIO, OLD_MS, QUERY_MS = 2, 20, 50
Row = Mapping[str, Any]  # a cell for each head


def table(rows: Sequence[Row]) -> str:
    """A Markdown table that reads well in a terminal too: the first column is words, the others figures."""
    lines = [list(rows[0]), *([_shown(cell) for cell in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])])
    return "\n".join("| " + " | ".join(_padded(line, widths)) + " |" for line in lines)


def _shown(cell: object) -> str:
    """Of a list of figures, one a group, the first and the last."""
    if isinstance(cell, list):
        ends = _shown(cell[0]), _shown(cell[-1])
        return ends[0] if ends[0] == ends[1] else " → ".join(ends)
    if isinstance(cell, float):
        return f"{cell:.2g}" if 0 < cell < 0.1 else f"{cell:.2f}"
    return str(cell)


def _padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]


def against_bare(visit: Visit, turns: int) -> Iterator[Row]:
    """The table page, and the answers to questions, against bare pages as long."""

    def read_session() -> None:
        with visit.app.app_context():
            Session.of(visit.places["group"], visit.places["table"])

    table_page, changed_table, *_ = IN_A_SESSION
    yield _beside_bare(visit, table_page, turns)
    yield _beside_bare(visit, changed_table, turns)
    yield _beside_bare(visit, changed_table, turns, "bare, reads the session", read_session)
    yield from (_beside_bare(visit, page, turns) for page in QUESTIONS)


def _beside_bare(
    visit: Visit, page: Page, turns: int, against: str = "bare", first: Callable[[], object] | None = None
) -> Row:
    ours = Asking(visit, page)
    bare = Asking(Visit(bare_app(ours.answer().kb, first)), Page(against, "/"))
    (other, answer), ratio = in_turns([bare, ours], turns)
    return {
        "page": page.name,
        "against": against,
        "queries": len(answer.queries),
        "page, ms": answer.ms,
        "other, ms": other.ms,
        "ratio": ratio,
    }


def growth(visits: Sequence[Visit], page: Page, turns: int) -> Row:
    """What one page costs each group, the smallest first."""
    answers, ratio = in_turns([Asking(visit, page) for visit in visits], turns)
    return {
        "page": page.name,
        **{f"{visit.size}, ms": answer.ms for visit, answer in zip(visits, answers, strict=True)},
        "ratio": ratio,
        "queries": [len(answer.queries) for answer in answers],
        "KB": [answer.kb for answer in answers],
    }


def steadiness(visits: Sequence[Visit], page: Page, turns: int) -> Row:
    """The same, and what it costs the largest group when a session has just ended."""
    row = growth(visits, page, turns)
    first, _ratio = in_turns([Asking(visit, replace(page, first=True)) for visit in visits], turns)
    queries = [len(answer.queries) for answer in first]
    with visits[-1].app.app_context():
        slowest = max(map(database_ms, first[-1].queries), default=0.0)
    new, old = (row[f"{visit.size}, ms"] for visit in (visits[0], visits[-1]))
    quick = old <= OLD_RATIO * new + OLD_MS and slowest <= QUERY_MS
    return {
        **row,
        "br, KB": Asking(visits[-1], page, "br").answer().kb,
        "first, ms": first[-1].ms,
        "queries": queries,
        "slowest, ms": slowest,
        "within": "yes" if quick and queries[-2] == queries[-1] else "no",
    }
