"""The file that came of a job, in the database: every server can give it to whoever asks."""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import IO

from sqlalchemy import ForeignKey, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Model, db

PIECE = 512 * 1024  # bytes before they are compressed
LEVEL = 1  # of zlib: quick


class JobPiece(Model):
    """So many bytes of a file, compressed; `number` from 0."""

    __tablename__ = "job_pieces"

    job_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


def keep_file(job_id: uuid.UUID, file: IO[bytes]) -> int:
    """Keep a file from its start, instead of what an earlier run has kept; its length.

    A transaction a piece: other writers get their turn in between.
    """
    forget_file(job_id)
    file.seek(0)
    number = 0
    while piece := file.read(PIECE):
        db.session.add(JobPiece(job_id=job_id, number=number, content=zlib.compress(piece, LEVEL)))
        db.session.commit()
        number += 1
    db.session.commit()
    return file.tell()


def packed_pieces(file: IO[bytes]) -> list[bytes]:
    """A file from its start, ready for `keep_pieces`; takes a second for ten years."""
    file.seek(0)
    return [zlib.compress(piece, LEVEL) for piece in iter(partial(file.read, PIECE), b"")]


def keep_pieces(job_id: uuid.UUID, pieces: Sequence[bytes]) -> None:
    """Keep a file together with the job that is to read it."""
    rows = [{"job_id": job_id, "number": n, "content": piece} for n, piece in enumerate(pieces)]
    db.session.execute(db.insert(JobPiece), rows)


def forget_file(job_id: uuid.UUID) -> None:
    db.session.execute(db.delete(JobPiece).where(JobPiece.job_id == job_id))


def file_of(job_id: uuid.UUID) -> Iterator[bytes]:
    """The file piece by piece."""
    number = 0
    query = db.select(JobPiece.content).where(JobPiece.job_id == job_id)
    while (content := db.session.scalar(query.where(JobPiece.number == number))) is not None:
        yield zlib.decompress(content)
        number += 1
