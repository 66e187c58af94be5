"""Figures over a long history are kept until the next edition of its book (statistics/running.py).

A page that somebody else has looked at since the last session ended costs one look-up of the edition and what
is made of the figures. Each worker keeps its own; they are gone when it ends.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from models.database import db, only_reads
from models.statistics.running import edition_of
from models.statistics.selection import Selection

MOST_KEPT = 256  # some 20 KB each after ten years, those of a player who was always there 400 KB
_store: dict[tuple[object, ...], list[Any]] = {}  # by function, edition and what was asked
Others = ParamSpec("Others")
Figures = TypeVar("Figures")


def kept(
    made: Callable[Concatenate[Selection, Others], Figures],
) -> Callable[Concatenate[Selection, Others], Figures]:
    """The same function, which within requests that change nothing remembers what it gave.

    For functions of the group's outcomes alone: no names, which change without the book, and no rows that
    belong to a transaction. Whoever is given the figures leaves them as they are.
    """

    @wraps(made)
    def look_up(selection: Selection, /, *others: Others.args, **named: Others.kwargs) -> Figures:
        if not only_reads():
            return made(selection, *others, **named)
        key = (made, _edition(selection.group_id), selection, others, tuple(named.items()))
        found: list[Figures] | None = _store.get(key)
        if found is None:
            if len(_store) >= MOST_KEPT:
                forget_figures()
            found = _store[key] = [made(selection, *others, **named)]
        return found[0]

    return look_up


def forget_figures() -> None:
    """Add up everything anew the next time it is asked for."""
    _store.clear()


def _edition(group_id: uuid.UUID) -> uuid.UUID | None:
    """Asked once a request and before any figures are: they may then be newer than what they are kept as, but
    never older.
    """
    told: dict[uuid.UUID, uuid.UUID | None] = db.session().info.setdefault("editions", {})
    if group_id not in told:
        told[group_id] = edition_of(group_id)
    return told[group_id]
