"""Asking for pages straight over WSGI, and taking the figures: seconds in turns, queries, bytes."""

from __future__ import annotations

import gc
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from flask import Flask
from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.test import create_environ, run_wsgi_app

from commands.writing import writing
from models import Session, db
from models.statistics.cached import forget_figures

COOKIE = "turn8"
OK, NOT_MODIFIED = 200, 304
LIVE = {"X-Fragment": "1"}
WARM_UP = 3
AGAIN = 7
NO_QUERIES = ("BEGIN", "PRAGMA", "SET TRANSACTION")


@dataclass(frozen=True)
class Page:
    """`known`: the phone shows this state already; `changed`: a session that changes before each answer.

    `part`: only the live part of the page is asked for. `first`: nobody has looked since a session ended, so
    that its figures are added up before each answer.
    """

    name: str
    path: str
    known: bool = False
    changed: uuid.UUID | None = None
    part: bool = False
    first: bool = False


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Phone:
    """One phone; with a secret it has opened that link."""

    def __init__(self, app: Flask, secret: str | None = None) -> None:
        self.app, self.cookie = app, ""
        if secret:
            client = app.test_client()
            client.get(f"/join/{secret}")
            cookie = client.get_cookie(COOKIE)
            assert cookie is not None, "the link does not open"
            self.cookie = f"{COOKIE}={cookie.value}"

    def request(self, path: str, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
        """A WSGI environment, to be asked any number of times."""
        return create_environ(path, headers={"Cookie": self.cookie, **(headers or {})})

    def ask(self, request: dict[str, Any]) -> Answer:
        body, status, headers = run_wsgi_app(self.app, request, buffered=True)
        return Answer(int(status[:3]), dict(headers), b"".join(body))


class Asking:
    """A page that a phone asks for again and again; what happens between two answers is not timed."""

    def __init__(self, phone: Phone, page: Page, encoding: str = "identity") -> None:
        self.phone, self.page = phone, page
        headers = {"Accept-Encoding": encoding}
        if page.part or page.known:
            headers |= LIVE
        if page.known:
            headers |= {"If-None-Match": phone.ask(phone.request(page.path, LIVE)).headers["ETag"]}
        self.request = phone.request(page.path, headers)

    def answer(self) -> Answer:
        """The answer; refuses to go on with one that is not the page."""
        self.change()
        answer = self.phone.ask(self.request)
        if answer.status != (NOT_MODIFIED if self.page.known else OK):
            raise RuntimeError(f"{self.page.name}: {answer.status}")
        return answer

    def seconds(self) -> float:
        self.change()
        start = perf_counter()
        self.phone.ask(self.request)
        return perf_counter() - start

    def queries(self) -> list[Query]:
        """What the second answer asks of the database."""
        self.answer()
        self.change()
        with counted_queries() as queries:
            self.phone.ask(self.request)
        return queries

    def change(self) -> None:
        """Another version of the session, or no figures at hand, as after something is done at the table."""
        if self.page.first:
            forget_figures()
        if self.page.changed:
            with self.phone.app.app_context(), writing():
                newer = db.update(Session).where(Session.id == self.page.changed)
                db.session.execute(newer.values(version=Session.version + 1))
                db.session.commit()


def in_turns(pages: Sequence[Asking], turns: int) -> list[list[float]]:
    """Seconds by turn and page. Each turn begins with another page, so that a slow moment hits all alike."""
    for page in [*pages] * min(WARM_UP, turns - 1):
        page.answer()
    if turns > 1:
        gc.collect()
    seconds = [[0.0] * len(pages) for _ in range(turns)]
    for turn in range(turns):
        for step in range(len(pages)):
            place = (turn + step) % len(pages)
            seconds[turn][place] = pages[place].seconds()
    return seconds


def medians(seconds: Sequence[Sequence[float]]) -> list[float]:
    """Of each page."""
    return [median(times) for times in zip(*seconds, strict=True)]


def ratio(pairs: Sequence[Sequence[float]]) -> float:
    """How many times as long the first of two pages takes: the median of each turn's ratio."""
    return median(one / other for one, other in pairs)


@dataclass(frozen=True)
class Query:
    """A statement as the driver got it."""

    statement: str
    parameters: Any

    def seconds(self) -> float:
        """From asking until the last row is there, without what is made of it: the quickest of several times,
        for the database answers others as well. The application is at hand.
        """
        connection = db.engine.raw_connection()
        try:
            return min(self._once(connection) for _ in range(AGAIN))
        finally:
            connection.rollback()
            connection.close()

    def _once(self, connection: Any) -> float:
        cursor = connection.cursor()
        start = perf_counter()
        cursor.execute(self.statement, self.parameters)
        if cursor.description:
            cursor.fetchall()
        took = perf_counter() - start
        cursor.close()
        return took


@contextmanager
def counted_queries() -> Iterator[list[Query]]:
    """The queries that are asked inside, in order."""
    queries: list[Query] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if not statement.startswith(NO_QUERIES):
            queries.append(Query(statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield queries
    finally:
        event.remove(Engine, "before_cursor_execute", note)
