"""Home: the groups this phone knows, their people, links and seasons, and where a new game begins."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("home", __name__)

from views.home import (
    forgetting,
    groups,
    links,
    merging,
    new_game,
    players,
    recycle_bin,
    seasons,
    start,
    trust,
)
