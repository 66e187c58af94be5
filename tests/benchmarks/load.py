"""Many phones at once, over real connections: what they wait, and how many are answered a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from statistics import mean, median
from typing import Any

from tests.benchmarks.asking import Asking
from tests.benchmarks.counting import hands_come_in
from tests.benchmarks.evenings import IN_AN_EVENING, tables_are_heard_of
from tests.benchmarks.files import ask
from tests.benchmarks.groups import Visit
from tests.benchmarks.pages import IN_A_SESSION
from tests.benchmarks.served import BARE, ask_at_once, request_of, served

CONNECTIONS = (1, 16, 64)
POLLING, EVERY = 200, 2.0  # phones, and seconds between two looks of each
FOLLOWING = 60  # phones, at a club evening
Row = dict[str, Any]


def load(visit: Visit, seconds: float) -> Iterator[Row]:
    """Each question to the group's running table for so many seconds. While hands come in, phones are given
    the changed part each time they look.
    """
    page, _changed, known, *_more = IN_A_SESSION
    path = page.address.format(**visit.places)
    table = request_of(path, visit.cookie)
    bare = request_of(f"{BARE}/", visit.cookie)

    def nothing_new() -> bytes:
        tag = Asking(visit, known).request["HTTP_IF_NONE_MATCH"]
        return request_of(path, visit.cookie, "X-Fragment: 1", f"If-None-Match: {tag}")

    with served(visit.app, Asking(visit, page).answer().kb) as port:
        for request in (bare, table, nothing_new()):
            ask_at_once(port, request, 4, seconds=seconds / 4)  # warm

        def answers(phones: int, request: bytes) -> Sequence[float]:
            return ask_at_once(port, request, phones, seconds=seconds)

        yield from _beside_bare(answers, table, nothing_new(), bare, "")
        yield _polling(port, nothing_new(), seconds, "", POLLING)
        before = nothing_new()
        with hands_come_in(visit):
            yield _polling(port, before, seconds, ", while hands come in", POLLING)
        _export(visit)
        yield from _beside_bare(answers, table, nothing_new(), bare, ", while a file is made")
        yield _polling(port, nothing_new(), seconds, ", while a file is made", POLLING)


def _beside_bare(
    answers: Callable[[int, bytes], Sequence[float]], table: bytes, nothing_new: bytes, bare: bytes, when: str
) -> Iterator[Row]:
    for phones in CONNECTIONS:
        other = answers(phones, bare)
        for name, request in (("table", table), ("nothing new (304)", nothing_new)):
            took = answers(phones, request)
            yield {**waited(name + when, phones, took), "of a bare page’s": mean(other) / mean(took)}


def _polling(port: int, nothing_new: bytes, seconds: float, when: str, phones: int) -> Row:
    every = min(EVERY, seconds / 2)
    took = ask_at_once(port, nothing_new, phones, seconds=seconds, every=every)
    return {**waited(f"polling every {every:g} s{when}", phones, took, every), "of a bare page’s": "–"}


def load_at_a_club(club: Visit, seconds: float) -> Iterator[Row]:
    """Phones that follow a large evening, by themselves and while the score is kept at its tables."""
    _page, part, known, *_more = IN_AN_EVENING
    path = part.address.format(**club.places)
    tag = Asking(club, known).request["HTTP_IF_NONE_MATCH"]
    request = request_of(path, club.cookie, "X-Fragment: 1", f"If-None-Match: {tag}")
    with served(club.app, Asking(club, part).answer().kb) as port:
        ask_at_once(port, request, 4, seconds=seconds / 4)  # warm
        yield _polling(port, request, seconds, "", FOLLOWING)
        with tables_are_heard_of(club):
            yield _polling(port, request, seconds, ", while tables are heard of", FOLLOWING)


def waited(asked: str, phones: int, took: Sequence[float], every: float = 0) -> Row:
    return {
        "asked": asked,
        "phones": phones,
        "answers a second": phones / max(mean(took), every),
        "median, ms": 1000 * median(took),
        "99 of 100, ms": 1000 * sorted(took)[ceil(0.99 * len(took)) - 1],
        "longest, ms": 1000 * max(took),
    }


def _export(visit: Visit) -> None:
    """Files enough to be made for as long as is measured."""
    for name in "abc":
        ask(visit, "xlsx", name)
