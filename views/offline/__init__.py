"""Playing on without a network: cached pages, and scores added up on the phone."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("offline", __name__)

from views.offline import precache
