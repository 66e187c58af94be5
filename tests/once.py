"""What takes long to play is played once in a process, then laid into each empty database that wants it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import wraps
from typing import Any, TypeVar

from flask import Flask
from sqlalchemy import Table

from models import Group, db
from tests.table import at_work

T = TypeVar("T")
Rows = Mapping[Table, list[dict[str, Any]]]
NO_APP = object()  # stands in what was played where the application was


def played_once(play: Callable[[Flask], T]) -> Callable[[Flask], T]:
    """For a function that plays something and gives what knows of it. A database that holds other groups gets
    what is really played there.
    """
    kept: list[tuple[T, Rows]] = []

    @wraps(play)
    def laid(app: Flask) -> T:
        if _holds_groups(app):
            return play(app)
        if not kept:
            played = play(app)
            kept.append((_with(played, app, NO_APP), _rows(app)))
            return played
        played, rows = kept[0]
        _lay(app, rows)
        return _with(played, NO_APP, app)

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
                db.session.execute(table.insert(), own)
        db.session.commit()
