"""A job: work that a phone has asked for and that takes longer than a page may.

It is carried out by a process of its own. What is known of it stands here, and so any server can tell how far
it is; a process that dies leaves it to the next one.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, cast

from sqlalchemy import CursorResult, ForeignKey, Index, Select, String
from sqlalchemy.orm import Mapped, aliased, mapped_column

from models.change import Author
from models.database import Id, Json, Model, Moment, db
from models.group import Group
from models.jobs.file import keep_pieces

KEPT = timedelta(days=1)  # after its end
LEASE = timedelta(seconds=30)  # without a sign of life until another process may have it
MOST_RUNS = 3  # a job that ends its process so often is given up


class State(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


OPEN = (State.WAITING, State.RUNNING)


class Refused(Exception):
    """Raised by work that cannot be done, and not for a fault of ours: the reason, and what else is told."""

    def __init__(self, reason: str, **told: Any) -> None:
        super().__init__(reason)
        self.came = {"reason": reason, **told}


class Job(Model):
    """kind, asked: what is to be done, and with what. done, whole: how far it is, of how much (0: unknown).

    runs: how often it was begun. stopping: somebody has asked to stop it. came: what came of it, a file's
    {"name", "type", "bytes"} for one; where it failed {"reason"}, a key of what is told.
    """

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_group_at", "group_id", "at"), Index("ix_jobs_state", "state"))

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    asked: Mapped[Json]
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[Moment]
    state: Mapped[str] = mapped_column(String(10), default=State.WAITING)
    runs: Mapped[int] = mapped_column(default=0)
    alive_at: Mapped[Moment | None]
    ended_at: Mapped[Moment | None]
    done: Mapped[int] = mapped_column(default=0)
    whole: Mapped[int] = mapped_column(default=0)
    stopping: Mapped[bool] = mapped_column(default=False)
    came: Mapped[Json] = mapped_column(default=dict)

    @classmethod
    def ask(
        cls, group: Group, kind: str, asked: dict[str, Any], author: Author, file: Sequence[bytes] = ()
    ) -> Job:
        """Ask for work, under the id of the change. Somebody must be woken for it when that is committed.

        file: what it is to read, as packed_pieces gives it.

        What was asked for by the same form, or is still to be done for another, is not asked for twice.
        """
        known = cls.of(group.id, author.change_id) or cls._open(group, kind, asked)
        if known is not None:
            return known
        who = {"id": author.change_id, "by": author.by, "at": author.at}
        job = cls(group_id=group.id, kind=kind, asked=asked, **who, came={})
        db.session.add(job)
        db.session.flush()
        if file:
            keep_pieces(job.id, file)
        return job

    @classmethod
    def _open(cls, group: Group, kind: str, asked: dict[str, Any]) -> Job | None:
        alike = (cls.group_id == group.id, cls.kind == kind, cls.state.in_(OPEN), cls.stopping.is_(False))
        found = db.session.scalars(db.select(cls).where(*alike))
        return next((job for job in found if job.asked == asked), None)

    @classmethod
    def of(cls, group_id: uuid.UUID, job_id: uuid.UUID) -> Job | None:
        return db.session.scalar(db.select(cls).where(cls.id == job_id, cls.group_id == group_id))

    @classmethod
    def newest(cls, group_id: uuid.UUID, kinds: Sequence[str], most: int = 10) -> Sequence[Job]:
        """Those of these kinds that are not forgotten yet, the newest first."""
        query = db.select(cls).where(cls.group_id == group_id, cls.kind.in_(kinds))
        return db.session.scalars(query.order_by(cls.at.desc(), cls.id).limit(most)).all()

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    @property
    def reason(self) -> str:
        """Why it failed."""
        return str(self.came.get("reason", ""))

    @property
    def version(self) -> str:
        """Another one whenever there is something new to tell."""
        return f"{self.state}-{self.done}-{self.whole}-{self.stopping}"

    @property
    def kept_until(self) -> datetime | None:
        return self.ended_at + KEPT if self.ended_at else None

    def stop(self, at: datetime) -> None:
        """At once where nobody has begun, else at its next step."""
        if self.state == State.WAITING:
            self.state, self.ended_at = State.STOPPED, at
        elif self.state == State.RUNNING:
            self.stopping = True


def next_of(at: datetime) -> uuid.UUID | None:
    """Take the job that waits longest in the group that was served longest ago: its id, or none where none
    waits. It is for one process, however many ask.
    """
    while (job_id := db.session.scalar(_queue())) is not None:
        taken = db.session.execute(
            db.update(Job)
            .where(Job.id == job_id, Job.state == State.WAITING)
            .values(state=State.RUNNING, alive_at=at, runs=Job.runs + 1, done=0, whole=0)
        )
        if cast(CursorResult[Any], taken).rowcount:
            return job_id
    return None


def _queue() -> Select[Any]:
    other = aliased(Job)
    served = db.select(db.func.max(other.alive_at)).where(other.group_id == Job.group_id).scalar_subquery()
    waiting = db.select(Job.id).where(Job.state == State.WAITING)
    return waiting.order_by(served.nulls_first(), Job.at, Job.id).limit(1)


def give_back_lost(at: datetime, *, alone: bool) -> None:
    """Jobs whose process has died wait again, or are given up.

    alone: no other process carries out jobs of this database, so that whatever runs has lost its own.
    """
    lost = db.select(Job).where(Job.state == State.RUNNING)
    if not alone:
        lost = lost.where(Job.alive_at < at - LEASE)
    for job in db.session.scalars(lost.with_for_update(skip_locked=True)):
        if job.stopping:
            job.state, job.ended_at = State.STOPPED, at
        elif job.runs >= MOST_RUNS:
            job.state, job.ended_at, job.came = State.FAILED, at, {"reason": "died"}
        else:
            job.state = State.WAITING


def forget_jobs(at: datetime) -> None:
    """What ended more than a day ago goes, with its file."""
    db.session.execute(db.delete(Job).where(Job.ended_at < at - KEPT))
