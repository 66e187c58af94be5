"""The nights of a group: list, recap, note, message to share."""

from __future__ import annotations

from flask import Blueprint

from views.web.addresses import GROUP

bp = Blueprint("nights", __name__, url_prefix=f"{GROUP}/nights")

from views.nights import nights
