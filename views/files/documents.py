"""Where a group's file went out and came in once: whoever kept these addresses is led to where it is now."""

from __future__ import annotations

import uuid

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from views.web.access import owner

documents = Blueprint("documents", __name__)


@documents.get("/document.json")
def export(group_id: uuid.UUID) -> ResponseReturnValue:
    owner(group_id)
    return redirect(url_for("exports.file_of_group", group_id=group_id, file_name="document.json"), 301)


@documents.get("/import")
def ask(group_id: uuid.UUID) -> ResponseReturnValue:
    owner(group_id)
    return redirect(url_for("imports.index", group_id=group_id), 301)
