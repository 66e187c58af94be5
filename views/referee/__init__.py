"""The referee: may I play this? Yes, no and why."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("referee", __name__)

from views.referee import referee
