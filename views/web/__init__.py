"""HTTP for all rooms: who may, which phone, which language, what goes wrong."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("web", __name__)

from views.web import language
