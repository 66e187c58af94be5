"""What goes out: pages that say what each file is good for, and the files of a group, a night, a session."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import IO

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import to_user_timezone

from exchange.rounds_csv import rounds_csv
from exchange.workbook import MOST_SHEETS, Words, write_workbook
from models.document import document_text
from models.scope import sessions_in
from views.files.scope import taken
from views.web.access import reader
from views.web.clock import now
from views.web.downloads import AT_ONCE, attached, streamed
from views.web.language import current_language
from views.web.limits import TAKING_EVERYTHING, TAKING_OUT, limiter
from views.wording.hands import cards_in_figures
from views.wording.phrases import words

exports = Blueprint("exports", __name__)

SEPARATORS = {"sv": ";"}  # a spreadsheet splits at what the language leaves free beside its decimal sign
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@exports.get("/out")
def of_group(group_id: uuid.UUID) -> ResponseReturnValue:
    member = reader(group_id)
    return render_template(
        "files/exports/group.html", member=member, group=member.group, most_sheets=MOST_SHEETS
    )


@exports.get("/nights/<uuid:night_id>/out")
def of_night(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    what = taken(group_id, night_id=night_id)
    back = url_for("nights.show", group_id=group_id, night_id=night_id)
    return render_template(
        "files/exports/night.html", group=what.member.group, night=what.night, way_back=back
    )


@exports.get("/sessions/<uuid:session_id>/out")
def of_session(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    what = taken(group_id, session_id=session_id)
    return render_template("files/exports/session.html", group=what.member.group, session=what.session)


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
            exports.get(f"{address}/{name}", endpoint=f"{kind}_of_{of}")(limited)
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


def workbook_words() -> Words:
    return Words(
        summary=_("Sessions"),
        rounds=_("Rounds"),
        date=_("Date"),
        began=_("Began"),
        place=_("Where"),
        game=_("Game"),
        round=_("Round"),
        dealt=_("Cards dealt"),
        dealer=_("Dealer"),
        player=_("Player"),
        points=_("Points"),
        total=_("Total"),
        rank=_("Rank"),
        won=_("Winner"),
        cards=_("Cards left"),
        out=_("out"),
        start=_("Start"),
        sheet=_("Sheet"),
        local=_on_this_clock,
        variant=lambda session: words(session.wording.name),
        hand=lambda session, cards: cards_in_figures(cards, session),
    )


def _on_this_clock(moment: datetime) -> datetime:
    local: datetime = to_user_timezone(moment)
    return local.replace(tzinfo=None)
