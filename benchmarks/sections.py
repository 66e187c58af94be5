"""What is reported of one database: each function measures one thing and returns it as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from flask import Flask

from benchmarks.assets import files_of, weight_of
from benchmarks.bare import bare_app
from benchmarks.groups import Built
from benchmarks.measuring import Asking, Pairs, in_pairs, in_turns
from benchmarks.pages import AFTER_CHANGE, TABLE, UNCHANGED, Page, pages_of, searches, verdicts
from benchmarks.phone import Phone
from benchmarks.tables import kilobytes, milliseconds, number_of, table
from models import Session

TABLE_BAR, TABLE_KILOBYTES, ASSETS_KILOBYTES, QUERIES_BAR = 3, 14, 40, 6
SEARCH_BAR = 50  # milliseconds
OLD_RATIO, OLD_SECONDS = 2, 0.020
TABLE_CHANGED = f"{TABLE}, {AFTER_CHANGE}"
ENCODINGS = ("br, gzip, deflate", "gzip, deflate")  # what browsers take over https and over http
HEADS = ("https, KB", "http, KB")
OVER_NIGHTS = (
    "start",
    "new game",
    "group",
    TABLE,
    TABLE_CHANGED,
    UNCHANGED,
    "pad",
    "result",
    "players",
    "merging, asked",
)
OVER_ROUNDS = (TABLE, TABLE_CHANGED, UNCHANGED, "pad", "score sheet", "trail")


@dataclass(frozen=True)
class Visit:
    """A group, a phone that has opened its link and nothing else, and the group's pages by name."""

    built: Built
    phone: Phone
    pages: Mapping[str, Page]

    @classmethod
    def to(cls, app: Flask, built: Built) -> Visit:
        return cls(built, Phone(app, built.secret), pages_of(app, built))

    def asking(self, name: str, encoding: str = "identity") -> Asking:
        return Asking(self.phone, self.pages[name], encoding)

    def against(self, other: Visit, name: str, turns: int) -> Pairs:
        return in_pairs(self.asking(name), other.asking(name), turns)


def yardstick(app: Flask, visit: Visit, turns: int) -> str:
    """The table page against a bare one, and against a bare one that reads the same session."""
    built, size = visit.built, len(visit.asking(TABLE).answer().body)

    def read_session() -> None:
        with app.app_context():
            Session.of(built.group_id, built.table)

    bare, reading = Phone(bare_app(size)), Phone(bare_app(size, read_session))
    rows = []
    for name, encoding, words, other in (
        (TABLE, "identity", "bare page", bare),
        (TABLE, "br", "bare page", bare),
        (TABLE_CHANGED, "identity", "bare page", bare),
        (TABLE_CHANGED, "identity", "bare page that reads the session", reading),
    ):
        pairs = in_pairs(visit.asking(name, encoding), Asking(other, Page(words, "/")), turns)
        low, high = pairs.spread
        times = milliseconds(pairs.one), milliseconds(pairs.other)
        ours = f"{name}, in brotli" if encoding == "br" else name
        rows.append([ours, words, *times, f"{pairs.ratio:.1f}", f"{low:.1f} to {high:.1f}"])
    return (
        f"The table page has {size} bytes: five players, five of 15 rounds played. The bare page is as long, "
        f"filled by one loop. {turns} pairs. Bar: at most {TABLE_BAR} times the bare page.\n\n"
        + table(["page", "against", "page, ms", "other, ms", "ratio", "middle half"], rows)
    )


def searching(visit: Visit, turns: int) -> str:
    """Search as you type, against a bare page as long as the answers."""
    return (
        f"The answers alone, as a script asks for them. {turns} pairs. Bar: at most {SEARCH_BAR} ms.\n\n"
        + _against_bare(visit, searches, turns)
    )


