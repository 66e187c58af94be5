"""Export formats: names, scopes and writers.

Addresses, links and jobs follow from FORMATS: a new format is a writer and an entry there.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any
from zoneinfo import ZoneInfo

from flask_babel import force_locale
from flask_babel import lazy_gettext as N_

from files.document import document_text
from files.document.scope import Export, Scope
from files.export.rounds_csv import rounds_csv
from files.export.tournament_csv import tournament_ranking_csv
from files.export.workbook import MAX_SHEETS, write_workbook
from models import Group, Job, db
from models.database import reading, writing
from models.job import store_file
from models.progress import Progress

SCOPES = ("group", "night", "session", "tournament")


@dataclass(frozen=True, kw_only=True)
class ExportFormat:
    """key: its value in forms and jobs. file_name: the last part of its address; a download has another name
    with the same extension.

    label, note, icon: of its link on a page; group_note: the note if the whole group is exported.
    scopes: those that it is offered for.

    It has one of these: pieces yields a text, which is streamed, with messages in the language of the
    request; writer writes a file that must be complete before it is sent.
    """

    key: str
    file_name: str
    mimetype: str
    label: str
    note: str
    group_note: str | None = None
    icon: str = "download"
    scopes: tuple[str, ...] = SCOPES
    pieces: Callable[[Export], Iterator[str]] | None = None
    writer: Callable[[Export, IO[bytes]], None] | None = None

    @property
    def extension(self) -> str:
        return self.file_name.rpartition(".")[2]

    def write(self, export: Export, file: IO[bytes]) -> None:
        """Write the file, with messages in its language."""
        with force_locale(export.language):
            if self.writer:
                self.writer(export, file)
            for piece in self.pieces(export) if self.pieces else ():
                file.write(piece.encode())


def _document(export: Export) -> Iterator[str]:
    group = db.session.get_one(Group, export.scope.group_id)
    return document_text(group, export.at, export.scope, export.progress)


# In the order in which pages list them.
_FORMATS: tuple[ExportFormat, ...] = (
    ExportFormat(
        key="places",
        file_name="places.csv",
        mimetype="text/csv",
        label=N_("Places (CSV)"),
        note=N_("a row for each person: every round, the total, the play-off"),
        icon="trophy",
        scopes=("tournament",),
        pieces=tournament_ranking_csv,
    ),
    ExportFormat(
        key="xlsx",
        file_name="workbook.xlsx",
        mimetype="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        label=N_("Workbook (Excel)"),
        note=N_("points, totals and cards as on a score sheet"),
        group_note=N_(
            "a summary, every round, and the newest %(most)d games as score sheets", most=MAX_SHEETS
        ),
        icon="table-2",
        writer=write_workbook,
    ),
    ExportFormat(
        key="csv",
        file_name="rounds.csv",
        mimetype="text/csv",
        label=N_("Long table (CSV)"),
        note=N_("a row for each player in each round, for any spreadsheet"),
        pieces=rounds_csv,
    ),
    ExportFormat(
        key="json",
        file_name="document.json",
        mimetype="application/json",
        label=N_("Session document (JSON)"),
        note=N_("every game and every card, to keep in a safe place or to move with"),
        pieces=_document,
    ),
)
FORMATS: Mapping[str, ExportFormat] = {entry.key: entry for entry in _FORMATS}


def formats_of(scope: str) -> dict[str, ExportFormat]:
    """The formats for a scope, by key."""
    return {key: file_format for key, file_format in FORMATS.items() if scope in file_format.scopes}


def format_of_file(file_name: str) -> ExportFormat:
    return next(file_format for file_format in _FORMATS if file_format.file_name == file_name)


def export_group(job: Job, progress: Progress) -> dict[str, Any]:
    """Run an export job. Its arguments: "name" of the file, "language" and "zone" of the reader."""
    chosen, scope = FORMATS[job.kind], Scope(job.group_id)
    zone, language = ZoneInfo(job.arguments["zone"]), job.arguments["language"]
    with tempfile.TemporaryFile() as file:
        with reading():
            whole = scope.session_count()
            export = Export(scope, job.at, language, zone, lambda done: progress(done, whole))
            chosen.write(export, file)
        with writing():
            length = store_file(job.id, file)
    return {"name": job.arguments["name"], "type": chosen.mimetype, "bytes": length}


EXPORT_JOBS = dict.fromkeys(formats_of("group"), export_group)
