"""A session: table, rounds, seats, chances, result, history, end."""

from __future__ import annotations

from flask import Blueprint

from views.web.addresses import SESSION

bp = Blueprint("table", __name__, url_prefix=SESSION)

from views.table import (
    adjustments,
    chances,
    deals,
    past_table,
    rematch,
    rescoring,
    result,
    rounds,
    screen,
    seats,
    session,
)
