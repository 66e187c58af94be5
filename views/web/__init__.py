"""Shared HTTP code: permissions, the phone's cookie, language, errors."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("web", __name__)

from views.web import language
