"""Asking for pages straight over WSGI, and what the answers cost: milliseconds, queries, kilobytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from timeit import repeat
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.test import create_environ, run_wsgi_app

from models import Session, db
from models.database import writing
from models.statistics.outcomes import note_end
from tests.benchmarks.groups import Visit
from tests.benchmarks.pages import Page

WARM_UP = 3
AGAIN = 7
NO_QUERIES = ("BEGIN", "PRAGMA", "SET TRANSACTION")
Query = tuple[str, Any]  # a statement as the driver got it, and its parameters


@dataclass(frozen=True)
class Answer:
    ms: float
    kb: float
    queries: Sequence[Query]
    etag: str


class Asking:
    """A page that a phone asks for again and again; what happens between two answers is not timed."""

    def __init__(self, visit: Visit, page: Page, encoding: str = "identity") -> None:
        self.visit, self.page = visit, page
        headers = {"Cookie": visit.cookie, "Accept-Encoding": encoding}
        if page.part or page.known:
            headers["X-Fragment"] = "1"
        if page.known:
            shown = replace(page, known=False, part=True)
            headers["If-None-Match"] = Asking(visit, shown).answer().etag
        self.request = create_environ(page.address.format(**visit.places), headers=headers)

    def answer(self) -> Answer:
        """The answer; refuses to go on with one that is not the page."""
        self._change()
        with _queries() as queries:
            start = perf_counter()
            body, status, headers = run_wsgi_app(self.visit.app, self.request, buffered=True)
            seconds = perf_counter() - start
        if not status.startswith("304" if self.page.known else "200"):
            raise RuntimeError(f"{self.page.name}: {status}")
        return Answer(seconds * 1000, sum(map(len, body)) / 1024, queries, headers.get("ETag", ""))

    def _change(self) -> None:
        """Another version of the session, or the figures of one that ends now."""
        if not (self.page.first or self.page.changed):
            return
        with self.visit.app.app_context(), writing():
            if self.page.first:
                ended = db.session.get_one(Session, self.visit.places["result"])
                note_end(ended, was_finished=True)
            if self.page.changed:
                newer = db.update(Session).where(Session.id == self.visit.places[self.page.changed])
                db.session.execute(newer.values(version=Session.version + 1))
            db.session.commit()


def in_turns(askings: Sequence[Asking], turns: int) -> tuple[list[Answer], float]:
    """The last answer to each, with the median of its times; and how many times as long the last of them
    takes as the first: the median of each turn's ratio.

    Every other turn goes backwards, so that a slow moment hits all alike.
    """
    warm_up, answers = min(WARM_UP, turns - 1), []
    for turn in range(warm_up + turns):
        way = -1 if turn % 2 else 1
        answers.append([asking.answer() for asking in askings[::way]][::way])
    timed = answers[warm_up:]
    typical = [replace(of_one[-1], ms=median(a.ms for a in of_one)) for of_one in zip(*timed, strict=True)]
    return typical, median(turn[-1].ms / turn[0].ms for turn in timed)


def database_ms(query: Query) -> float:
    """From asking until the last row is there: the quickest of several times, for the database answers others
    as well. The application is at hand.
    """
    with db.engine.connect() as connection:
        return 1000 * min(repeat(lambda: connection.exec_driver_sql(*query).all(), number=1, repeat=AGAIN))


@contextmanager
def _queries() -> Iterator[list[Query]]:
    """Those that are asked inside, in order."""
    queries: list[Query] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if not statement.startswith(NO_QUERIES):
            queries.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield queries
    finally:
        event.remove(Engine, "before_cursor_execute", note)
