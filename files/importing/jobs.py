"""Jobs of the worker: read, apply and revert large files, and merge groups."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from files.document import BadDocument
from files.importing.applying import CannotApply, apply_file
from files.importing.draft import packed
from files.importing.group_merge import GroupSnapshot
from files.importing.reverting import CannotRevert, ChangedSince, revert_file
from files.readers.context import ReadingContext
from files.readers.reading import read_file
from models import Group, Import, Job, db
from models.database import one_transaction
from models.job import JobRefused, delete_file, stored_file
from models.progress import Progress
from models.purging import is_hidden


def read(job: Job, _progress: Progress) -> dict[str, Any]:
    """Read the file that is stored with the job; the import gets the job's id.

    arguments: {"name"} of the file, {"zone"} of times without one.
    """
    stamp, group_id, arguments = job.change_stamp, job.group_id, job.arguments
    with one_transaction(writes=False):
        content = b"".join(stored_file(stamp.change_id))
        zone = ZoneInfo(arguments["zone"])
        context = ReadingContext.of_group(group_id, zone, stamp.at.astimezone(zone).date())
    try:
        kind, draft = read_file(content, context)
    except BadDocument as error:
        with one_transaction(writes=True):
            delete_file(stamp.change_id)
        raise _unreadable(error) from None
    document = packed(draft)
    with one_transaction(writes=True):
        if Import.of(group_id, stamp.change_id) is None:
            group = db.session.get_one(Group, group_id)
            Import.store(group, kind, draft, arguments["name"], stamp, document=document)
        delete_file(stamp.change_id)
    return {"import": str(stamp.change_id)}


def read_group(job: Job, _progress: Progress) -> dict[str, Any]:
    """Prepare the merge of a group. arguments: {"joins"}, the id of that group; {"name"}, its name."""
    stamp, group_id = job.change_stamp, job.group_id
    other = db.session.get(Group, uuid.UUID(job.arguments["joins"]))
    if other is None or is_hidden(other) or other.merged_into_id:
        raise JobRefused("other")
    read = GroupSnapshot.read(other.id, stamp.at)
    with one_transaction(writes=True):
        if Import.of(group_id, stamp.change_id) is None:
            read.store(db.session.get_one(Group, group_id), stamp)
    return {"import": str(stamp.change_id)}


def apply(job: Job, progress: Progress) -> dict[str, Any]:
    """Apply an import. arguments: {"import"}, its id; {"name"}, the name of the file."""
    stamp, (group, file) = job.change_stamp, _import(job)
    try:
        apply_file(group, file, stamp, progress=progress)
    except CannotApply as error:
        if error.reason != "done":  # by an earlier run, which ended right after
            raise JobRefused(error.reason) from None
    except BadDocument as error:
        raise _unreadable(error) from None
    return {"import": job.arguments["import"]}


def revert(job: Job, _progress: Progress) -> dict[str, Any]:
    """Revert an import. arguments: {"import", "name"} as above; {"sure"}: also what has changed since.

    Cannot be stopped: it is one step.
    """
    stamp, (group, file) = job.change_stamp, _import(job)
    try:
        revert_file(group, file, stamp, sure=job.arguments["sure"])
    except ChangedSince:
        raise JobRefused("changed") from None
    except CannotRevert as error:
        if error.reason != "done":
            raise JobRefused(error.reason) from None
    return {"import": job.arguments["import"]}


IMPORT_JOBS: Mapping[str, Callable[[Job, Progress], dict[str, Any]]] = {
    "read": read,
    "read_group": read_group,
    "apply": apply,
    "revert": revert,
}


def _import(job: Job) -> tuple[Group, Import]:
    file = Import.of(job.group_id, uuid.UUID(job.arguments["import"]))
    if file is None:  # its day was over before it was applied
        raise JobRefused("changed")
    return db.session.get_one(Group, job.group_id), file


def _unreadable(error: BadDocument) -> JobRefused:
    values = {key: str(value) for key, value in error.values.items()}
    return JobRefused("unreadable", place=error.place, message=error.reason, values=values)
