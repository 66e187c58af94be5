"""What goes out: pages that say what each file is good for, and the files of a group, a night, a session."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterator
from typing import IO

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext

from exchange.document import document_text
from exchange.document.scope import Scope
from exchange.export.evening import places_csv
from exchange.export.rounds_csv import rounds_csv
from exchange.export.workbook import MOST_SHEETS, write_workbook
from models import Group, Job
from models.job import MOST_AT_ONCE
from views.files.feeds import what_the_calendar_holds
from views.web.access import night_of, reader, scorer, session_of, tournament_of
from views.web.clock import now
from views.web.downloads import AT_ONCE, attached, streamed
from views.web.language import current_language, local_date, local_zone
from views.web.limits import TAKING_EVERYTHING, TAKING_OUT, limiter
from views.wording.phrases import words

exports = Blueprint("exports", __name__)

FORMATS = {
    "xlsx": lazy_gettext("Workbook (Excel)"),
    "csv": lazy_gettext("Long table (CSV)"),
    "json": lazy_gettext("Session document (JSON)"),
}
SEPARATORS = {"sv": ";"}  # a spreadsheet splits at what the language leaves free beside its decimal sign
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@exports.get("/out")
def of_group(group_id: uuid.UUID) -> ResponseReturnValue:
    member = reader(group_id)
    return render_template(
        "files/exports/group.html",
        member=member,
        group=member.group,
        formats=FORMATS,
        most_sheets=MOST_SHEETS,
        calendar_holds=what_the_calendar_holds(member.group),
        takes_long=Scope(group_id).session_count() > MOST_AT_ONCE,
        made=Job.newest(group_id, list(FORMATS)) if member.may_score else [],
    )


@exports.get("/nights/<uuid:night_id>/out")
def of_night(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    group = reader(group_id).group
    return render_template("files/exports/night.html", group=group, night=night_of(group_id, night_id))


@exports.get("/sessions/<uuid:session_id>/out")
def of_session(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    group = reader(group_id).group
    session = session_of(group_id, session_id)
    return render_template("files/exports/session.html", group=group, session=session)


@exports.get("/tournaments/<uuid:tournament_id>/out")
def of_evening(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    group = reader(group_id).group
    tournament = tournament_of(group_id, tournament_id)
    return render_template("files/exports/evening.html", group=group, tournament=tournament)


def _how_often() -> str:
    everything = (request.endpoint or "").endswith("_of_group")
    return TAKING_EVERYTHING if everything else TAKING_OUT


@exports.get("/out/rounds.csv", endpoint="rounds_of_group")
@exports.get("/nights/<uuid:night_id>/out/rounds.csv", endpoint="rounds_of_night")
@exports.get("/sessions/<uuid:session_id>/out/rounds.csv", endpoint="rounds_of_session")
@exports.get("/tournaments/<uuid:tournament_id>/out/rounds.csv", endpoint="rounds_of_evening")
@limiter.limit(_how_often)
def rounds(group_id: uuid.UUID, **part: uuid.UUID) -> ResponseReturnValue:
    """The long table."""
    _group, scope, name = _asked_for(group_id, **part)
    language = current_language()
    pieces = rounds_csv(scope, delimiter=separator(language), language=language)
    return attached(streamed(pieces, "text/csv"), name, "csv")


@exports.get("/out/workbook.xlsx", endpoint="workbook_of_group")
@exports.get("/nights/<uuid:night_id>/out/workbook.xlsx", endpoint="workbook_of_night")
@exports.get("/sessions/<uuid:session_id>/out/workbook.xlsx", endpoint="workbook_of_session")
@exports.get("/tournaments/<uuid:tournament_id>/out/workbook.xlsx", endpoint="workbook_of_evening")
@limiter.limit(_how_often)
def workbook(group_id: uuid.UUID, **part: uuid.UUID) -> ResponseReturnValue:
    """The workbook for a spreadsheet."""
    _group, scope, name = _asked_for(group_id, **part)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it is sent, or when nobody wants it
    write_workbook(file, scope, now(), language=current_language(), zone=local_zone())
    response = Response(_read(file), mimetype=WORKBOOK)
    response.content_length = file.tell()
    response.call_on_close(file.close)
    return attached(response, name, "xlsx")


@exports.get("/out/document.json", endpoint="document_of_group")
@exports.get("/nights/<uuid:night_id>/out/document.json", endpoint="document_of_night")
@exports.get("/sessions/<uuid:session_id>/out/document.json", endpoint="document_of_session")
@exports.get("/tournaments/<uuid:tournament_id>/out/document.json", endpoint="document_of_evening")
@limiter.limit(_how_often)
def document(group_id: uuid.UUID, **part: uuid.UUID) -> ResponseReturnValue:
    """The session document."""
    group, scope, name = _asked_for(group_id, **part)
    pieces = document_text(group, now(), scope)
    return attached(streamed(pieces, "application/json"), name, "json")


@exports.get("/tournaments/<uuid:tournament_id>/out/places.csv")
@limiter.limit(TAKING_OUT)
def places_of_evening(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """Who came in where, with every round."""
    _group, _scope, name = _asked_for(group_id, tournament_id=tournament_id)
    pieces = places_csv(tournament_of(group_id, tournament_id), delimiter=separator(current_language()))
    return attached(streamed(pieces, "text/csv"), name, "csv")


def _asked_for(
    group_id: uuid.UUID,
    *,
    night_id: uuid.UUID | None = None,
    session_id: uuid.UUID | None = None,
    tournament_id: uuid.UUID | None = None,
) -> tuple[Group, Scope, str]:
    """What is to be taken out, and how its file is called; 404 for what is not the group's.

    A watcher may have a part, not the whole history.
    """
    if session_id is not None:
        group, session = reader(group_id).group, session_of(group_id, session_id)
        name = f"{group.name} {session.night.date} {words(session.wording.name)}"
        return group, Scope(group_id, session_id=session_id), name
    if night_id is not None:
        group, night = reader(group_id).group, night_of(group_id, night_id)
        return group, Scope(group_id, night_id=night_id), f"{group.name} {night.date}"
    if tournament_id is not None:
        group, tournament = reader(group_id).group, tournament_of(group_id, tournament_id)
        on = tournament.night.date if tournament.night else local_date(tournament.created_at)
        return group, Scope(group_id, tournament_id=tournament_id), f"{group.name} {on} {tournament.name}"
    group, scope = scorer(group_id).group, Scope(group_id)
    if scope.session_count() > MOST_AT_ONCE:  # an address of old: such a file is to be asked for
        abort(redirect(url_for("exports.of_group", group_id=group_id), 303))
    return group, scope, name_of_everything(group)


def name_of_everything(group: Group) -> str:
    return f"{group.name} {local_date(now())} {_('all nights')}"


def separator(language: str) -> str:
    return SEPARATORS.get(language, ",")


def _read(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(AT_ONCE):
            yield piece
