"""Export pages and the exported files, with a route for each scope."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterator
from typing import IO

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from files.document.scope import Export, Scope
from files.export.formats import FORMATS, format_of_file, formats_of
from models import Group, Job
from models.job import MAX_SESSIONS_PER_REQUEST
from views.files import bp
from views.files.feeds import calendar_summary
from views.web.access import night_of, reader, scorer, session_of, tournament_of
from views.web.addresses import GROUP
from views.web.clock import now
from views.web.downloads import CHUNK_SIZE, as_attachment, stream
from views.web.language import current_language, local_date, local_zone
from views.web.limits import EXPORTING, EXPORTING_EVERYTHING, in_group, limiter
from views.words.phrases import words


@bp.get(f"{GROUP}/export")
def exports_of_group(group_id: uuid.UUID) -> ResponseReturnValue:
    member = reader(group_id)
    return render_template(
        "files/exports/group.html",
        member=member,
        group=member.group,
        formats=formats_of("group"),
        calendar_holds=calendar_summary(member.group),
        takes_long=Scope(group_id).session_count() > MAX_SESSIONS_PER_REQUEST,
        made=Job.newest(group_id, list(FORMATS)) if member.may_score else [],
    )


@bp.get(f"{GROUP}/nights/<uuid:night_id>/export")
def exports_of_night(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    group, night = reader(group_id).group, night_of(group_id, night_id)
    return render_template("files/exports/night.html", group=group, night=night, formats=formats_of("night"))


@bp.get(f"{GROUP}/sessions/<uuid:session_id>/export")
def exports_of_session(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    group, session = reader(group_id).group, session_of(group_id, session_id)
    return render_template(
        "files/exports/session.html", group=group, session=session, formats=formats_of("session")
    )


@bp.get(f"{GROUP}/tournaments/<uuid:tournament_id>/export")
def exports_of_tournament(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    group, tournament = reader(group_id).group, tournament_of(group_id, tournament_id)
    return render_template(
        "files/exports/tournament.html", group=group, tournament=tournament, formats=formats_of("tournament")
    )


def _files(scope: str) -> str:
    """URL converter that matches the file names of a scope."""
    names = ",".join(f'"{each.file_name}"' for each in formats_of(scope).values())
    return f"<any({names}):file_name>"


def _each_file(endpoint: str) -> str:
    """The scope of a limit that counts for each file of each group."""
    return f"{in_group(endpoint)}:{(request.view_args or {})['file_name']}"


@bp.get(f"{GROUP}/export/{_files('group')}")
def file_of_group(group_id: uuid.UUID, file_name: str) -> ResponseReturnValue:
    """The whole history is not for watchers."""
    group, scope = scorer(group_id).group, Scope(group_id)
    if scope.session_count() > MAX_SESSIONS_PER_REQUEST:  # the export page offers a job
        return redirect(url_for("files.exports_of_group", group_id=group_id), 303)
    return _file_of_everything(file_name, scope, name_of_everything(group))


@bp.get(f"{GROUP}/nights/<uuid:night_id>/export/{_files('night')}")
def file_of_night(group_id: uuid.UUID, night_id: uuid.UUID, file_name: str) -> ResponseReturnValue:
    group, night = reader(group_id).group, night_of(group_id, night_id)
    return _file_of_part(file_name, Scope(group_id, night_id=night_id), f"{group.name} {night.date}")


@bp.get(f"{GROUP}/sessions/<uuid:session_id>/export/{_files('session')}")
def file_of_session(group_id: uuid.UUID, session_id: uuid.UUID, file_name: str) -> ResponseReturnValue:
    group, session = reader(group_id).group, session_of(group_id, session_id)
    name = f"{group.name} {session.night.date} {words(session.rules.name)}"
    return _file_of_part(file_name, Scope(group_id, session_id=session_id), name)


@bp.get(f"{GROUP}/tournaments/<uuid:tournament_id>/export/{_files('tournament')}")
def file_of_tournament(group_id: uuid.UUID, tournament_id: uuid.UUID, file_name: str) -> ResponseReturnValue:
    group, tournament = reader(group_id).group, tournament_of(group_id, tournament_id)
    on = tournament.night.date if tournament.night else local_date(tournament.created_at)
    name = f"{group.name} {on} {tournament.name}"
    return _file_of_part(file_name, Scope(group_id, tournament_id=tournament_id), name)


def name_of_everything(group: Group) -> str:
    return f"{group.name} {local_date(now())} {_('all nights')}"


@limiter.limit(EXPORTING_EVERYTHING, scope=_each_file)
def _file_of_everything(file_name: str, scope: Scope, name: str) -> Response:
    return _file(file_name, scope, name)


@limiter.limit(EXPORTING, scope=_each_file)
def _file_of_part(file_name: str, scope: Scope, name: str) -> Response:
    return _file(file_name, scope, name)


def _file(file_name: str, scope: Scope, name: str) -> Response:
    """file_name: the last part of the address. name: of the download, without extension."""
    chosen = format_of_file(file_name)
    export = Export(scope, now(), current_language(), local_zone())
    if chosen.pieces:
        return as_attachment(stream(chosen.pieces(export), chosen.mimetype), name, chosen.extension)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the response
    chosen.write(export, file)
    response = Response(_read(file), mimetype=chosen.mimetype)
    response.content_length = file.tell()
    response.call_on_close(file.close)
    return as_attachment(response, name, chosen.extension)


def _read(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(CHUNK_SIZE):
            yield piece
