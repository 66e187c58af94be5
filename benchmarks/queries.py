"""What an answer asks of the database, and how long the database alone takes for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from models import db

NO_QUERIES = ("BEGIN", "PRAGMA", "SET TRANSACTION")
AGAIN = 7


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
