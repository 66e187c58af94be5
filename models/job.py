"""Jobs: work that takes longer than a request may, done by a worker (commands/worker.py).

The table is the queue: a worker claims the next row. So every server can show how far a job is, and a job
whose worker dies is claimed again.
"""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import IO, Any, cast

from sqlalchemy import CursorResult, ForeignKey, Index, LargeBinary, String, func
from sqlalchemy.orm import Mapped, aliased, mapped_column

from models.change import ChangeStamp
from models.database import Id, Json, Model, Timestamp, db
from models.group import Group

MAX_SESSIONS_PER_REQUEST = 200  # about a second; more of them are left to a job
RETENTION = timedelta(days=1)  # after the end of a job
LEASE = timedelta(seconds=30)  # without a heartbeat; then another worker may claim the job
MAX_RUNS = 3  # a job that ends its process so often is given up
PIECE_BYTES = 512 * 1024  # before they are compressed
QUICK = 1  # level of zlib


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


OPEN = (JobState.WAITING, JobState.RUNNING)


class JobRefused(Exception):
    """Raised by work that cannot be done, for a reason that its page explains; `details` go with it."""

    def __init__(self, reason: str, **details: Any) -> None:
        super().__init__(reason)
        self.result = {"reason": reason, **details}


class Job(Model):
    """Work for a worker. kind, arguments: what to do. done, whole: progress of a total (0: unknown).

    runs: how often it was started. stopping: a user has asked to stop it. result: of a finished job, for
    example the {"name", "type", "bytes"} of its file; of a failed one the {"reason"}.
    """

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_group_at", "group_id", "at"), Index("ix_jobs_state", "state"))

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    arguments: Mapped[Json]
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[Timestamp]
    state: Mapped[str] = mapped_column(String(10), default=JobState.WAITING)
    runs: Mapped[int] = mapped_column(default=0)
    alive_at: Mapped[Timestamp | None]
    ended_at: Mapped[Timestamp | None]
    done: Mapped[int] = mapped_column(default=0)
    whole: Mapped[int] = mapped_column(default=0)
    stopping: Mapped[bool] = mapped_column(default=False)
    result: Mapped[Json] = mapped_column(default=dict)

    @classmethod
    def enqueue(
        cls,
        group: Group,
        kind: str,
        arguments: dict[str, Any],
        stamp: ChangeStamp,
        file: Sequence[bytes] = (),
    ) -> Job:
        """Create a job with the id of the change. The caller commits.

        Return the existing one if the same form was sent before, or if a job with the same arguments is
        unfinished. file: input of the job, from `compressed_pieces`.
        """
        known = cls.of(group.id, stamp.change_id)
        if known is not None:
            return known
        alike = (cls.group_id == group.id, cls.kind == kind, cls.state.in_(OPEN), cls.stopping.is_(False))
        for unfinished in db.session.scalars(db.select(cls).where(*alike)):
            if unfinished.arguments == arguments:
                return unfinished
        job = cls(
            id=stamp.change_id,
            group_id=group.id,
            kind=kind,
            arguments=arguments,
            by=stamp.by,
            at=stamp.at,
            result={},
        )
        db.session.add(job)
        db.session.flush()
        if file:
            rows = [{"job_id": job.id, "number": n, "content": piece} for n, piece in enumerate(file)]
            db.session.execute(db.insert(JobPiece), rows)
        return job

    @classmethod
    def of(cls, group_id: uuid.UUID, job_id: uuid.UUID) -> Job | None:
        return db.session.scalar(db.select(cls).where(cls.id == job_id, cls.group_id == group_id))

    @classmethod
    def newest(cls, group_id: uuid.UUID, kinds: Sequence[str]) -> Sequence[Job]:
        """At most ten jobs of these kinds that are not deleted yet, the newest first."""
        query = db.select(cls).where(cls.group_id == group_id, cls.kind.in_(kinds))
        return db.session.scalars(query.order_by(cls.at.desc(), cls.id).limit(10)).all()

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    @property
    def change_stamp(self) -> ChangeStamp:
        return ChangeStamp(self.id, self.by, self.at)

    @property
    def reason(self) -> str:
        """Why it failed."""
        return str(self.result.get("reason", ""))

    @property
    def version(self) -> str:
        """Changes whenever its page has something new to show."""
        return f"{self.state}-{self.done}-{self.whole}-{self.stopping}"

    @property
    def expires_at(self) -> datetime | None:
        return self.ended_at + RETENTION if self.ended_at else None

    def stop(self, at: datetime) -> None:
        """Stop a waiting job at once, a running one at its next step."""
        if self.state == JobState.WAITING:
            self.state, self.ended_at = JobState.STOPPED, at
        elif self.state == JobState.RUNNING:
            self.stopping = True


