"""Following a table while somebody looks at it: what changes on a page, hands counted on other phones."""

from __future__ import annotations

from flask import Blueprint

from views.web.addresses import SESSION

bp = Blueprint("live", __name__, url_prefix=SESSION)

from views.live import hands, phones
