"""A club evening: an umpire lets people in, draws tables, follows them all, cuts, and says who has won."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("tournaments", __name__)

from views.tournaments import decisions, draw, entrants, history, screen, seating, tournaments