def judging(visit: Visit, turns: int) -> str:
    """A verdict with all 52 cards marked, against a bare page as long."""
    return (
        f"One request brings the verdict and the board with what may be played. {turns} pairs.\n\n"
        + _against_bare(visit, verdicts, turns)
    )


def _against_bare(visit: Visit, asked: Callable[[], list[Page]], turns: int) -> str:
    with visit.phone.app.test_request_context():
        pages = asked()
    rows = []
    for page in pages:
        ours = Asking(visit.phone, page)
        bare = Phone(bare_app(len(ours.answer().body)))
        pairs = in_pairs(ours, Asking(bare, Page("bare page", "/")), turns)
        times = milliseconds(pairs.one), milliseconds(pairs.other)
        rows.append([page.name, len(ours.queries()), *times, f"{pairs.ratio:.1f}"])
    return table(["asked", "queries", "answer, ms", "bare page, ms", "ratio"], rows)


def sizes(visit: Visit) -> str:
    rows = []
    for name in visit.pages:
        encodings = ("identity", *ENCODINGS)
        answers = [visit.asking(name, encoding).answer() for encoding in encodings]
        weights = [kilobytes(len(answer.body)) for answer in answers]
        rows.append([name, len(visit.asking(name).queries()), *weights])
    return (
        "Browsers take brotli over https only, so http is what a phone in the network at home gets. "
        f"Bars: the table page at most {TABLE_KILOBYTES} KB compressed and {QUERIES_BAR} queries.\n\n"
        + table(["page", "queries", "plain, KB", *HEADS], rows)
    )


def assets(visit: Visit) -> str:
    names = [name for name in visit.pages if name != UNCHANGED]
    visits = {"start and table page": ("start", TABLE), "every page here": names}
    rows = []
    for words, wanted in visits.items():
        files = files_of(visit.phone, [visit.pages[name] for name in wanted])
        weights = [weight_of(visit.phone, files, encoding) for encoding in ("identity", *ENCODINGS)]
        rows.append([words, len(files), *map(kilobytes, weights)])
    return f"Everything that the pages load. Bar: at most {ASSETS_KILOBYTES} KB compressed.\n\n" + table(
        ["first visit to", "files", "plain, KB", *HEADS], rows
    )


def steadiness(new: Visit, old: Visit, turns: int) -> str:
    """Every page of an old group against the same page of a new one."""
    rows = []
    for name in new.pages:
        pairs = old.against(new, name, turns)
        queries = [len(visit.asking(name).queries()) for visit in (new, old)]
        held = pairs.one <= OLD_RATIO * pairs.other + OLD_SECONDS
        rows.append(
            [
                name,
                milliseconds(pairs.other),
                milliseconds(pairs.one),
                f"{pairs.ratio:.2f}",
                milliseconds(pairs.one - pairs.other),
                " → ".join(map(str, queries)) if queries[0] != queries[1] else queries[0],
                "yes" if held and queries[0] == queries[1] else "no",
            ]
        )
    head = ["page", "new, ms", "old, ms", "ratio", "difference, ms", "queries", "within"]
    return (
        f"Old: {_size(old.built)}. New: {_size(new.built)}. {turns} pairs a page. "
        f"Bar: at most {OLD_RATIO} times and {OLD_SECONDS * 1000:.0f} ms more, with as many queries.\n\n"
        + table(head, rows)
    )


def growth(visits: Mapping[str, Visit], names: Sequence[str], turns: int) -> str:
    """How the time of some pages grows from one visit to the next."""
    rows = []
    for name in names:
        seconds = in_turns([visit.asking(name) for visit in visits.values()], turns)
        rows.append([name, *(milliseconds(median(times)) for times in zip(*seconds, strict=True))])
    return table(["page, ms", *visits], rows)


def _size(built: Built) -> str:
    rows = built.rows
    counted = ", ".join(f"{rows[name]:,} {name}" for name in ("sessions", "rounds", "hands", "changes"))
    return f"{number_of(built.nights, 'night')}, {counted}"
