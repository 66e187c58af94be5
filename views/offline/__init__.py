"""Playing on without a network: what a phone keeps, and how it adds up by itself."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("offline", __name__)

from views.offline import precache
