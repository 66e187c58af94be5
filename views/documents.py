"""The session document in the browser: out as a file, in from one."""

from __future__ import annotations

import json
import uuid
from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.documents import DocumentForm
from models import Group, db
from models.document import BadDocument, Report, read_document, write_document
from views.access import owner
from views.limits import IMPORTING, limiter
from views.moments import now

documents = Blueprint("documents", __name__)

MOST_BYTES = 64 * 1024 * 1024


@documents.url_value_preprocessor  # earlier than before_request, where the token is looked for in the form
def _allow_large_files(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    request.max_content_length = MOST_BYTES


@documents.get("/document.json")
def export(group_id: uuid.UUID) -> ResponseReturnValue:
    """The whole history as one file."""
    group = owner(group_id).group
    moment = now()
    text = json.dumps(write_document(group, moment), ensure_ascii=False, indent=1)
    name = f"turn-eight-{moment:%Y-%m-%d}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype="application/json", headers=headers)


@documents.get("/import")
def ask(group_id: uuid.UUID) -> ResponseReturnValue:
    return _page(owner(group_id).group, DocumentForm(), None)


@documents.post("/import")
@limiter.limit(IMPORTING)
def take_in(group_id: uuid.UUID) -> ResponseReturnValue:
    """Read a file into the group, whole or not at all."""
    group = owner(group_id).group
    form = DocumentForm()
    if not form.validate_on_submit():
        return _page(group, form, None), 422
    try:
        report = read_document(form.document, group, now())
    except BadDocument as wrong:
        db.session.rollback()
        return _page(owner(group_id).group, form, wrong), 422
    db.session.commit()
    flash(report_in_words(report))
    return redirect(url_for("groups.show", group_id=group_id), 303)


def report_in_words(report: Report) -> str:
    made = ngettext("%(num)d session came in", "%(num)d sessions came in", report.sessions)
    known = ngettext("%(num)d was here already", "%(num)d were here already", report.known)
    return _("%(made)s, %(known)s.", made=made, known=known)


def _page(group: Group, form: DocumentForm, wrong: BadDocument | None) -> str:
    reason = _(wrong.reason, **wrong.values) if wrong else None
    return render_template("documents/import.html", group=group, form=form, wrong=wrong, reason=reason)
