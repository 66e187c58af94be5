"""The files that carry a group's history, a night or a session away."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable, Iterator
from typing import IO

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from exchange.rounds_csv import rounds_csv
from exchange.workbook import write_workbook
from models.document import document_text
from models.scope import sessions_in
from views.attachments import AT_ONCE, attached, streamed
from views.language import current_language
from views.limits import TAKING_EVERYTHING, TAKING_OUT, limiter
from views.moments import now
from views.scopes import taken
from views.workbook_words import workbook_words

files = Blueprint("files", __name__)

SEPARATORS = {"sv": ";"}  # a spreadsheet splits at what the language leaves free beside its decimal sign
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

WHERE = (
    ("group", "/out"),
    ("night", "/nights/<uuid:night_id>/out"),
    ("session", "/sessions/<uuid:session_id>/out"),
)

Id = uuid.UUID | None


def of_everything(name: str) -> Callable[..., Callable[..., ResponseReturnValue]]:
    """Routes to a file for all three: `rounds.csv` of the group, of a night and of a session."""

    def register(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        kind = name.partition(".")[0]
        limited = limiter.limit(_how_often)(view)  # once: limits add up under the name of the view
        for of, address in WHERE:
            files.get(f"{address}/{name}", endpoint=f"{kind}_of_{of}")(limited)
        return view

    return register


def _how_often() -> str:
    everything = (request.endpoint or "").endswith("_of_group")
    return TAKING_EVERYTHING if everything else TAKING_OUT


@of_everything("rounds.csv")
def rounds(group_id: uuid.UUID, night_id: Id = None, session_id: Id = None) -> ResponseReturnValue:
    """The long table."""
    what, language = taken(group_id, night_id, session_id), current_language()
    pieces = rounds_csv(sessions_in(what.scope), delimiter=SEPARATORS.get(language, ","), language=language)
    return attached(streamed(pieces, "text/csv"), what.called, "csv")


@of_everything("workbook.xlsx")
def workbook(group_id: uuid.UUID, night_id: Id = None, session_id: Id = None) -> ResponseReturnValue:
    """The workbook for a spreadsheet."""
    what = taken(group_id, night_id, session_id)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it is sent, or when nobody wants it
    write_workbook(file, what.scope, workbook_words(), now())
    response = Response(_read(file), mimetype=WORKBOOK)
    response.content_length = file.tell()
    response.call_on_close(file.close)
    return attached(response, what.called, "xlsx")


@of_everything("document.json")
def document(group_id: uuid.UUID, night_id: Id = None, session_id: Id = None) -> ResponseReturnValue:
    """The session document."""
    what = taken(group_id, night_id, session_id)
    pieces = document_text(what.member.group, now(), what.scope)
    return attached(streamed(pieces, "application/json"), what.called, "json")


def _read(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(AT_ONCE):
            yield piece