def waiting_count() -> int:
    return db.session.scalar(db.select(func.count()).where(Job.state == JobState.WAITING)) or 0


def claim_next(at: datetime) -> uuid.UUID | None:
    """Begin a run of the oldest waiting job of the group that was served longest ago; return its id.

    None if no job waits. Among any number of workers one gets it: on SQLite the transaction must be one that
    writes.
    """
    other = aliased(Job)
    served = db.select(func.max(other.alive_at)).where(other.group_id == Job.group_id).scalar_subquery()
    waiting = db.select(Job).where(Job.state == JobState.WAITING)
    first = waiting.order_by(served.nulls_first(), Job.at, Job.id).limit(1)
    job = db.session.scalar(first.with_for_update(skip_locked=True))
    if job is None:
        return None
    job.state, job.alive_at, job.runs = JobState.RUNNING, at, job.runs + 1
    job.done = job.whole = 0
    return job.id


def heartbeat(job_id: uuid.UUID, run: int, done: int, whole: int, at: datetime) -> bool:
    """Renew the lease and record the progress. Return whether the run is to go on."""
    has_job = update_run(job_id, run, done=done, whole=whole, alive_at=at)
    return has_job and not db.session.scalar(db.select(Job.stopping).where(Job.id == job_id))


def update_run(job_id: uuid.UUID, run: int, **values: Any) -> bool:
    """Update the job and return True, unless another run has it by now or its group is deleted."""
    is_run = (Job.id == job_id, Job.runs == run, Job.state == JobState.RUNNING)
    updated = db.session.execute(db.update(Job).where(*is_run).values(values))
    return cast(CursorResult[Any], updated).rowcount == 1


def requeue_dead(at: datetime, *, alone: bool) -> None:
    """Requeue jobs of dead workers; fail them after MAX_RUNS attempts.

    alone: this is the only worker of the database, so any running job has lost its worker.
    """
    dead = db.select(Job).where(Job.state == JobState.RUNNING)
    if not alone:
        dead = dead.where(Job.alive_at < at - LEASE)
    for job in db.session.scalars(dead.with_for_update(skip_locked=True)):
        if job.stopping:
            job.state, job.ended_at = JobState.STOPPED, at
        elif job.runs >= MAX_RUNS:
            job.state, job.ended_at, job.result = JobState.FAILED, at, {"reason": "worker_died"}
        else:
            job.state = JobState.WAITING


def delete_expired(at: datetime) -> None:
    """Delete the jobs that ended more than a day ago, with their files."""
    db.session.execute(db.delete(Job).where(Job.ended_at < at - RETENTION))


class JobPiece(Model):
    """A part of the file that a job reads or has written, compressed; `number` from 0.

    In the database, so that every server can send it.
    """

    __tablename__ = "job_pieces"

    job_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


def compressed_pieces(file: IO[bytes]) -> list[bytes]:
    """The pieces of a file from its start, for `Job.enqueue`; takes a second for ten years."""
    file.seek(0)
    return [zlib.compress(piece, QUICK) for piece in iter(partial(file.read, PIECE_BYTES), b"")]


def store_file(job_id: uuid.UUID, file: IO[bytes]) -> int:
    """Store a file from its start, instead of that of an earlier run. Return its length in bytes.

    A transaction for each piece: others may write in between.
    """
    delete_file(job_id)
    file.seek(0)
    for number, piece in enumerate(iter(partial(file.read, PIECE_BYTES), b"")):
        db.session.add(JobPiece(job_id=job_id, number=number, content=zlib.compress(piece, QUICK)))
        db.session.commit()
    db.session.commit()
    return file.tell()


def stored_file(job_id: uuid.UUID) -> Iterator[bytes]:
    """The file piece by piece."""
    number = 0
    query = db.select(JobPiece.content).where(JobPiece.job_id == job_id)
    while (content := db.session.scalar(query.where(JobPiece.number == number))) is not None:
        yield zlib.decompress(content)
        number += 1


def delete_file(job_id: uuid.UUID) -> None:
    db.session.execute(db.delete(JobPiece).where(JobPiece.job_id == job_id))
