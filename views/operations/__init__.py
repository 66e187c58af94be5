"""Endpoints for other programs: health, metrics, robots.txt, the manifest, security.txt."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("operations", __name__)

from views.operations import health, metrics, well_known
