"""Exports to other programs and imports from them."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("files", __name__)

from views.files import bg_stats, exports, feeds, imports, jobs
