"""What is reported of one database: one question, one table, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from flask import Flask, render_template

from benchmarks.asking import Asking, Page, Phone, counted_queries, in_turns, medians, ratio
from benchmarks.groups import Visit
from benchmarks.pages import AFTER_CHANGE, RESULT, TABLE, UNCHANGED, pages_of, questions, whole_files
from models import Session

TABLE_BAR, TABLE_KILOBYTES, QUERIES_BAR, SEARCH_BAR = 3, 14, 6, 50
OLD_RATIO, OLD_SECONDS, QUERY_SECONDS = 2, 0.020, 0.050
OVER_NIGHTS = ("start", "new game", "group", TABLE, "pad", RESULT, "players", "merging, asked")
OVER_ROUNDS = (TABLE, TABLE + AFTER_CHANGE, UNCHANGED, "pad", "score sheet", "trail")


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table that reads well in a terminal too: the first column is words, the others figures."""
    lines = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])])
    return "\n".join("| " + " | ".join(_padded(line, widths)) + " |" for line in lines)


def _padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.2f}"


def kilobytes(size: int) -> str:
    return f"{size / 1024:.1f}"


def against_bare(visit: Visit, turns: int) -> str:
    """The table page, and the answers to questions, against bare pages as long."""
    page = pages_of(visit)
    after_change = page[TABLE + AFTER_CHANGE]
    rows = [_beside_bare(visit, page[TABLE], turns), _beside_bare(visit, after_change, turns)]
    rows.append(_beside_bare(visit, after_change, turns, "bare, reads the session", lambda: _read(visit)))
    rows += [_beside_bare(visit, each, turns) for each in questions(visit)]
    return (
        f"A bare page is one template filled by one loop, as long as ours. {turns} pairs. Bars: the table "
        f"page at most {TABLE_BAR} times the bare one, an answer while typing at most {SEARCH_BAR} ms.\n\n"
        + table(["page", "against", "queries", "page, ms", "other, ms", "ratio"], rows)
    )


def _beside_bare(
    visit: Visit, page: Page, turns: int, words: str = "bare", first: Callable[[], object] | None = None
) -> list[object]:
    ours = Asking(visit.phone, page)
    bare = Asking(Phone(bare_app(len(ours.answer().body), first)), Page(words, "/"))
    pairs = in_turns([ours, bare], turns)
    return [page.name, words, len(ours.queries()), *map(milliseconds, medians(pairs)), f"{ratio(pairs):.1f}"]


def _read(visit: Visit) -> None:
    with visit.phone.app.app_context():
        Session.of(visit.past.group.id, visit.past.table)


def bare_app(size: int, first: Callable[[], object] | None = None) -> Flask:
    """An application whose only page has about `size` bytes; it does `first` before."""
    app, rows = Flask("benchmarks"), 0

    @app.get("/")
    def page() -> str:
        if first:
            first()
        return render_template("bare.html", title="Bare page", rows=rows)

    client = app.test_client()
    empty = len(client.get("/").data)
    rows = 100
    rows = max(0, (size - empty) * rows // (len(client.get("/").data) - empty))
    return app


def every_page(visits: Sequence[Visit], turns: int) -> str:
    """Each page of the group that has met for years beside that of a new one. `visits` begin with the new one
    and end with the old one; the last but one tells whether queries still become more.
    """
    old = visits[-1].past
    pages = [pages_of(visit) for visit in visits]
    rows = [_steady(visits, [by_name[name] for by_name in pages], turns) for name in pages[-1]]
    counted = ", ".join(f"{old.rows[name]:,} {name}" for name in ("sessions", "rounds", "hands", "changes"))
    head = ["new, ms", "old, ms", "ratio", "first, ms", "queries", "slowest, ms", "plain, KB", "br, KB"]
    return (
        f"Old: {old.nights:,} nights, {counted}; new: {visits[0].past.nights}. {turns} pairs a page. “First” "
        "is the old page for whoever looks first after a session has ended, when figures are added up; so "
        "are the queries and the slowest of them, by the database’s own time.\n\n"
        f"Bars: at most {OLD_RATIO} times and {OLD_SECONDS * 1000:.0f} ms more; as many queries as with a "
        f"tenth of the nights, none over {QUERY_SECONDS * 1000:.0f} ms; the table page at most "
        f"{TABLE_KILOBYTES} KB compressed and {QUERIES_BAR} queries.\n\n"
        + table(["page", *head, "within"], rows)
    )


def _steady(visits: Sequence[Visit], pages: Sequence[Page], turns: int) -> list[object]:
    ends = [Asking(visits[place].phone, pages[place]) for place in (-1, 0)]
    first = [Asking(v.phone, replace(p, first=True)) for v, p in zip(visits, pages, strict=True)]
    pairs = in_turns(ends, turns)
    old, new = medians(pairs)
    [looked_first] = medians(in_turns(first[-1:], turns))
    asked = {place: first[place].queries() for place in {0, len(visits) - 2, len(visits) - 1}}
    new_asked, before, after = (len(asked[place % len(visits)]) for place in (0, -2, -1))
    with visits[-1].phone.app.app_context():
        slowest = max((query.seconds() for query in asked[len(visits) - 1]), default=0.0)
    held = old <= OLD_RATIO * new + OLD_SECONDS and before == after and slowest <= QUERY_SECONDS
    sizes = [len(Asking(visits[-1].phone, pages[-1], code).answer().body) for code in ("identity", "br")]
    return [
        pages[-1].name,
        milliseconds(new),
        milliseconds(old),
        f"{ratio(pairs):.2f}",
        milliseconds(looked_first),
        after if new_asked == after else f"{new_asked} → {after}",
        milliseconds(slowest),
        *map(kilobytes, sizes),
        "yes" if held else "no",
    ]


def everything_out(new: Visit, old: Visit) -> str:
    """The files that hold a whole group, each asked for once: they grow with it."""
    rows: list[list[object]] = []
    for (name, fresh), aged in zip(whole_files(new).items(), whole_files(old).values(), strict=True):
        before, after = _once(new, fresh), _once(old, aged)
        rows.append([name, *(figure for both in zip(before, after, strict=True) for figure in both)])
    return table(["file", "new, ms", "old, ms", "new, queries", "old, queries", "new, KB", "old, KB"], rows)


def _once(visit: Visit, page: Page) -> tuple[str, int, str]:
    with counted_queries() as queries:
        start = perf_counter()
        answer = Asking(visit.phone, page).answer()
        seconds = perf_counter() - start
    return milliseconds(seconds), len(queries), kilobytes(len(answer.body))


def growth(visits: Sequence[Visit], heads: Sequence[str], names: Sequence[str], turns: int) -> str:
    """How the time of some pages grows from one visit to the next."""
    pages = [pages_of(visit) for visit in visits]
    rows = []
    for name in names:
        asking = [Asking(visit.phone, by_name[name]) for visit, by_name in zip(visits, pages, strict=True)]
        rows.append([name, *map(milliseconds, medians(in_turns(asking, turns)))])
    return table(["page, ms", *heads], rows)
