"""The pages that say what can be taken out, and what each file is good for."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from exchange.workbook import MOST_SHEETS
from views.access import reader
from views.scopes import taken

outs = Blueprint("outs", __name__)


@outs.get("/out")
def of_group(group_id: uuid.UUID) -> ResponseReturnValue:
    member = reader(group_id)
    return render_template("out/group.html", member=member, group=member.group, most_sheets=MOST_SHEETS)


@outs.get("/nights/<uuid:night_id>/out")
def of_night(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    what = taken(group_id, night_id=night_id)
    back = url_for("nights.show", group_id=group_id, night_id=night_id)
    return render_template("out/night.html", group=what.member.group, night=what.night, way_back=back)


@outs.get("/sessions/<uuid:session_id>/out")
def of_session(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    what = taken(group_id, session_id=session_id)
    return render_template("out/session.html", group=what.member.group, session=what.session)
