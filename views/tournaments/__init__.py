"""Tournaments ("club evenings"): entrants, draws, board, cut and result."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("tournaments", __name__)

from views.tournaments import decisions, draw, entrants, history, screen, seating, tournaments
