"""What takes long to play is played once in a process, then laid into each empty database that wants it."""

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
from tests.databases import has_been_opened, lay_anew, let_go, sqlite_file
from tests.table import at_work

T = TypeVar("T")
Rows = Mapping[Table, list[dict[str, Any]]]
NO_APP = object()  # stands in what was played where the application was
MOST_FILES = 16  # SQLite files with something played, half a megabyte each


class PlayedFiles:
    """SQLite files with what the tests of this process played lately, by a key that says what it was."""

    def __init__(self) -> None:
        self.files: OrderedDict[Hashable, tuple[Any, Path]] = OrderedDict()
        self.made = 0
        self.has_empty_database = False  # whether nothing has been played since the test began

    def play(self, app: Flask, key: Hashable, play: Callable[[], T]) -> T:
        """The result of `play()`, in the state that it left the database in.

        Only an empty SQLite database that no connection has been opened to is replaced by a copy.
        """
        is_empty, self.has_empty_database = self.has_empty_database, False
        if not is_empty or has_been_opened(app):
            return play()
        if key not in self.files:
            played = play()
            self._keep(app, key, played)
            return played
        self.files.move_to_end(key)
        played, file = self.files[key]
        lay_anew(file, sqlite_file(app))
        return _with(played, NO_APP, app)

    def _keep(self, app: Flask, key: Hashable, played: object) -> None:
        let_go(app)  # which brings everything into the file
        if len(self.files) == MOST_FILES:
            _oldest, (_played, file) = self.files.popitem(last=False)
        else:
            self.made += 1
            file = sqlite_file(app).with_name(f"played-{self.made}.sqlite3")
        shutil.copyfile(sqlite_file(app), file)
        self.files[key] = _with(played, app, NO_APP), file


PLAYED = PlayedFiles()


def played_once(play: Callable[[Flask], T]) -> Callable[[Flask], T]:
    """For a function that plays something and gives what knows of it. A database that holds other groups gets
    what is really played there.
    """
    kept: list[tuple[T, Rows]] = []

    def from_rows(app: Flask) -> T:
        if _holds_groups(app):
            return play(app)
        if not kept:
            played = play(app)
            kept.append((_with(played, app, NO_APP), _rows(app)))
            return played
        played, rows = kept[0]
        _lay(app, rows)
        return _with(played, NO_APP, app)

    @wraps(play)
    def laid(app: Flask) -> T:
        return PLAYED.play(app, play, lambda: from_rows(app))

    return laid


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


def _lay(app: Flask, rows: Rows) -> None:
    with at_work(app):
        for table, own in rows.items():
            if own:
                db.session.execute(table.insert(), _referenced_first(table, own))
        db.session.commit()


def _referenced_first(table: Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a table that refers to itself in an order in which they can be inserted."""
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
