"""Where a group's file went out and came in once: whoever kept these addresses is led to where it is now."""

from __future__ import annotations

import uuid

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from views.files import bp
from views.web.access import owner
from views.web.addresses import GROUP


@bp.get(f"{GROUP}/document.json")
def export_document(group_id: uuid.UUID) -> ResponseReturnValue:
    owner(group_id)
    return redirect(url_for("files.file_of_group", group_id=group_id, file_name="document.json"), 301)


@bp.get(f"{GROUP}/import")
def ask_for_import(group_id: uuid.UUID) -> ResponseReturnValue:
    owner(group_id)
    return redirect(url_for("files.imports", group_id=group_id), 301)
