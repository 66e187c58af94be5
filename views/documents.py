"""The whole session document as one file."""

from __future__ import annotations

import uuid

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from models.document import document_text
from views.access import owner
from views.attachments import attached, streamed
from views.moments import now

documents = Blueprint("documents", __name__)


@documents.get("/document.json")
def export(group_id: uuid.UUID) -> ResponseReturnValue:
    """The whole history as one file."""
    group = owner(group_id).group
    moment = now()
    response = streamed(document_text(group, moment), "application/json")
    return attached(response, f"turn-eight-{moment:%Y-%m-%d}", "json")


@documents.get("/import")
def ask(group_id: uuid.UUID) -> ResponseReturnValue:
    """Where a file was read in once: other programs' files come in the same way now."""
    owner(group_id)
    return redirect(url_for("arrivals.index", group_id=group_id), 301)
