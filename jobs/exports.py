"""The files of everything, in the background."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from typing import IO, Any
from zoneinfo import ZoneInfo

from exchange.document import document_text
from exchange.document.scope import Scope
from exchange.export.rounds_csv import rounds_csv
from exchange.export.workbook import write_workbook
from jobs.progress import Progress
from models import Group, Job, db
from models.database import reading, writing
from models.jobs.file import keep_file

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def export(job: Job, progress: Progress) -> dict[str, Any]:
    """asked: the {"name"} of the file, and {"language", "zone", "separator"} of whoever will open it."""
    with tempfile.TemporaryFile() as file:
        with reading():
            _write(job, file, progress)
        with writing():
            length = keep_file(job.id, file)
    return {"name": job.asked["name"], "type": TYPES[job.kind], "bytes": length}


def _write(job: Job, file: IO[bytes], progress: Progress) -> None:
    scope, language = Scope(job.group_id), job.asked["language"]
    whole = scope.session_count()

    def told(done: int) -> None:
        progress(done, whole)

    if job.kind == "xlsx":
        zone = ZoneInfo(job.asked["zone"])
        write_workbook(file, scope, job.at, language=language, zone=zone, progress=told)
    elif job.kind == "json":
        _put(document_text(db.session.get_one(Group, job.group_id), job.at, scope, told), file)
    else:
        _put(rounds_csv(scope, delimiter=job.asked["separator"], language=language, progress=told), file)


def _put(pieces: Iterable[str], file: IO[bytes]) -> None:
    for piece in pieces:
        file.write(piece.encode())
