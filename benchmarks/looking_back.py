"""The pages that look back, of a group with ten years behind it beside those of a new one."""

from __future__ import annotations

from benchmarks.measuring import Asking, in_pairs
from benchmarks.queries import Query
from benchmarks.review_pages import review_pages, whole_files
from benchmarks.sections import OLD_RATIO, OLD_SECONDS, Visit
from benchmarks.tables import kilobytes, milliseconds, table

QUERY_BAR = 0.050


def looking_back(new: Visit, old: Visit, turns: int) -> str:
    """Time, queries, and the slowest query of the old group by itself."""
    fresh, aged = (review_pages(visit.phone.app, visit.built) for visit in (new, old))
    rows = []
    for name in aged:
        pages = Asking(old.phone, aged[name]), Asking(new.phone, fresh[name])
        pairs = in_pairs(*pages, turns)
        after, before = (page.queries() for page in pages)
        slowest, total = _seconds(old, after)
        held = pairs.one <= OLD_RATIO * pairs.other + OLD_SECONDS
        alike = len(before) == len(after)
        rows.append(
            [
                name,
                milliseconds(pairs.other),
                milliseconds(pairs.one),
                f"{pairs.ratio:.2f}",
                len(after) if alike else f"{len(before)} → {len(after)}",
                milliseconds(slowest),
                milliseconds(total),
                kilobytes(len(Asking(old.phone, aged[name], "gzip").answer().body)),
                "yes" if held and alike and slowest <= QUERY_BAR else "no",
            ]
        )
    head = [
        "page",
        "new, ms",
        "old, ms",
        "ratio",
        "queries",
        "slowest query, ms",
        "all, ms",
        "gzip, KB",
        "within",
    ]
    return (
        f"{turns} pairs a page. The queries’ time is the database’s own, without what is made of the rows. "
        f"Bar: at most {OLD_RATIO} times and {OLD_SECONDS * 1000:.0f} ms more, as many queries, none over "
        f"{QUERY_BAR * 1000:.0f} ms.\n\n" + table(head, rows)
    )


def everything_out(new: Visit, old: Visit) -> str:
    """The files that hold a whole group, each asked for once: they grow with it."""
    rows = []
    fresh, aged = (whole_files(visit.phone.app, visit.built) for visit in (new, old))
    for name in aged:
        pages = Asking(new.phone, fresh[name]), Asking(old.phone, aged[name])
        seconds = [page.seconds() for page in pages]
        before, after = (page.queries() for page in pages)
        size = kilobytes(len(pages[1].answer().body))
        rows.append([name, *map(milliseconds, seconds), len(before), len(after), size])
    return table(["file", "new, ms", "old, ms", "queries, new", "queries, old", "old, KB"], rows)


def _seconds(visit: Visit, queries: list[Query]) -> tuple[float, float]:
    """Of the slowest query, and of all of them."""
    with visit.phone.app.app_context():
        seconds = [query.seconds() for query in queries]
    return max(seconds, default=0.0), sum(seconds)
