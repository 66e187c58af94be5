"""Databases with sessions that take long to play are created once per process, and copied for later tests."""

from __future__ import annotations

import shutil
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from copy import deepcopy
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask
from sqlalchemy import Table

from models import Group, db
from tests.databases import has_been_opened, let_go, replace_database, sqlite_file
from tests.table import at_work

T = TypeVar("T")
Rows = Mapping[Table, list[dict[str, Any]]]
NO_APP = object()  # placeholder for the application in stored objects
MOST_FILES = 16  # SQLite files, half a megabyte each


class PlayedFiles:
    """The SQLite files that tests of this process created last, by a key for their content."""

    def __init__(self) -> None:
        self.files: OrderedDict[Hashable, tuple[Any, Path]] = OrderedDict()
        self.made = 0
        self.unused: Flask | None = None  # the application of the current test, if its database is unused

    def play(self, app: Flask, key: Hashable, play: Callable[[], T]) -> T:
        """The result of `play()`, with the database in the state after it.

        Only an empty SQLite database without former connections is replaced by a copy.
        """
        unused, self.unused = self.unused, None
        if app is not unused or has_been_opened(app):
            return play()
        if key not in self.files:
            played = play()
            self._store(app, key, played)
            return played
        self.files.move_to_end(key)
        played, file = self.files[key]
        replace_database(file, sqlite_file(app))
        return _with(played, NO_APP, app)

    def _store(self, app: Flask, key: Hashable, played: object) -> None:
        let_go(app)  # moves everything from the WAL into the file
        if len(self.files) == MOST_FILES:
            _oldest, (_played, file) = self.files.popitem(last=False)
        else:
            self.made += 1
            file = sqlite_file(app).with_name(f"played-{self.made}.sqlite3")
        shutil.copyfile(sqlite_file(app), file)
        self.files[key] = _with(played, app, NO_APP), file


PLAYED = PlayedFiles()


def played_once(play: Callable[[Flask], T]) -> Callable[[Flask], T]:
    """Decorate a function that plays sessions and returns objects that refer to them.

    In a database that contains groups the function is called each time.
    """
    stored: list[tuple[T, Rows]] = []

    def from_rows(app: Flask) -> T:
        if _holds_groups(app):
            return play(app)
        if not stored:
            played = play(app)
            stored.append((_with(played, app, NO_APP), _rows(app)))
            return played
        played, rows = stored[0]
        _insert(app, rows)
        return _with(played, NO_APP, app)

    @wraps(play)
    def copied(app: Flask) -> T:
        return PLAYED.play(app, play, lambda: from_rows(app))

    return copied


def _with(played: T, app: object, other: object) -> T:
    return deepcopy(played, {id(app): other})


def _holds_groups(app: Flask) -> bool:
    with at_work(app):
        return db.session.scalar(db.select(Group.id).limit(1)) is not None


def _rows(app: Flask) -> Rows:
    with at_work(app):
        return {
            table: [dict(row) for row in db.session.execute(table.select()).mappings()]
            for table in db.metadata.sorted_tables
        }


def _insert(app: Flask, rows: Rows) -> None:
    with at_work(app):
        for table, own in rows.items():
            if own:
                db.session.execute(table.insert(), _referenced_first(table, own))
        db.session.commit()


def _referenced_first(table: Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a self-referencing table in an order in which they can be inserted."""
    references = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    if not references:
        return rows
    ordered: dict[Any, dict[str, Any]] = {}
    while len(ordered) < len(rows):
        ordered |= {
            row["id"]: row
            for row in rows
            if all(row[name] is None or row[name] in ordered for name in references)
        }
    return list(ordered.values())
