"""What a selection's outcomes add up to: as it is kept, or added up now.

The latter where only some nights or some company count, or where a file has just come in and nobody has added
it up yet.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Integer, Select, cast, func, tuple_
from sqlalchemy.sql.visitors import iterate

from models.database import db
from models.statistics.measures import Figure, Measure
from models.statistics.selection import Selection
from models.statistics.sums.adding import ADDED, bests
from models.statistics.sums.keeping import LEFT
from models.statistics.sums.tables import Best, SumsEdition

Conditions = list[ColumnElement[bool]]


def sums_by(
    selection: Selection, table: type[Any], by: Sequence[str], figures: Callable[[Any], Sequence[Figure]]
) -> Select[Any]:
    """A query for some columns of a table of cells and, for each of these, figures that its columns make."""
    parts = iterate(tuple_(*figures(table.__table__.c)))
    sums, wanted = sums_of(selection, table, {*by, *(part.key for part in parts if isinstance(part, Column))})
    keys = [sums[name] for name in by]
    return db.select(*keys, *figures(sums)).where(*wanted).group_by(*keys)


def bests_of(selection: Selection, measures: Sequence[Measure]) -> tuple[Any, Conditions]:
    """The columns of the bests by these measures, and the conditions under which they are the selection's."""
    if is_added_up_now(selection):
        return bests(selection.among, measures).subquery().c, []
    kept = Best.__table__.c
    wanted = selection.conditions(kept)
    return kept, [*wanted, kept.measure.in_([measure.key for measure in measures])]


def total(figure: Figure) -> ColumnElement[int]:
    """The sum as a whole number; of a sum of sums PostgreSQL would make a decimal."""
    return cast(func.sum(figure), Integer)


def sums_of(selection: Selection, table: type[Any], names: Container[str]) -> tuple[Any, Conditions]:
    """The columns of a table of sums, and the conditions under which its rows are the selection's.

    names: of the columns that are looked at; what is added up now has no others, each of which costs a pass.
    """
    if is_added_up_now(selection):
        added = ADDED[table](selection.among)
        if isinstance(added, Select):
            added = added.with_only_columns(*(each for each in added.selected_columns if each.key in names))
        return added.subquery().c, []
    kept = table.__table__.c
    return kept, selection.conditions(kept)


def is_added_up_now(selection: Selection) -> bool:
    """Asks the database once in each of its sessions."""
    if not selection.is_kept:
        return True
    edition = db.session.get(SumsEdition, selection.group_id)
    return edition is not None and edition.sums == LEFT
