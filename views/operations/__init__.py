"""What programs ask from outside: is it alive, how is it doing, what may be read, whom to write to."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("operations", __name__)

from views.operations import health, metrics, well_known
