"""Paper: score sheets to print, and what was written on them typed in."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("paper", __name__)

from views.paper import entry, late_rounds, printing, slips
