"""Exports of a whole group as jobs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from typing import IO, Any
from zoneinfo import ZoneInfo

from exchange.document import document_text
from exchange.document.scope import Scope
from exchange.export.rounds_csv import rounds_csv
from exchange.export.workbook import write_workbook
from models import Group, Job, db
from models.database import reading, writing
from models.hidden import Progress
from models.job import store_file

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def export(job: Job, progress: Progress) -> dict[str, Any]:
    """arguments: the {"name"} of the file, and the reader's {"language", "zone", "separator"}."""
    with tempfile.TemporaryFile() as file:
        with reading():
            _write(job, file, progress)
        with writing():
            length = store_file(job.id, file)
    return {"name": job.arguments["name"], "type": TYPES[job.kind], "bytes": length}


def _write(job: Job, file: IO[bytes], progress: Progress) -> None:
    scope, language = Scope(job.group_id), job.arguments["language"]
    whole = scope.session_count()

    def count(done: int) -> None:
        progress(done, whole)

    if job.kind == "xlsx":
        zone = ZoneInfo(job.arguments["zone"])
        write_workbook(file, scope, job.at, language=language, zone=zone, progress=count)
    elif job.kind == "json":
        _put(document_text(db.session.get_one(Group, job.group_id), job.at, scope, count), file)
    else:
        _put(rounds_csv(scope, delimiter=job.arguments["separator"], language=language, progress=count), file)


def _put(pieces: Iterable[str], file: IO[bytes]) -> None:
    for piece in pieces:
        file.write(piece.encode())
