"""What a selection's outcomes add up to: as it is kept, or added up now where only some days count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, cast, func

from models.database import db
from models.statistics.measures import Figure, Measure
from models.statistics.selection import Selection
from models.statistics.sums.adding import ADDED, bests
from models.statistics.sums.tables import Best

Conditions = list[ColumnElement[bool]]


def sums_by(
    selection: Selection, table: type[Any], by: Sequence[str], figures: Callable[[Any], Sequence[Figure]]
) -> Select[Any]:
    """A query for some columns of a table of cells and, for each of these, figures that its columns make."""
    sums, wanted = _sums_of(selection, table)
    keys = [sums[name] for name in by]
    return db.select(*keys, *figures(sums)).where(*wanted).group_by(*keys)


def bests_of(selection: Selection, measures: Sequence[Measure]) -> tuple[Any, Conditions]:
    """The columns of the bests by these measures, and the conditions under which they are the selection's."""
    if selection.is_of_days:
        return bests(selection.among, measures).subquery().c, []
    kept, wanted = _sums_of(selection, Best)
    return kept, [*wanted, kept.measure.in_([measure.key for measure in measures])]


def total(figure: Figure) -> ColumnElement[int]:
    """The sum as a whole number; of a sum of sums PostgreSQL would make a decimal."""
    return cast(func.sum(figure), Integer)


def _sums_of(selection: Selection, table: type[Any]) -> tuple[Any, Conditions]:
    if selection.is_of_days:
        return ADDED[table](selection.among).subquery().c, []
    kept = table.__table__.c
    return kept, selection.conditions(kept)
