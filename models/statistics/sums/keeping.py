"""Keeping what outcomes add up to in line with them.

A cell is added up anew from its outcomes, never from what was kept. An index holds them in one piece: after
ten years the end of a session takes some 40 ms, and everything of a group half a second.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Delete, Insert, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite

from models.alone import Busy, alone
from models.database import db, give_way, in_turns, new_id, one_transaction
from models.statistics.outcome import Outcome
from models.statistics.sums.adding import ADDED
from models.statistics.sums.tables import Best, Cell, HonourSums, NightSums, SumsEdition

# Another one where sums are added up or running figures reckoned in another way: servers then begin with all
# groups. 2: ratings that know how much luck there is (game/analysis/rating.py).
EDITION = 2
LEFT = -1  # instead of an edition: the sums are not in line, and whoever reads adds up for itself
MOST_KINDS = 20  # of tables that are looked at apart; beyond that everything is added up at once
MOST_SESSIONS = 200  # that come or go at once, likewise
AT_ONCE = 200
INSERTS: Mapping[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}

KIND = ("variant", "scale", "players")
Kind = tuple[str, str, int]
Parts = Sequence[Any]  # rows as parts_of gives them
Part = Callable[[Any], list[ColumnElement[bool]]]  # what an outcome of it is, or a row of sums
OF_CELLS = tuple(table for table in ADDED if issubclass(table, Cell))
OF_STREAKS = (Best, HonourSums)


def lock_statistics(group_id: uuid.UUID) -> None:
    """Whatever changes an outcome of the group, or its sums, comes here in its transaction.

    One writer at a time; after every lock of sessions and nights, so that nobody waits in a circle.
    """
    mark = new_id()
    insert = INSERTS[db.engine.dialect.name](SumsEdition).values(group_id=group_id, sums=EDITION, mark=mark)
    db.session.execute(
        insert.on_conflict_do_update(index_elements=[SumsEdition.group_id], set_={"mark": mark})
    )


def statistics_version(group_id: uuid.UUID, *, lock: bool = False) -> uuid.UUID | None:
    """Another one whenever an outcome of the group may be another; None before there were any.

    lock: it stays this one until the transaction ends.
    """
    query = db.select(SumsEdition.mark).where(SumsEdition.group_id == group_id)
    return db.session.scalar(query.with_for_update() if lock else query)


def parts_of(session_ids: Collection[uuid.UUID]) -> Parts:
    """What the outcomes of these sessions are part of."""
    parts = (Outcome.player_id, Outcome.variant, Outcome.scale, Outcome.players, Outcome.night_id)
    return db.session.execute(db.select(*parts).where(Outcome.session_id.in_(session_ids))).all()


def parts_of_many(session_ids: Collection[uuid.UUID]) -> Parts | None:
    """The same, unless they are so many that their sums are to be left."""
    return None if len(session_ids) > MOST_SESSIONS else parts_of(session_ids)


def keep_sums(
    group_id: uuid.UUID,
    changed: Parts,
    followed: Parts = (),
    *,
    also: Collection[uuid.UUID] = (),
) -> None:
    """Add up anew what these outcomes are part of, once it is locked.

    changed: the parts of those that came, and of those that went or of what they were before. also: players
    who may have been part of the same. followed: outcomes whose streak is another one.
    """
    of_changed, of_followed = _by_kind(changed, also), _by_kind(followed)
    if len(of_changed) + len(of_followed) > MOST_KINDS:
        keep_all_sums(group_id)
        return
    for kind, players in of_changed.items():
        _rewrite(OF_CELLS, _cells, group_id, player_ids=players, **dict(zip(KIND, kind, strict=True)))
    for kind, players in of_followed.items():
        others = players - of_changed.get(kind, set())
        _rewrite(OF_STREAKS, _cells, group_id, player_ids=others, **dict(zip(KIND, kind, strict=True)))
    for nights in in_turns(sorted({row.night_id for row in changed}), AT_ONCE):
        _rewrite([NightSums], _nights, group_id, nights=nights)


def keep_or_leave_sums(group_id: uuid.UUID, changed: Parts | None, followed: Parts) -> None:
    """The same for many at once; where it would take long, the sums are left as they are for `add_up_left`.

    changed: as parts_of_many gives it.
    """
    if changed is None or len(_by_kind(changed)) + len(_by_kind(followed)) > MOST_KINDS:
        _note_edition(group_id, LEFT)
    else:
        keep_sums(group_id, changed, followed)


def add_up_left(group_id: uuid.UUID) -> None:
    """Add up the sums of a group that were left; for one who is alone with it.

    A transaction a table, so that nobody waits for long. What changes meanwhile keeps its own cells.
    """
    with one_transaction(writes=False):
        edition = db.session.scalar(db.select(SumsEdition.sums).where(SumsEdition.group_id == group_id))
    if edition != LEFT:
        return
    for table in (*OF_CELLS, NightSums):
        with one_transaction(writes=True):
            lock_statistics(group_id)
            _rewrite([table], _group, group_id)
        give_way()
    with one_transaction(writes=True):
        _note_edition(group_id, EDITION)


def add_up_all_left() -> None:
    """Those that somebody left and could not come back to; what somebody is at is theirs."""
    with one_transaction(writes=False):
        left = db.session.scalars(db.select(SumsEdition.group_id).where(SumsEdition.sums == LEFT)).all()
    for group_id in left:
        with suppress(Busy), alone(group_id):
            add_up_left(group_id)


def keep_all_sums(group_id: uuid.UUID) -> None:
    """Add up everything of a group anew, once it is locked; again and again without harm."""
    _rewrite([*OF_CELLS, NightSums], _group, group_id)
    _note_edition(group_id, EDITION)


def _note_edition(group_id: uuid.UUID, edition: int) -> None:
    db.session.execute(db.update(SumsEdition).where(SumsEdition.group_id == group_id).values(sums=edition))


def _by_kind(rows: Parts, also: Collection[uuid.UUID] = ()) -> dict[Kind, set[uuid.UUID]]:
    """Whose outcomes they are, by variant, scale and how many played."""
    found: dict[Kind, set[uuid.UUID]] = {}
    for row in rows:
        found.setdefault((row.variant, row.scale, row.players), set(also)).add(row.player_id)
    return found


def _rewrite(tables: Iterable[Any], part: Part, group_id: uuid.UUID, **which: Any) -> None:
    named = {"its_group": group_id, **{f"its_{name}": value for name, value in which.items()}}
    for table in tables:
        for statement in _rewriting(table, part):
            db.session.execute(statement, named)


@cache
def _rewriting(table: Any, part: Part) -> tuple[Delete, Insert]:
    """Put together once: that takes as long as it takes a database to carry them out."""
    kept: Table = table.__table__
    added = ADDED[table](lambda query: query.where(*part(Outcome)))
    return kept.delete().where(*part(kept.c)), kept.insert().from_select(added.selected_columns.keys(), added)


def _group(of: Any) -> list[ColumnElement[bool]]:
    return [of.group_id == bindparam("its_group")]


def _cells(of: Any) -> list[ColumnElement[bool]]:
    same_kind = [getattr(of, name) == bindparam(f"its_{name}") for name in KIND]
    return [*_group(of), of.player_id.in_(bindparam("its_player_ids", expanding=True)), *same_kind]


def _nights(of: Any) -> list[ColumnElement[bool]]:
    """Outcomes by their nights alone: with the group named, SQLite goes through all of the group's."""
    of_group = [] if of is Outcome else _group(of)
    return [*of_group, of.night_id.in_(bindparam("its_nights", expanding=True))]
