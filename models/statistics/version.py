"""The version of a group's statistics, and figures that are cached by it.

Only outcomes are stored. All other statistics are computed from them (ten years in a tenth of a second), and
each process caches recent results.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from models.database import INSERTS, Model, db, new_id, only_reads
from models.statistics.selection import Selection

# Increase it when outcomes have a new figure or are computed differently: servers then compute those of all
# groups anew before they start; ten years take some 10 s.
EDITION = 3

MAX_CACHED = 500  # one takes 17 KB on average for a group of ten years
IN_TRANSACTION = "statistics_version"  # key in Session.info
MISSING: Any = object()
CACHE: dict[tuple[Any, ...], Any] = {}

P = ParamSpec("P")
Figures = TypeVar("Figures")


class StatisticsVersion(Model):
    """The version changes with the group's outcomes; its row is the lock for changing them.

    A row of its own instead of a column of the group: managing a group locks the group's row first, ending
    a session locks this one last. A group without a row has never had an outcome. edition: of the outcomes.
    """

    __tablename__ = "statistics_versions"

    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[uuid.UUID]
    edition: Mapped[int]


def lock_statistics(group_id: uuid.UUID) -> None:
    """Lock the group's statistics row and give it a new version.

    Call before changing outcomes of the group, after all session and night locks, to avoid deadlocks.
    """
    version = new_id()
    insert = INSERTS[db.engine.dialect.name](StatisticsVersion)
    insert = insert.values(group_id=group_id, version=version, edition=EDITION)
    db.session.execute(
        insert.on_conflict_do_update(index_elements=[StatisticsVersion.group_id], set_={"version": version})
    )


def statistics_version(group_id: uuid.UUID) -> uuid.UUID | None:
    """The version, which changes whenever an outcome of the group may have changed; None before the first."""
    return db.session.scalar(
        db.select(StatisticsVersion.version).where(StatisticsVersion.group_id == group_id)
    )


def cached(
    compute: Callable[Concatenate[Selection, P], Figures],
) -> Callable[Concatenate[Selection, P], Figures]:
    """Cache the figures of a selection for each version of its group's statistics.

    The result is shared by threads and outlives the database session: it must not contain models, and must
    not be changed. It may depend on outcomes only. Arguments must be hashable. Another thread may clear the
    cache at any moment.
    """

    @wraps(compute)
    def read(selection: Selection, /, *args: P.args, **kwargs: P.kwargs) -> Figures:
        version = version_to_follow(selection)
        if version is None:
            return compute(selection, *args, **kwargs)
        key = (compute, version, selection, args, tuple(kwargs.items()))
        figures = CACHE.get(key, MISSING)
        if figures is MISSING:
            figures = compute(selection, *args, **kwargs)
            if len(CACHE) >= MAX_CACHED:
                CACHE.clear()
            CACHE[key] = figures
        return figures

    return read


def version_to_follow(selection: Selection) -> uuid.UUID | None:
    """The version by which figures of a selection may be cached, read once per transaction; None if they may
    not be cached.

    Only in read-only transactions, in which version and figures belong to one snapshot, and not for
    selections by place, because a place can be edited without a new version.
    """
    if selection.places or not only_reads():
        return None
    session, group_id = db.session(), selection.group_id
    read = session.info.get(IN_TRANSACTION)
    if read is None or read[:2] != (session.get_transaction(), group_id):
        version = statistics_version(group_id)
        read = session.info[IN_TRANSACTION] = (session.get_transaction(), group_id, version)
    return read[2]
