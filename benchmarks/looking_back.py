"""The pages that look back, of a group with ten years behind it beside those of a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from benchmarks.measuring import Asking, in_pairs, in_turns
from benchmarks.pages import Page
from benchmarks.queries import Query, counted_queries
from benchmarks.review_pages import review_pages, whole_files
from benchmarks.sections import OLD_RATIO, OLD_SECONDS, Visit
from benchmarks.tables import kilobytes, milliseconds, table

QUERY_BAR = 0.050


def looking_back(visits: Sequence[Visit], turns: int) -> str:
    """Time, queries, and the slowest query of the old group by itself. `visits` begin with the new group and
    end with the old one; the last but one tells whether queries still become more.
    """
    pages = [review_pages(visit.phone.app, visit.built) for visit in visits]
    rows = [_row(visits, [by[name] for by in pages], turns) for name in pages[-1]]
    head = [
        "page",
        "new, ms",
        "old, ms",
        "ratio",
        "first, ms",
        "queries",
        "slowest query, ms",
        "all, ms",
        "gzip, KB",
        "within",
    ]
    return (
        f"{turns} pairs a page. “First” is the old group’s page for whoever looks first after a session has "
        "ended, when its figures are added up; they are kept until the next one ends. Queries are those of a "
        "first look. Their time is the database’s own, the quickest of several, without "
        "what is made of the rows. Where a new group has nothing yet to list, fewer queries are asked there. "
        f"Bar: at most {OLD_RATIO} times and {OLD_SECONDS * 1000:.0f} ms more, as many queries as with a "
        f"tenth of the nights, none over {QUERY_BAR * 1000:.0f} ms.\n\n" + table(head, rows)
    )


def _row(visits: Sequence[Visit], pages: Sequence[Page], turns: int) -> list[object]:
    kept = [Asking(visit.phone, page) for visit, page in zip(visits, pages, strict=True)]
    first = [Asking(asking.phone, replace(asking.page, first=True)) for asking in kept]
    pairs = in_pairs(kept[-1], kept[0], turns)
    first_seconds = median(seconds for (seconds,) in in_turns([first[-1]], turns))
    new, before, after = (first[place].queries() for place in (0, -2, -1))
    slowest, total = _seconds(visits[-1], after)
    held = pairs.one <= OLD_RATIO * pairs.other + OLD_SECONDS
    within = held and len(before) == len(after) and slowest <= QUERY_BAR
    return [
        pages[-1].name,
        milliseconds(pairs.other),
        milliseconds(pairs.one),
        f"{pairs.ratio:.2f}",
        milliseconds(first_seconds),
        len(after) if len(new) == len(after) else f"{len(new)} → {len(after)}",
        milliseconds(slowest),
        milliseconds(total),
        kilobytes(len(Asking(visits[-1].phone, pages[-1], "gzip").answer().body)),
        "yes" if within else "no",
    ]


def everything_out(new: Visit, old: Visit) -> str:
    """The files that hold a whole group, each asked for once: they grow with it."""
    fresh, aged = (whole_files(visit.phone.app, visit.built) for visit in (new, old))
    rows: list[list[object]] = []
    for name in aged:
        before, after = _once(new, fresh[name]), _once(old, aged[name])
        times = milliseconds(before.seconds), milliseconds(after.seconds)
        rows.append([name, *times, before.queries, after.queries, kilobytes(after.size)])
    return table(["file", "new, ms", "old, ms", "queries, new", "queries, old", "old, KB"], rows)


@dataclass(frozen=True)
class _Once:
    """What one answer took; size is in bytes."""

    seconds: float
    queries: int
    size: int


def _once(visit: Visit, page: Page) -> _Once:
    with counted_queries() as queries:
        start = perf_counter()
        answer = visit.phone.get(page.path)
        return _Once(perf_counter() - start, len(queries), len(answer.body))


def _seconds(visit: Visit, queries: list[Query]) -> tuple[float, float]:
    """Of the slowest query, and of all of them."""
    with visit.phone.app.app_context():
        seconds = [query.seconds() for query in queries]
    return max(seconds, default=0.0), sum(seconds)
