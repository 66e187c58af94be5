"""Cost of pages and files in this process, directly over WSGI: milliseconds, queries, kilobytes.

Each function measures one row of a table of the report.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from statistics import median
from time import perf_counter, process_time
from typing import Any

from flask import Flask, render_template
from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.test import create_environ, run_wsgi_app

from commands.worker import run_next_job
from models import Group, Job, Session, db
from models.database import writing
from models.statistics.storing import update_outcomes
from tests.benchmarks.groups import Visit, change_stamp
from tests.benchmarks.pages import IN_A_SESSION, QUESTIONS, Page

WARM_UP = 3
NO_QUERIES = ("BEGIN", "PRAGMA", "SET TRANSACTION")
PAGE_MS, FIRST_MS = 60, 300  # targets
BARE_ROW = 80  # bytes of a row of bare.html
WHOLE_GROUP = {"name": "Everything", "language": "en", "zone": "Europe/Stockholm"}

Row = dict[str, Any]  # a cell for each column; a list contains one figure for each group


@dataclass(frozen=True)
class Answer:
    ms: float
    kb: float
    queries: int
    etag: str


class PageRequest:
    """A page that a phone requests repeatedly; the time between two answers is not measured."""

    def __init__(self, visit: Visit, page: Page, encoding: str = "identity") -> None:
        self.visit, self.page = visit, page
        headers = {"Cookie": visit.cookie, "Accept-Encoding": encoding}
        if page.part or page.known:
            headers["X-Fragment"] = "1"
        if page.known:
            shown = replace(page, known=False, part=True)
            headers["If-None-Match"] = PageRequest(visit, shown).answer().etag
        self.environ = create_environ(page.address.format(**visit.places), headers=headers)

    def answer(self) -> Answer:
        """Raises RuntimeError if the answer is not the page."""
        self._change()
        with _counted_queries() as queries:
            start = perf_counter()
            body, status, headers = run_wsgi_app(self.visit.app, self.environ, buffered=True)
            seconds = perf_counter() - start
        if not status.startswith("304" if self.page.known else "200"):
            raise RuntimeError(f"{self.page.name}: {status}")
        return Answer(seconds * 1000, sum(map(len, body)) / 1024, len(queries), headers.get("ETag", ""))

    def _change(self) -> None:
        """Make the change that the page declares for before each answer."""
        if not (self.page.first or self.page.changed):
            return
        with self.visit.app.app_context(), writing():
            if self.page.first:
                ended = db.session.get_one(Session, self.visit.places["result"])
                update_outcomes(ended, was_finished=True)
            if self.page.changed:
                newer = db.update(Session).where(Session.id == self.visit.places[self.page.changed])
                db.session.execute(newer.values(version=Session.version + 1))
            db.session.commit()


@contextmanager
def _counted_queries() -> Iterator[list[str]]:
    """The statements executed inside the block."""
    queries: list[str] = []

    def count(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(NO_QUERIES):
            queries.append(statement)

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield queries
    finally:
        event.remove(Engine, "before_cursor_execute", count)


def measure_in_turns(requests: Sequence[PageRequest], turns: int) -> tuple[list[Answer], float]:
    """The last answer to each request with its median time, and the median ratio of the last to the first.

    Every other turn is in reverse order, so that a slow moment affects all alike.
    """
    warm_up, answers = min(WARM_UP, turns - 1), []
    for turn in range(warm_up + turns):
        step = -1 if turn % 2 else 1
        answers.append([request.answer() for request in requests[::step]][::step])
    timed = answers[warm_up:]
    typical = [replace(of_one[-1], ms=median(a.ms for a in of_one)) for of_one in zip(*timed, strict=True)]
    return typical, median(turn[-1].ms / turn[0].ms for turn in timed)


def bare_app(kb: float, first: Callable[[], object] | None = None) -> Flask:
    """An application whose only page is about this long: one template, one loop. first: called before."""
    app = Flask(__name__)

    @app.get("/")
    def page() -> str:
        if first:
            first()
        return render_template("bare.html", title="Bare page", rows=round(kb * 1024 / BARE_ROW))

    return app


def against_bare(visit: Visit, turns: int) -> Iterator[Row]:
    """The table page and the answers to questions, each beside a bare page of the same length."""

    def read_session() -> None:
        with visit.app.app_context():
            Session.of(visit.places["group"], visit.places["table"])

    table, changed_table, *_ = IN_A_SESSION
    yield _beside_bare(visit, table, turns)
    yield _beside_bare(visit, changed_table, turns)
    yield _beside_bare(visit, changed_table, turns, "bare, reads the session", read_session)
    yield from (_beside_bare(visit, page, turns) for page in QUESTIONS)


def _beside_bare(
    visit: Visit, page: Page, turns: int, against: str = "bare", first: Callable[[], object] | None = None
) -> Row:
    ours = PageRequest(visit, page)
    bare = PageRequest(Visit(bare_app(ours.answer().kb, first)), Page(against, "/"))
    (other, answer), ratio = measure_in_turns([bare, ours], turns)
    return {
        "page": page.name,
        "against": against,
        "queries": answer.queries,
        "page, ms": answer.ms,
        "other, ms": other.ms,
        "ratio": ratio,
    }


def growth(visits: Sequence[Visit], page: Page, turns: int) -> Row:
    """One page in each group, the smallest first."""
    answers, ratio = measure_in_turns([PageRequest(visit, page) for visit in visits], turns)
    return {
        "page": page.name,
        **{f"{visit.size}, ms": answer.ms for visit, answer in zip(visits, answers, strict=True)},
        "ratio": ratio,
        "queries": [answer.queries for answer in answers],
        "KB": [answer.kb for answer in answers],
    }


def growth_over_years(visits: Sequence[Visit], page: Page, turns: int) -> Row:
    """The same; also compressed, and for the first request after a session has ended."""
    row = growth(visits, page, turns)
    first, _ratio = measure_in_turns([PageRequest(v, replace(page, first=True)) for v in visits], turns)
    queries = [answer.queries for answer in first]
    is_quick = row[f"{visits[-1].size}, ms"] <= PAGE_MS and first[-1].ms <= FIRST_MS
    return {
        **row,
        "br, KB": PageRequest(visits[-1], page, "br").answer().kb,
        "first, ms": first[-1].ms,
        "queries": queries,
        "within": "yes" if is_quick and queries[-2] == queries[-1] else "no",
    }


def whole_file(visits: Sequence[Visit], kind: str) -> Row:
    """An export of each group: processor seconds in the worker."""
    seconds, sizes = [], []
    for visit in visits:
        job_id = request_file(visit, kind)
        begun = process_time()
        run_next_job(visit.app)
        seconds.append(process_time() - begun)
        with visit.app.app_context():
            sizes.append(db.session.get_one(Job, job_id).result["bytes"] / 1024**2)
    of_each = {f"{visit.size}, s": took for visit, took in zip(visits, seconds, strict=True)}
    return {"file": kind.upper(), **of_each, "MB": sizes}


def request_file(visit: Visit, kind: str, name: str = "Everything") -> uuid.UUID:
    """The id of a job for an export of the group."""
    with visit.app.app_context(), writing():
        group = db.session.get_one(Group, visit.places["group"])
        job = Job.enqueue(group, kind, {**WHOLE_GROUP, "name": name}, change_stamp(datetime.now(UTC)))
        db.session.commit()
        return job.id
