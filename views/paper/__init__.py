"""Paper: score sheets to print, and forms to enter a sheet from paper."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("paper", __name__)

from views.paper import entry, late_rounds, printing, slips
