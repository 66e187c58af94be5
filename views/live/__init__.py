"""Live updates of a table, and hands counted on other phones."""

from __future__ import annotations

from flask import Blueprint

from views.web.addresses import SESSION

bp = Blueprint("live", __name__, url_prefix=SESSION)

from views.live import hands, phones
