"""Reading a session document into a group: all or nothing, and twice is as good as once."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime

from exchange.document.pieces import Report
from exchange.document.records import Document
from exchange.document.staging import GroupChanged, Staging
from models.alone import alone
from models.database import db, one_transaction
from models.group import Group
from models.hidden import MARK, Progress, clear_up_beside, nobody_counts

MOST_TRIES = 5


def read_document(
    document: Document,
    group: Group,
    at: datetime,
    *,
    who: Mapping[str, uuid.UUID] | None = None,
    also: Callable[[Report], None] | None = None,
    progress: Progress = nobody_counts,
) -> Report:
    """Take over what the group does not have yet; `at` stands in where the file tells no time.

    What is there already stays as it is; a group that is not there yet is made. who: people of the file that
    are players of the group, by their id in the file.
    also: done in the same transaction as the last step, the one that everybody sees.

    Whatever the caller has changed is committed first. Raises BadDocument, GroupChanged or Busy, and whatever
    `progress` raises; nothing has come in then.
    """

    def first() -> None:
        db.session.add(group)
        db.session.flush()
        lock_group(group_id)

    group_id = group.id
    with alone(group_id):
        return read_in_steps(
            document,
            group_id,
            at,
            who or {},
            first=first,
            last=also or (lambda _report: None),
            still_fits=lambda: True,
            progress=progress,
        )


def lock_group(group_id: uuid.UUID) -> None:
    """Nobody else changes the group itself until the transaction ends; raises GroupChanged if it is gone, or
    joined into another.
    """
    here = db.select(Group.name).where(Group.id == group_id, Group.joined_into.is_(None))
    name = db.session.scalar(here.with_for_update(key_share=True))
    if name is None or name.startswith(MARK):
        raise GroupChanged


def read_in_steps(
    document: Document,
    group_id: uuid.UUID,
    at: datetime,
    who: Mapping[str, uuid.UUID],
    *,
    first: Callable[[], None],
    last: Callable[[Report], None],
    still_fits: Callable[[], bool],
    progress: Progress,
) -> Report:
    """The same for one who is alone with the group, and may look at it again before anybody sees anything.

    first, last: done in the transaction that makes it seen. Where `first` raises GroupChanged, or figures
    have changed, `still_fits` says outside of any transaction whether to try once more.
    """
    clear_up_beside(group_id)
    try:
        staging = Staging(document, group_id, at, who)
        staging.write(progress)
        for tries_left in reversed(range(MOST_TRIES)):
            staging.reckon()
            try:
                with one_transaction(writes=True):
                    first()
                    report = staging.move()
                    last(report)
                break
            except GroupChanged:
                if not tries_left or not still_fits():
                    raise
    except BaseException:
        clear_up_beside(group_id)
        raise
    return report
