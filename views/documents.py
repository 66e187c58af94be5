"""The whole session document as one file."""

from __future__ import annotations

import json
import uuid

from flask import Blueprint, Response, redirect, url_for
from flask.typing import ResponseReturnValue

from models.document import write_document
from views.access import owner
from views.moments import now

documents = Blueprint("documents", __name__)


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
    """Where a file was read in once: other programs' files come in the same way now."""
    owner(group_id)
    return redirect(url_for("arrivals.index", group_id=group_id), 301)
