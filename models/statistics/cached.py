"""Figures over a long history are cached until the group's statistics have another version
(statistics/running.py).

A page that somebody else has looked at since the last session ended costs one look-up of the version and what
is made of the figures. Each worker has its own cache; it is gone when the worker ends.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from models.database import db, only_reads
from models.statistics.running import statistics_version
from models.statistics.selection import Selection

MOST_CACHED = 256  # some 20 KB each after ten years, those of a player who was always there 400 KB
_store: dict[tuple[object, ...], list[Any]] = {}  # by function, version and what was asked
Others = ParamSpec("Others")
Figures = TypeVar("Figures")


def cached(
    made: Callable[Concatenate[Selection, Others], Figures],
) -> Callable[Concatenate[Selection, Others], Figures]:
    """The same function, which within requests that change nothing remembers what it gave.

    For functions of the group's outcomes alone: no names, which change without the version, and no rows that
    belong to a transaction. Whoever is given the figures leaves them as they are.
    """

    @wraps(made)
    def look_up(selection: Selection, /, *others: Others.args, **named: Others.kwargs) -> Figures:
        if not only_reads():
            return made(selection, *others, **named)
        key = (made, _version(selection.group_id), selection, others, tuple(named.items()))
        found: list[Figures] | None = _store.get(key)
        if found is None:
            if len(_store) >= MOST_CACHED:
                forget_figures()
            found = _store[key] = [made(selection, *others, **named)]
        return found[0]

    return look_up


def forget_figures() -> None:
    """Add up everything anew the next time it is asked for."""
    _store.clear()


def _version(group_id: uuid.UUID) -> uuid.UUID | None:
    """Asked once a request and before any figures are: they may then be newer than what they are cached
    as, but never older.
    """
    versions: dict[uuid.UUID, uuid.UUID | None] = db.session().info.setdefault("statistics_versions", {})
    if group_id not in versions:
        versions[group_id] = statistics_version(group_id)
    return versions[group_id]
