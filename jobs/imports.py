"""Long files that are brought, and whole groups: read, taken in and taken back in the background."""

from __future__ import annotations

import uuid
from typing import Any
from zoneinfo import ZoneInfo

from exchange.document import BadDocument
from exchange.formats.reading import read_file
from exchange.importing.applying import CannotApply, apply_file
from exchange.importing.draft import packed
from exchange.importing.joining import GroupRead
from exchange.importing.reverting import CannotRevert, ChangedSince, revert_file
from jobs.progress import Progress
from models import Author, Group, Import, Job, db
from models.database import one_transaction
from models.hidden import is_hidden
from models.jobs.file import file_of, forget_file
from models.jobs.job import Refused


def read(job: Job, _progress: Progress) -> dict[str, Any]:
    """asked: the {"name"} of the file that was kept with the job, the {"zone"} of its times without one.

    What it tells waits to be looked at, as an import with the job's id.
    """
    author, group_id, asked = _author(job), job.group_id, job.asked
    with one_transaction(writes=False):
        content = b"".join(file_of(author.change_id))
    try:
        zone = ZoneInfo(asked["zone"])
        kind, draft = read_file(content, zone, author.at.astimezone(zone).date())
    except BadDocument as why:
        with one_transaction(writes=True):
            forget_file(author.change_id)
        raise _refused(why) from None
    document = packed(draft)
    with one_transaction(writes=True):
        if Import.of(group_id, author.change_id) is None:
            group = db.session.get_one(Group, group_id)
            Import.keep(group, kind, draft, asked["name"], author, document=document)
        forget_file(author.change_id)
    return {"import": str(author.change_id)}


def gather(job: Job, _progress: Progress) -> dict[str, Any]:
    """asked: {"joins"}, the id of a group that is to join the job's; {"name"}, what it is called."""
    author, group_id = _author(job), job.group_id
    other = db.session.get(Group, uuid.UUID(job.asked["joins"]))
    if other is None or is_hidden(other) or other.joined_into:
        raise Refused("other")
    read = GroupRead.read(other.id, author.at)
    with one_transaction(writes=True):
        if Import.of(group_id, author.change_id) is None:
            read.keep(db.session.get_one(Group, group_id), author)
    return {"import": str(author.change_id)}


def apply(job: Job, progress: Progress) -> dict[str, Any]:
    """asked: {"import"}, its id; {"name"}, as the file is called."""
    author, (group, file) = _author(job), _import(job)
    try:
        apply_file(group, file, author, progress=progress)
    except CannotApply as why:
        if why.reason != "done":  # by an earlier run, which was stopped right after
            raise Refused(why.reason) from None
    except BadDocument as why:
        raise _refused(why) from None
    return {"import": job.asked["import"]}


def revert(job: Job, _progress: Progress) -> dict[str, Any]:
    """asked: {"import", "name"}, as above; {"sure"}: also what has been changed since.

    It is not stopped on its way: what takes time comes when everything has gone already.
    """
    author, (group, file) = _author(job), _import(job)
    try:
        revert_file(group, file, author, sure=job.asked["sure"])
    except ChangedSince:
        raise Refused("changed") from None
    except CannotRevert as why:
        if why.reason != "done":
            raise Refused(why.reason) from None
    return {"import": job.asked["import"]}


def _author(job: Job) -> Author:
    return Author(job.id, job.by, job.at)


def _import(job: Job) -> tuple[Group, Import]:
    file = Import.of(job.group_id, uuid.UUID(job.asked["import"]))
    if file is None:  # nobody came back for it in a day
        raise Refused("changed")
    return db.session.get_one(Group, job.group_id), file


def _refused(why: BadDocument) -> Refused:
    values = {key: str(value) for key, value in why.values.items()}
    return Refused("unreadable", place=why.place, message=why.reason, values=values)
